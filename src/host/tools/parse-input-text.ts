import { parseInput } from './define-tool.ts'
import type { Tool, ToolAccess } from './tool.ts'

/** Finds the tool and checks an input written as JSON text: what a person edited, say. A problem names the field. */
export function parseInputText(
  tools: readonly Tool<never>[],
  name: string,
  text: string,
): { kind: 'ok'; input: unknown } | { kind: 'bad'; problem: string } {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) return { kind: 'bad', problem: `There is no tool "${name}".` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'bad', problem: `The input of ${name} is not JSON.` }
  }
  const parsed = parseInput(tool, value)
  return parsed.ok ? { kind: 'ok', input: parsed.input } : { kind: 'bad', problem: parsed.problem }
}

/** What a checked input is about to touch. */
export function accessOf(tools: readonly Tool<never>[], name: string, input: unknown): ToolAccess {
  const tool = tools.find((each) => each.name === name)
  // The input has been parsed with this very tool's schema.
  return tool === undefined ? { kind: 'none' } : tool.access(input as never)
}
