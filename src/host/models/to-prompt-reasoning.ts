import type { LanguageModelV4ReasoningPart, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ProviderData, SaidPart } from './conversation.ts'
import type { PromptTarget } from './to-prompt-target.ts'
import { isSendable } from './to-prompt-text.ts'

type SaidReasoning = Extract<SaidPart, { kind: 'reasoning' }>

/** The value of `key` under the name of a provider package, when it is a text with something in it. */
export function readData(data: ProviderData | undefined, name: string, key: string): string | undefined {
  const value = data?.[name]?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What reasoning must know of the round it stands in. */
export interface RoundFacts {
  readonly calls: boolean
  /** Ids of OpenAI's reasoning items whose encrypted content is there; it comes with the last of an item's parts only. */
  readonly encrypted: ReadonlySet<string>
}

/** The facts of a round by its parts. */
export function factsOf(parts: readonly SaidPart[]): RoundFacts {
  const encrypted = new Set<string>()
  for (const part of parts) {
    const itemId = readData(part.data, 'openai', 'itemId')
    if (itemId && readData(part.data, 'openai', 'reasoningEncryptedContent')) encrypted.add(itemId)
  }
  return { calls: parts.some((part) => part.kind === 'toolCall'), encrypted }
}

/**
 * Reasoning of the model itself as it goes back to it, byte for byte; nothing where it could not be proven to be its own.
 *
 * Anthropic: with its `signature`, or as `redactedData` (Extended thinking: Preserving thinking blocks).
 * Responses: with `itemId` and encrypted content, for nothing is stored there (Reasoning models: Encrypted reasoning items).
 * Google: its thoughts, with the signature where one came (Thought signatures).
 * Compatible: as `reasoning_content`, of rounds with calls only (DeepSeek: Thinking mode).
 * OpenAI's chat has no form for it.
 */
export function fitReasoning(
  part: SaidReasoning,
  target: PromptTarget,
  round: RoundFacts,
): LanguageModelV4ReasoningPart | undefined {
  const keep = (providerOptions?: SharedV4ProviderOptions): LanguageModelV4ReasoningPart => ({
    type: 'reasoning',
    text: part.text,
    ...(providerOptions && { providerOptions }),
  })
  if (!isSendable(part.text)) return undefined
  switch (target.dialect) {
    case 'anthropic': {
      const signature = readData(part.data, 'anthropic', 'signature')
      if (signature) return keep({ anthropic: { signature } })
      const redactedData = readData(part.data, 'anthropic', 'redactedData')
      return redactedData ? keep({ anthropic: { redactedData } }) : undefined
    }
    case 'responses': {
      const itemId = readData(part.data, 'openai', 'itemId')
      const reasoningEncryptedContent = readData(part.data, 'openai', 'reasoningEncryptedContent')
      if (!itemId || !round.encrypted.has(itemId)) return undefined
      return keep({ openai: { itemId, ...(reasoningEncryptedContent && { reasoningEncryptedContent }) } })
    }
    case 'google': {
      const thoughtSignature = readData(part.data, 'google', 'thoughtSignature')
      if (thoughtSignature) return keep({ google: { thoughtSignature } })
      return part.text === '' ? undefined : keep()
    }
    case 'compatible':
      return target.wantsReasoning && round.calls && part.text !== '' ? keep() : undefined
    case 'chat':
      return undefined
  }
}
