import { efforts, type CallUsage, type ModelCall } from '../../../protocol/model-facts.ts'
import { bytes, compact, usd } from '../../platform/figures.ts'
import type { I18n, MessageKey } from '../../platform/i18n.tsx'

/** A call's figures in one line: `12.4k in, 820 out · $0.03 · first byte 412 ms · 3.2 s · 1 retry`. */
export function callDetails(call: ModelCall, { t, duration, locale }: I18n): readonly string[] {
  const { usage, costUsd, firstByteMs, durationMs, attempts, status } = call
  const details: string[] = []
  if (status !== 'succeeded') details.push(statusWords(call, t))
  if (usage !== undefined) details.push(tokenWords(usage, (value) => compact(value, locale), t))
  if (costUsd !== undefined) details.push(usd(costUsd, locale))
  if (firstByteMs !== undefined) details.push(t('call.firstByte', { duration: duration(firstByteMs) }))
  if (durationMs !== undefined) details.push(duration(durationMs))
  if (attempts.length > 0) details.push(t('call.retries', { count: attempts.length }))
  return details
}

/** Tokens in and out. A call cannot do without any: none at all, as no figure, means that they are not known. */
function tokenWords(usage: CallUsage, write: (value: number) => string, t: I18n['t']): string {
  const { inputTokens = 0, outputTokens = 0 } = usage
  if (inputTokens + outputTokens === 0) return t('call.tokensUnknown')
  const known = (value: number | undefined) => (value === undefined ? '—' : write(value))
  return t('call.tokens', { input: known(usage.inputTokens), output: known(usage.outputTokens) })
}

export function statusWords(call: ModelCall, t: I18n['t']): string {
  switch (call.status) {
    case 'running':
    case 'succeeded':
    case 'failed':
    case 'stopped':
    case 'interrupted':
      return t(`call.status.${call.status}`)
    default:
      return String(call.status)
  }
}

function effortWords(effort: string, t: I18n['t']): string {
  const known = efforts.find((each) => each === effort)
  return known === undefined ? effort : t(`model.effort.${known}`)
}

const finishes = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'] as const

/** How the model said that its answer ends; its own word for one that is not known. */
function finishWords(finish: string, t: I18n['t']): string {
  const known = finishes.find((each) => each === finish)
  return known === undefined ? finish : t(`call.finish.${known}`)
}

/** Everything known of a call, each with its name; what is not known is left out. */
export function callFacts(call: ModelCall, i18n: I18n): readonly (readonly [MessageKey, string])[] {
  const { t, number, duration, at, locale } = i18n
  const { usage } = call
  const facts: (readonly [MessageKey, string | undefined])[] = [
    ['call.fact.status', statusWords(call, t)],
    ['call.fact.at', at(call.at)],
    ['call.fact.provider', call.provider],
    ['call.fact.model', call.model],
    ['call.fact.wireApi', call.wireApi],
    ['call.fact.effort', call.effort === undefined ? undefined : effortWords(call.effort, t)],
    ['call.fact.tokens', usage && tokenWords(usage, number, t)],
    ['call.fact.cached', usage?.cacheReadTokens === undefined ? undefined : number(usage.cacheReadTokens)],
    ['call.fact.reasoning', usage?.reasoningTokens === undefined ? undefined : number(usage.reasoningTokens)],
    [
      'call.fact.cost',
      call.costUsd !== undefined ? usd(call.costUsd, locale) : usage === undefined ? undefined : t('call.costUnknown'),
    ],
    ['call.fact.sent', call.requestBytes === undefined ? undefined : bytes(call.requestBytes, locale)],
    ['call.fact.firstByte', call.firstByteMs === undefined ? undefined : duration(call.firstByteMs)],
    ['call.fact.duration', call.durationMs === undefined ? undefined : duration(call.durationMs)],
    ['call.fact.finish', call.finish === undefined ? undefined : finishWords(call.finish, t)],
  ]
  return facts.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value] as const]))
}
