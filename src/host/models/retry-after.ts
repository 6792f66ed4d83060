import type { ErrorFacts } from './error-facts.ts'

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * How long a provider asks to be left alone, in milliseconds: `retry-after-ms`, `retry-after` (seconds or an HTTP date; RFC 9110
 * section 10.2.3), a delay in the body, or in its words ("try again in 1.5s", "retry after 6 seconds").
 * `now`: milliseconds since the epoch.
 */
export function retryAfterMs(facts: ErrorFacts, now: number): number | undefined {
  const inMs = Number(facts.headers['retry-after-ms'])
  if (facts.headers['retry-after-ms'] !== undefined && inMs >= 0) return inMs
  const header = facts.headers['retry-after']
  if (header !== undefined && header !== '') {
    const seconds = Number(header)
    if (seconds >= 0) return seconds * 1000
    const at = Date.parse(header)
    if (!Number.isNaN(at)) return Math.max(0, at - now)
  }
  if (facts.bodyRetryMs !== undefined) return facts.bodyRetryMs
  const said = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|s|m|h)\w*\s?)+)/i.exec(facts.message)?.[1]
  if (said === undefined) return undefined
  let sum = 0
  for (const [, amount, unit] of said.matchAll(/(\d+(?:\.\d+)?)\s?(ms|s|m|h)/gi)) {
    sum += Number(amount) * (unitMs[unit?.toLowerCase() ?? ''] ?? 0)
  }
  return sum
}
