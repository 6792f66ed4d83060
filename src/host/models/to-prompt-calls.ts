import { createHash } from 'node:crypto'
import type { SaidPart } from './conversation.ts'
import type { PromptTarget } from './to-prompt-target.ts'
import { cleanText } from './to-prompt-text.ts'

type SaidCall = Extract<SaidPart, { kind: 'toolCall' }>

/** OpenAI's chat takes at most 40 characters, Anthropic no others than these. */
const fitId = /^[a-zA-Z0-9_-]{1,40}$/
/** Mistral takes nothing else. */
const fitStrictId = /^[a-zA-Z0-9]{9}$/
/** What Kimi's own ids look like; compatible hosts check none. */
const fitCompatibleId = /^[a-zA-Z0-9_.:-]{1,64}$/

/**
 * Hands out ids of calls, each once in a conversation. A model gets its own id back where the wire takes it and it is
 * free. Any other is nine letters and digits, counted on from the first call: the shortest and the only length that
 * Mistral takes, and good for every wire. What was handed out before does not depend on what comes later.
 */
export class CallIds {
  readonly #used = new Set<string>()
  #count = 0

  next(call: SaidCall, own: boolean, { dialect, strictTurns }: PromptTarget): string {
    this.#count += 1
    const fit = strictTurns ? fitStrictId : dialect === 'compatible' ? fitCompatibleId : fitId
    if (own && fit.test(call.call) && !this.#used.has(call.call)) return this.#take(call.call)
    for (let count = this.#count; ; count++) {
      const id = `call${count.toString(36).padStart(5, '0')}`
      if (!this.#used.has(id)) return this.#take(id)
    }
  }

  #take(id: string): string {
    this.#used.add(id)
    return id
  }
}

/** A name every wire takes: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`; a longer one is cut and told apart by a digest. */
export function fitToolName(name: string): string {
  const fit = name.replace(/[^a-zA-Z0-9_-]/g, '_').replace(/^(?![a-zA-Z_])/, '_')
  // The libraries look names up in plain objects, where these are found without having been put there.
  if (fit in {}) return `${fit}_`
  if (fit.length <= 64) return fit
  return `${fit.slice(0, 55)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** More would not pass Google's parser, which gives up at a hundred levels of its own, several for each of JSON's. */
const maxDepth = 24

/**
 * The arguments as a prompt takes them: an object, or its JSON text as it was written where the wire takes text.
 * Malformed ones are kept beside a note.
 */
export function fitArguments(text: string, { dialect }: PromptTarget): unknown {
  if (text.trim() === '') return {}
  const parsed = parseObject(text)
  if (!parsed) return { note: 'These arguments were not a valid JSON object.', written: cleanText(text) }
  if (dialect === 'anthropic' || dialect === 'google' || parsed.changed || text.includes('__proto__')) {
    return parsed.object
  }
  return text
}

function parseObject(text: string): { object: unknown; changed: boolean } | undefined {
  try {
    let changed = cleanText(text) !== text
    let deepest = 0
    const clean = (value: unknown, depth: number): unknown => {
      deepest = Math.max(deepest, depth)
      if (deepest > maxDepth) return null
      if (typeof value === 'string') {
        const cleaned = cleanText(value)
        changed ||= cleaned !== value
        return cleaned
      }
      if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => {
          const cleaned = cleanText(key)
          changed ||= cleaned !== key
          return [cleaned, clean(item, depth + 1)]
        }),
      )
    }
    const value: unknown = JSON.parse(text)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
    const object = clean(value, 0)
    return deepest > maxDepth ? undefined : { object, changed }
  } catch {
    return undefined
  }
}
