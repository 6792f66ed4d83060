import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { z } from 'zod'
import type { CallUsage } from '../../protocol/model-facts.ts'
import { check } from '../../protocol/schema.ts'
import type { ProviderData, SaidPart } from './conversation.ts'
import type { ModelEvent } from './models.ts'
import { toCallUsage } from './usage.ts'

/** What is shown of an answer while it comes. */
export type ShownEvent = Extract<ModelEvent, { kind: 'text' | 'reasoning' | 'toolCallStart' | 'toolCallDelta' }>

/** How an answer ended. `failed`: what the stream said went wrong. */
export type AnswerEnd =
  | { readonly kind: 'finished'; readonly finish: string }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The stream ended without an end of the answer. */
  | { readonly kind: 'broken' }

interface OpenPart {
  kind: 'text' | 'reasoning'
  text: string
  data?: Record<string, Record<string, unknown>>
}

interface OpenCall {
  kind: 'toolCall'
  readonly call: string
  readonly name: string
  arguments: string
  done: boolean
  data?: Record<string, Record<string, unknown>>
}

/** Collects one answer: parts in their order with their provider's data, usage, and the end. */
export class AnswerReader {
  readonly #parts: (OpenPart | OpenCall)[] = []
  readonly #open = new Map<string, OpenPart>()
  readonly #calls = new Map<string, OpenCall>()
  #end: AnswerEnd = { kind: 'broken' }
  #usage: CallUsage = {}

  /** Takes one piece of the stream; answers what of it is to be shown. */
  read(part: LanguageModelV4StreamPart): ShownEvent | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata)
        return undefined
      case 'text-delta':
      case 'reasoning-delta': {
        const kind = part.type === 'text-delta' ? 'text' : 'reasoning'
        const open = this.#open.get(`${kind} ${part.id}`) ?? this.#begin(kind, part.id, undefined)
        open.text += part.delta
        keepData(open, part.providerMetadata)
        return part.delta === '' ? undefined : { kind, text: part.delta }
      }
      case 'text-end':
      case 'reasoning-end': {
        const key = `${part.type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`
        const open = this.#open.get(key)
        if (open !== undefined) keepData(open, part.providerMetadata)
        this.#open.delete(key)
        return undefined
      }
      case 'tool-input-start':
        if (part.providerExecuted === true || this.#calls.has(part.id)) return undefined
        this.#beginCall(part.id, part.toolName, part.providerMetadata)
        return { kind: 'toolCallStart', call: part.id, name: part.toolName }
      case 'tool-input-delta': {
        const call = this.#calls.get(part.id)
        if (call === undefined || part.delta === '') return undefined
        call.arguments += part.delta
        keepData(call, part.providerMetadata)
        return { kind: 'toolCallDelta', call: part.id, text: part.delta }
      }
      case 'tool-call': {
        if (part.providerExecuted === true) return undefined
        const call = this.#calls.get(part.toolCallId) ?? this.#beginCall(part.toolCallId, part.toolName, undefined)
        call.arguments = part.input
        call.done = true
        keepData(call, part.providerMetadata)
        return undefined
      }
      case 'raw':
        this.#usage = usageAtStart(part.rawValue) ?? this.#usage
        return undefined
      case 'finish':
        this.#usage = toCallUsage(part.usage)
        // An error that was told of says more than the end that follows it.
        if (this.#end.kind === 'failed') return undefined
        if (part.finishReason.unified === 'interrupted') return undefined
        this.#end =
          part.finishReason.unified === 'error'
            ? { kind: 'failed', error: part.finishReason.raw ?? 'no reason given' }
            : { kind: 'finished', finish: this.#finish(part.finishReason.unified) }
        return undefined
      case 'error':
        if (this.#end.kind !== 'failed') this.#end = { kind: 'failed', error: part.error }
        return undefined
      default:
        return undefined
    }
  }

  get end(): AnswerEnd {
    return this.#end
  }

  get usage(): CallUsage {
    return this.#usage
  }

  /** What was said so far. Empty parts without anything of the provider's are left out. */
  get parts(): readonly SaidPart[] {
    return this.#parts.flatMap((part): SaidPart[] => {
      const data = part.data === undefined ? {} : { data: part.data as ProviderData }
      if (part.kind === 'toolCall') {
        return [{ kind: 'toolCall', call: part.call, name: part.name, arguments: part.arguments, ...data }]
      }
      return part.text === '' && part.data === undefined ? [] : [{ kind: part.kind, text: part.text, ...data }]
    })
  }

  /**
   * Its calls, whole. They are told only when the answer has come to a good end: some libraries take a stream that breaks off for
   * the end of the calls in it.
   */
  get calls(): readonly Extract<ModelEvent, { kind: 'toolCall' }>[] {
    return [...this.#calls.values()].map((part) => ({
      kind: 'toolCall',
      call: part.call,
      name: part.name,
      arguments: part.arguments,
    }))
  }

  /** Whether there is a text or a call in it: what alone makes an answer. */
  get hasContent(): boolean {
    return this.#parts.some((part) => part.kind === 'toolCall' || (part.kind === 'text' && part.text.trim() !== ''))
  }

  /** Whether a call was begun and its arguments are no whole JSON. */
  get hasCutCall(): boolean {
    return this.#parts.some((part) => part.kind === 'toolCall' && (!part.done || !isJson(part.arguments)))
  }

  /** Some servers end an answer with calls like any other. */
  #finish(unified: string): string {
    return this.#calls.size > 0 && (unified === 'stop' || unified === 'other') ? 'tool-calls' : unified
  }

  #begin(kind: OpenPart['kind'], id: string, data: SharedV4ProviderMetadata | undefined): OpenPart {
    const part: OpenPart = { kind, text: '' }
    keepData(part, data)
    this.#parts.push(part)
    this.#open.set(`${kind} ${id}`, part)
    return part
  }

  #beginCall(call: string, name: string, data: SharedV4ProviderMetadata | undefined): OpenCall {
    const part: OpenCall = { kind: 'toolCall', call, name, arguments: '', done: false }
    keepData(part, data)
    this.#parts.push(part)
    this.#calls.set(call, part)
    return part
  }
}

/** Anthropic tells what a prompt has as its answer begins (Messages, Streaming: `message_start`): of an answer that is cut off, all there is. */
const MessageStart = z.object({
  type: z.literal('message_start'),
  message: z.object({
    usage: z.object({
      input_tokens: z.number(),
      cache_read_input_tokens: z.nullish(z.number()),
      cache_creation_input_tokens: z.nullish(z.number()),
    }),
  }),
})

function usageAtStart(raw: unknown): CallUsage | undefined {
  const checked = check(MessageStart, raw)
  if (!checked.ok) return undefined
  const { usage } = checked.value.message
  return toCallUsage({
    inputTokens: {
      total: undefined,
      noCache: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens ?? undefined,
      cacheWrite: usage.cache_creation_input_tokens ?? undefined,
    },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  })
}

/** A part's data comes with its beginning, its pieces or its end; the last word counts. */
function keepData(part: OpenPart | OpenCall, data: SharedV4ProviderMetadata | undefined): void {
  if (data === undefined) return
  part.data ??= {}
  for (const [name, values] of Object.entries(data)) {
    const kept = (part.data[name] ??= {})
    for (const [key, value] of Object.entries(values)) if (value != null) kept[key] = value
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text === '' ? '{}' : text)
    return true
  } catch {
    return false
  }
}
