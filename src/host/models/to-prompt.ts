import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { SaidPart } from './conversation.ts'
import type { ModelRequest } from './models.ts'
import { targetOf, type PromptTarget } from './to-prompt-target.ts'
import { cleanText, isBlank } from './to-prompt-text.ts'
import { PromptWriter } from './to-prompt-writer.ts'

/** A prompt for `doStream`; `providerOptions` are to be joined with those of the call. */
export interface Prompt {
  readonly prompt: LanguageModelV4Prompt
  readonly providerOptions?: SharedV4ProviderOptions
  /** What of the reasoning in the conversation goes back to the model; the rest is not sent. */
  readonly thoughts: ReadonlySet<SaidPart>
}

/** By request, which is never changed: who keeps a record of what is sent asks before it is. */
const written = new WeakMap<ModelRequest, Prompt>()

/**
 * Writes a request the way its model's wire takes it, whoever made the conversation: no history can make a provider
 * refuse it. The same request gives the same prompt, and one that only grew gives one that only grew, so that providers
 * find what they cached. Items are written once for each target and remembered as long as they live, so they must not change.
 *
 * `trusts: false` takes nothing in the conversation for the model's own: no reasoning, no signature goes back. It is for
 * trying again where a provider no longer accepts its own (another account, keys that were rotated).
 */
export function toPrompt(request: ModelRequest, { trusts = true }: { readonly trusts?: boolean } = {}): Prompt {
  const before = trusts ? written.get(request) : undefined
  if (before !== undefined) return before
  const prompt = writePrompt(request, trusts)
  if (trusts) written.set(request, prompt)
  return prompt
}

function writePrompt(request: ModelRequest, trusts: boolean): Prompt {
  const target = targetOf(request, trusts)
  const writer = new PromptWriter(target, request.conversation)
  for (const item of request.conversation) writer.add(item)
  writer.endWithUser()
  const stable = writer.messages.length
  if (request.tail !== undefined && !isBlank(request.tail)) writer.addTail(cleanText(request.tail))
  const system = systemMessages(request.system, target)
  const prompt = [...system, ...writer.messages]
  if (target.dialect === 'anthropic') markCached(prompt, system.length, stable)
  // Nothing of a conversation is kept at the provider; its reasoning comes back encrypted and goes there again.
  const providerOptions = { openai: { store: false } }
  return { prompt, thoughts: writer.thoughts, ...(target.dialect === 'responses' && { providerOptions }) }
}

/** Compatible servers may take one system text only. */
function systemMessages(texts: readonly string[], target: PromptTarget): LanguageModelV4Message[] {
  const fit = texts.filter((text) => !isBlank(text)).map(cleanText)
  const whole = target.dialect === 'compatible' && fit.length > 1 ? [fit.join('\n\n')] : fit
  return whole.map((content) => ({ role: 'system', content }))
}

/** Anthropic's mark: everything up to here may be read from its cache next time (Prompt caching; at most four marks). */
export const cacheMark: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * Marks where Anthropic is to keep what it has read (Prompt caching): the end of the system texts, the end of what stays,
 * and the end of what stayed the last time, for it looks only twenty blocks back from a mark. Of the four marks a request
 * may have, that leaves one for the tools.
 */
function markCached(prompt: LanguageModelV4Message[], system: number, stable: number): void {
  const mark = (at: number): void => {
    const message = prompt[at]
    if (message) prompt[at] = { ...message, providerOptions: cacheMark }
  }
  const end = system + stable - 1
  const before = prompt.slice(system, end).findLastIndex((message) => message.role === 'assistant')
  mark(system - 1)
  mark(end)
  if (before > 0) mark(system + before - 1)
}
