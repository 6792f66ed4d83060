import type { Clock } from '../platform/clock.ts'

/** Makes guessing slower without ever locking a right credential out: only answers to wrong ones wait. */
export interface SlowDown {
  /** Counts a wrong try of that peer; returns how long its answer should wait, in milliseconds. */
  countWrong(remote: string): number
}

const forgetMs = 60_000
const freeTries = 20
const mostDelayMs = 50
const mostRemotes = 1_000

/** Nobody has failed yet. */
export function createSlowDown(clock: Clock): SlowDown {
  const tries = new Map<string, { count: number; lastAt: number }>()
  return {
    countWrong(remote) {
      const now = clock.monotonic()
      const before = tries.get(remote)
      const count = before === undefined || now - before.lastAt > forgetMs ? 1 : before.count + 1
      tries.delete(remote)
      tries.set(remote, { count, lastAt: now })
      for (const oldest of tries.keys()) {
        if (tries.size <= mostRemotes) break
        tries.delete(oldest)
      }
      return Math.min(Math.max(count - freeTries, 0), mostDelayMs)
    },
  }
}
