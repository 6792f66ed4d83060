import type { ModelFailureKind } from '../../protocol/model-failures.ts'
import type { ModelFailure } from './models.ts'

/** How often a call may be made again, by what went wrong. Nothing else is tried again. */
const mostRetries: Partial<Record<ModelFailureKind, number>> = {
  'rate-limit': 5,
  overloaded: 5,
  'server-error': 4,
  unreachable: 3,
  'broken-stream': 2,
  'empty-answer': 1,
}

/** A server of this machine that refuses connections is not running: asking again a little later is enough. */
const mostLocalRetries = 1

/** All waits of one call together. Who is to wait longer hears of it and decides. */
const longestWaitMs = 120_000
const firstWaitMs = 500
const longestBackoffMs = 20_000

/** What decides whether a call is made again. */
export interface RetryState {
  /** How often this call has been made again for a failure of this kind, and for any. */
  readonly sameKind: number
  readonly all: number
  readonly waitedMs: number
  readonly local: boolean
}

/**
 * How long to wait before a call is made again, in milliseconds; undefined: not at all. The wait doubles, by up to a quarter more
 * or less so that many callers do not come back as one, and is never shorter than the provider asked for.
 * `random`: from 0 up to 1.
 */
export function retryWait(failure: ModelFailure, state: RetryState, random: () => number): number | undefined {
  const most = retriesOf(failure, state.local)
  if (state.sameKind >= most || state.all >= 5) return undefined
  if (failure.kind === 'empty-answer') return 0
  const backoff = Math.min(longestBackoffMs, firstWaitMs * 2 ** state.all) * (0.75 + random() / 2)
  const wait = Math.round(Math.max(backoff, failure.retryAfterMs ?? 0))
  return state.waitedMs + wait > longestWaitMs ? undefined : wait
}

/** How often at most a call is made again for this failure. */
export function retriesOf(failure: ModelFailure, local: boolean): number {
  if (!failure.retryable) return 0
  if (failure.kind === 'unreachable' && local) return mostLocalRetries
  return mostRetries[failure.kind] ?? 0
}
