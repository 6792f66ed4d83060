import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { CallUsage } from '../../protocol/model-facts.ts'
import type { Model } from './model.ts'

/** A provider's count of tokens in our form; `inputTokens` includes what came from or went to a cache. */
export function toCallUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): CallUsage {
  const input = inputTokens.total ?? sum(inputTokens.noCache, inputTokens.cacheRead, inputTokens.cacheWrite)
  const output = outputTokens.total ?? sum(outputTokens.text, outputTokens.reasoning)
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(outputTokens.reasoning === undefined ? {} : { reasoningTokens: outputTokens.reasoning }),
    ...(inputTokens.cacheRead === undefined ? {} : { cacheReadTokens: inputTokens.cacheRead }),
    ...(inputTokens.cacheWrite === undefined ? {} : { cacheWriteTokens: inputTokens.cacheWrite }),
  }
}

/** What a call cost in US dollars; undefined where the price or the count of tokens is not known. */
export function costOf(usage: CallUsage, model: Pick<Model, 'price' | 'longPrice'>): number | undefined {
  const isLong = model.longPrice !== undefined && (usage.inputTokens ?? 0) > model.longPrice.above
  const price = isLong ? model.longPrice?.price : model.price
  if (price === undefined || usage.inputTokens === undefined || usage.outputTokens === undefined) return undefined
  const read = usage.cacheReadTokens ?? 0
  const written = usage.cacheWriteTokens ?? 0
  const fresh = Math.max(0, usage.inputTokens - read - written)
  const millionths =
    fresh * price.input +
    read * (price.cacheRead ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    usage.outputTokens * price.output
  return millionths / 1e6
}

function sum(...parts: readonly (number | undefined)[]): number | undefined {
  return parts.every((part) => part === undefined)
    ? undefined
    : parts.reduce<number>((all, part) => all + (part ?? 0), 0)
}
