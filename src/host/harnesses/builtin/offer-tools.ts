import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { ModelFamily } from '../../../protocol/model-facts.ts'
import { toolDefinition } from '../../tools/define-tool.ts'
import type { Tool } from '../../tools/tool.ts'

/** Tools as they are sent, and their text for the record of calls. */
export interface OfferedTools {
  readonly tools: readonly LanguageModelV4FunctionTool[]
  readonly text: string
}

/** Every family knows one way to edit best, and two would be one to choose wrongly. */
const notFor: Readonly<Record<ModelFamily, readonly string[]>> = {
  claude: ['apply_patch'],
  gemini: ['apply_patch'],
  other: ['apply_patch'],
  gpt: ['replace_string_in_file'],
}

/** Nobody would answer. */
const notUnattended = ['ask_person']

const offered = new WeakMap<readonly Tool<never>[], Map<string, OfferedTools>>()

/** What is offered to a model of this family. The same objects for the same tools, so that a prompt can be compared by them. */
export function offerTools(all: readonly Tool<never>[], family: ModelFamily, unattended: boolean): OfferedTools {
  const known = offered.get(all) ?? new Map<string, OfferedTools>()
  offered.set(all, known)
  const key = `${family} ${unattended}`
  const before = known.get(key)
  if (before !== undefined) return before
  const left = [...notFor[family], ...(unattended ? notUnattended : [])]
  const tools = all.filter((tool) => !left.includes(tool.name)).map(toWire)
  const text = tools
    .map(({ name, description = '', inputSchema }) => `${name}: ${description}\n${JSON.stringify(inputSchema)}`)
    .join('\n\n')
  const now = { tools, text }
  known.set(key, now)
  return now
}

function toWire(tool: Tool<never>): LanguageModelV4FunctionTool {
  const { name, description = '', inputSchema } = toolDefinition(tool)
  return { type: 'function', name, description, inputSchema: compact(inputSchema) as WireSchema }
}

type WireSchema = LanguageModelV4FunctionTool['inputSchema']

/**
 * Bounds that are checked when the call comes and only cost room in every prompt; no wire needs them, and not every wire
 * takes them.
 */
const left = new Set(['$schema', 'additionalProperties', 'minLength', 'maxLength', 'minItems', 'maxItems'])

function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (left.has(key) || value === Number.MAX_SAFE_INTEGER) return []
    // Names of properties are not words of the schema language.
    if (key === 'properties' && typeof value === 'object' && value !== null)
      return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, compact(one)]))]]
    return [[key, key === 'required' || key === 'enum' ? value : compact(value)]]
  })
  return Object.fromEntries(entries)
}
