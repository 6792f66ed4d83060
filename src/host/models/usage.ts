import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { CallAttempt, CallUsage } from '../../protocol/model-facts.ts'
import type { Model } from './model.ts'

/** No call takes more tokens; what is said beyond is no count, and sums of it would be none either. */
const mostTokens = 1e9

/** A provider's count of tokens in our form; `inputTokens` includes what came from or went to a cache. What is no count is left out. */
export function toCallUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): CallUsage {
  const input = inputTokens.total ?? sum(inputTokens.noCache, inputTokens.cacheRead, inputTokens.cacheWrite)
  const output = outputTokens.total ?? sum(outputTokens.text, outputTokens.reasoning)
  return {
    ...counted('inputTokens', input),
    ...counted('outputTokens', output),
    ...counted('reasoningTokens', outputTokens.reasoning),
    ...counted('cacheReadTokens', inputTokens.cacheRead),
    ...counted('cacheWriteTokens', inputTokens.cacheWrite),
  }
}

function counted(name: keyof CallUsage, tokens: number | undefined): CallUsage {
  return tokens === undefined || !(tokens >= 0 && tokens <= mostTokens) ? {} : { [name]: Math.round(tokens) }
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

/** Tokens of both; what neither counts stays absent. */
export function addCallUsage(one: CallUsage, other: CallUsage): CallUsage {
  return Object.assign({}, ...counts.map((name) => counted(name, sum(one[name], other[name])))) as CallUsage
}

/** What the last try of a call used: it alone is the prompt and the answer as they stand. */
export function usageOfLastTry(usage: CallUsage, attempts: readonly Pick<CallAttempt, 'usage'>[]): CallUsage {
  const before = attempts.reduce((all, attempt) => addCallUsage(all, attempt.usage ?? {}), {} as CallUsage)
  if (isUncounted(before)) return usage
  const left = counts.map((name) => counted(name, (usage[name] ?? 0) - (before[name] ?? 0) || undefined))
  return Object.assign({}, ...left) as CallUsage
}

/** Nothing is known of its tokens. */
export function isUncounted(usage: CallUsage): boolean {
  return counts.every((name) => usage[name] === undefined)
}

const counts = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

function sum(...parts: readonly (number | undefined)[]): number | undefined {
  return parts.every((part) => part === undefined)
    ? undefined
    : parts.reduce<number>((all, part) => all + (part ?? 0), 0)
}
