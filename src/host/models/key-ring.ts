import type { Clock } from '../platform/clock.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'

/** A key as it is held: in memory only. */
export interface HeldKey {
  readonly token: string
  readonly source: 'environment' | 'client'
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** The keys of this host. Each is in the secret book as long as it is here. */
export interface KeyRing {
  /** The key of a place; none that has expired. */
  get(place: string): HeldKey | undefined
  /** `name`: what stands in texts instead of the key. Takes the place of an earlier key. */
  put(place: string, key: HeldKey, name: string): void
  /** Answers whether there was one. */
  forget(place: string): boolean
  /** Forgets all. */
  stop(): void
}

/** Timers take no more (about 24 days); what expires later is found when it is asked for. */
const longestTimerMs = 2 ** 31 - 1

/** An empty ring. `onExpired` is told once for each key whose time is over, by its place. */
export function createKeyRing({
  clock,
  after,
  secrets,
  onExpired,
}: {
  clock: Clock
  after: After
  secrets: SecretBook
  onExpired(place: string): void
}): KeyRing {
  const entries = new Map<string, { readonly key: HeldKey; release(): void }>()

  const forget = (place: string): boolean => {
    const entry = entries.get(place)
    entries.delete(place)
    entry?.release()
    return entry !== undefined
  }

  const get = (place: string): HeldKey | undefined => {
    const key = entries.get(place)?.key
    if (key?.expiresAt === undefined || clock.now() < key.expiresAt) return key
    forget(place)
    onExpired(place)
    return undefined
  }

  return {
    get,
    forget,
    put(place, key, name) {
      // Held before the earlier one is let go: it may be the same.
      const unhold = secrets.hold(key.token, name)
      forget(place)
      const cancel =
        key.expiresAt === undefined
          ? () => {}
          : after(Math.min(longestTimerMs, key.expiresAt - clock.now()), () => void get(place))
      entries.set(place, {
        key,
        release() {
          cancel()
          unhold()
        },
      })
    },
    stop() {
      for (const place of [...entries.keys()]) forget(place)
    },
  }
}
