import { z } from 'zod'
import type { ToolDefinition } from '../../protocol/channels/session/active-client.ts'
import type { Tool } from './tool.ts'

/** Lets the input type follow from the schema. */
export function defineTool<Input>(tool: Tool<Input>): Tool<Input> {
  return tool
}

/** A path in a tool's input. Its form is the policy's business; here only its length is bounded. */
export const PathInput = z.string().min(1).max(4096)

/** Arguments that passed, or words for why not. */
export type ParsedInput<Input> =
  { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly problem: string }

const shownProblems = 5

/** Checks a model's arguments. The problem names each field that is wrong and what it should be. Never throws. */
export function parseInput<Input>(tool: Tool<Input>, raw: unknown): ParsedInput<Input> {
  const parsed = tool.input.safeParse(raw)
  if (parsed.success) return { ok: true, input: parsed.data }
  const problems = parsed.error.issues
    .slice(0, shownProblems)
    .map((issue) => `${issue.path.length > 0 ? issue.path.map(String).join('.') : '(arguments)'}: ${issue.message}`)
  return { ok: false, problem: `The arguments of ${tool.name} are wrong. ${problems.join('; ')}` }
}

/** The tool as it is offered to a model and listed in a session (SPEC section 13). */
export function toolDefinition<Input>(tool: Tool<Input>): ToolDefinition {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: 'input' })
  return {
    name: tool.name,
    title: tool.displayName,
    description: tool.description,
    inputSchema: { ...schema, type: 'object' },
    annotations: { title: tool.displayName, readOnlyHint: tool.readOnly },
  }
}
