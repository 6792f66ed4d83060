import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ConversationItem } from './conversation.ts'
import type { ModelRequest } from './models.ts'
import { CallIds } from './to-prompt-calls.ts'
import { readData } from './to-prompt-reasoning.ts'
import { fitRound, fitTold, userText, type FitRound, type UserMessage } from './to-prompt-round.ts'
import { isOwn, targetOf, type PromptTarget } from './to-prompt-target.ts'
import { cleanText, goOn, heard, isBlank, opening } from './to-prompt-text.ts'

/** A prompt for `doStream`; `providerOptions` are to be joined with those of the call. */
export interface Prompt {
  readonly prompt: LanguageModelV4Prompt
  readonly providerOptions?: SharedV4ProviderOptions
}

/**
 * Writes a request the way its model's wire takes it, whoever made the conversation: no history can make a provider
 * refuse it. The same request gives the same prompt, and one that only grew gives one that only grew, so that providers
 * find what they cached. Items are written once for each target and remembered as long as they live, so they must not change.
 */
export function toPrompt(request: ModelRequest): Prompt {
  const target = targetOf(request.model, request.tools)
  const writer = new PromptWriter(target)
  for (const item of request.conversation) writer.add(item)
  writer.endWithUser()
  const stable = writer.messages.length
  if (request.tail !== undefined && !isBlank(request.tail)) writer.addTail(cleanText(request.tail))
  const prompt = [...systemMessages(request.system, target), ...writer.messages]
  if (target.dialect === 'anthropic') markCached(prompt, prompt.length - writer.messages.length, stable)
  return { prompt, ...(target.dialect === 'responses' && { providerOptions: { openai: { store: false } } }) }
}

interface Remembered {
  readonly ids: string
  readonly reasons: boolean
  readonly round: FitRound
}

const rememberedTold = new WeakMap<ConversationItem, Map<string, UserMessage>>()
const rememberedRounds = new WeakMap<ConversationItem, Map<string, Remembered>>()

class PromptWriter {
  readonly messages: LanguageModelV4Message[] = []
  readonly #target: PromptTarget
  readonly #ids = new CallIds()
  readonly #reasoningIds = new Set<string>()

  constructor(target: PromptTarget) {
    this.#target = target
  }

  add(item: ConversationItem): void {
    if (item.kind === 'told') return this.#addUser(this.#told(item))
    const { assistant, tool, after } = this.#round(item)
    if (assistant) {
      this.endWithUser()
      this.messages.push(assistant)
    }
    if (tool) this.messages.push(tool)
    if (after) this.#addUser(after)
  }

  /** No wire may be asked to go on from what the model said, and some refuse two answers in a row. */
  endWithUser(): void {
    const last = this.messages.at(-1)
    if (!last) this.#addUser(userText(opening))
    else if (last.role === 'assistant') this.#addUser(userText(goOn))
  }

  addTail(tail: string): void {
    this.#addUser(userText(tail))
  }

  #addUser(message: UserMessage): void {
    const last = this.messages.at(-1)
    if (this.#target.dialect === 'compatible' && last?.role === 'user') {
      this.messages[this.messages.length - 1] = joinUsers(last, message)
      return
    }
    if (this.#target.strictTurns && last?.role === 'tool') {
      this.messages.push({ role: 'assistant', content: [{ type: 'text', text: heard }] })
    }
    this.messages.push(message)
  }

  #told(item: Extract<ConversationItem, { kind: 'told' }>): UserMessage {
    const known = remembered(rememberedTold, item)
    const message = known.get(this.#target.key) ?? fitTold(item.told, this.#target)
    known.set(this.#target.key, message)
    return message
  }

  #round(item: Extract<ConversationItem, { kind: 'round' }>): FitRound {
    const target = this.#target
    const own = isOwn(item.said, target)
    const ids = item.said.parts.flatMap((part) => (part.kind === 'toolCall' ? [this.#ids.next(part, own, target)] : []))
    const reasons =
      own && this.#takesReasoningIds(item.said.parts.map((part) => readData(part.data, 'openai', 'itemId')))
    const known = remembered(rememberedRounds, item)
    const before = known.get(target.key)
    if (before && before.ids === ids.join() && before.reasons === reasons) return before.round
    const round = fitRound(item.said, item.results, target, ids, reasons)
    known.set(target.key, { ids: ids.join(), reasons, round })
    return round
  }

  /** Whether none of the items was sent before: Responses refuses the same item twice. */
  #takesReasoningIds(ids: readonly (string | undefined)[]): boolean {
    const fresh = new Set(ids.filter((id) => id !== undefined))
    for (const id of fresh) if (this.#reasoningIds.has(id)) return false
    for (const id of fresh) this.#reasoningIds.add(id)
    return true
  }
}

function remembered<T>(all: WeakMap<ConversationItem, Map<string, T>>, item: ConversationItem): Map<string, T> {
  const known = all.get(item) ?? new Map<string, T>()
  all.set(item, known)
  return known
}

/** Compatible servers may take one system text only, and the templates behind them no user twice in a row. */
function systemMessages(texts: readonly string[], target: PromptTarget): LanguageModelV4Message[] {
  const fit = texts.filter((text) => !isBlank(text)).map(cleanText)
  const whole = target.dialect === 'compatible' && fit.length > 1 ? [fit.join('\n\n')] : fit
  return whole.map((content) => ({ role: 'system', content }))
}

function joinUsers(first: UserMessage, second: UserMessage): UserMessage {
  const content = [...first.content]
  for (const part of second.content) {
    const last = content.at(-1)
    if (part.type === 'text' && last?.type === 'text') {
      content[content.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` }
    } else content.push(part)
  }
  return { role: 'user', content }
}

const cached: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * Marks where Anthropic is to keep what it has read (at most four places; Prompt caching): the end of the system texts, the
 * end of what stays, and the end of what stayed the last time, for it looks only twenty blocks back from a mark.
 */
function markCached(prompt: LanguageModelV4Message[], system: number, stable: number): void {
  const mark = (at: number): void => {
    const message = prompt[at]
    if (message) prompt[at] = { ...message, providerOptions: cached }
  }
  mark(system - 1)
  const end = system + stable - 1
  mark(end)
  const before = prompt.slice(system, end).findLastIndex((message) => message.role === 'assistant')
  if (before > 0) mark(system + before - 1)
}
