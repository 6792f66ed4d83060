import { z } from 'zod'
import type { ToolCallState } from './channels/chat/tool-call.ts'
import { matches } from './schema.ts'

/** The host's tool with which an agent says that the task is done. */
export const TASK_COMPLETE = 'task_complete'

const Input = z.object({ summary: z.string() })

/**
 * What the agent said when it called the task complete; undefined for any other call. A tool of that name which a client or a
 * server brings is not the host's own.
 */
export function completionIn(call: ToolCallState): string | undefined {
  if (call.toolName !== TASK_COMPLETE || call.contributor !== undefined) return undefined
  if (call.status !== 'completed' || !call.success || typeof call.toolInput !== 'string') return undefined
  try {
    const input: unknown = JSON.parse(call.toolInput)
    return matches(Input, input) ? input.summary : undefined
  } catch {
    return undefined
  }
}
