import { z } from 'zod'
import type { ActiveTurn, Turn } from '../../../protocol/channels/chat/turn.ts'
import { roadsteadMeta, ToolCallFacts, type TodoItem } from '../../../protocol/roadstead.ts'

/** When, and in which turn, an item came to stand as it does. `at` is absent where it is not known. */
export interface ItemOrigin {
  readonly turnId: string
  /** What was asked for in that turn. */
  readonly prompt: string
  readonly at?: string | undefined
}

const Input = z.object({
  todos: z.array(z.object({ text: z.string(), status: z.string() })),
})

/** Finds the update of the plan that gave each item its present status, by its text; only turns that are loaded are looked at. */
export function originsOf(
  turns: readonly (Turn | ActiveTurn)[],
  todo: readonly TodoItem[],
): ReadonlyMap<string, ItemOrigin> {
  const statuses = new Map(todo.map(({ text, status }) => [text, String(status)]))
  const origins = new Map<string, ItemOrigin>()
  const before = new Map<string, string>()
  for (const turn of turns) {
    for (const part of turn.responseParts) {
      if (part.kind !== 'toolCall' || part.toolCall.toolName !== 'update_todos') continue
      const call = part.toolCall
      if (call.status !== 'completed' || !call.success || typeof call.toolInput !== 'string') continue
      const at = roadsteadMeta(ToolCallFacts, call._meta)?.startedAt ?? turn.startedAt
      for (const { text, status } of read(call.toolInput)) {
        if (before.get(text) !== status && statuses.get(text) === status)
          origins.set(text, { turnId: turn.id, prompt: turn.message.text, at })
        before.set(text, status)
      }
    }
  }
  return origins
}

function read(input: string): readonly { text: string; status: string }[] {
  try {
    return Input.safeParse(JSON.parse(input)).data?.todos ?? []
  } catch {
    return []
  }
}
