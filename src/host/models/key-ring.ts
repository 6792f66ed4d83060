import type { Clock } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'

/** A key as it is held: in memory, for one resource. */
export interface HeldKey {
  readonly token: string
  readonly source: 'environment' | 'client'
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** The keys of this host, by resource. Each is in the secret book as long as it is here. */
export interface KeyRing {
  /** The key to call with: a client's before the environment's; none that has expired. */
  get(resource: string): HeldKey | undefined
  /** `expiresInS` in seconds. Takes the place of an earlier key of this source. */
  put(resource: string, token: string, source: HeldKey['source'], expiresInS?: number): void
  /** Forgets the client's key, or where there is none that of the environment; answers whether there was one. */
  forget(resource: string): boolean
  /** Forgets all. */
  stop(): void
}

interface Entry {
  readonly key: HeldKey
  readonly release: Dispose
}

/** Timers take no more (about 24 days); what expires later is found when it is asked for. */
const longestTimerMs = 2 ** 31 - 1

/** An empty ring. `onExpired` is told once for each key whose time is over. */
export function createKeyRing({
  clock,
  after,
  secrets,
  onExpired,
}: {
  clock: Clock
  after: After
  secrets: SecretBook
  onExpired(resource: string): void
}): KeyRing {
  const entries = new Map<string, Entry>()
  const idOf = (resource: string, source: HeldKey['source']) => `${source} ${resource}`

  const drop = (id: string): boolean => {
    const entry = entries.get(id)
    entries.delete(id)
    entry?.release()
    return entry !== undefined
  }

  /** Drops a key whose time is over. */
  const live = (resource: string, source: HeldKey['source']): HeldKey | undefined => {
    const id = idOf(resource, source)
    const key = entries.get(id)?.key
    if (key?.expiresAt === undefined || clock.now() < key.expiresAt) return key
    drop(id)
    onExpired(resource)
    return undefined
  }

  return {
    get: (resource) => live(resource, 'client') ?? live(resource, 'environment'),
    put(resource, token, source, expiresInS) {
      const id = idOf(resource, source)
      drop(id)
      const unhold = secrets.hold(token, `key of ${new URL(resource).host}`)
      const expiresAt = expiresInS === undefined ? undefined : clock.now() + expiresInS * 1000
      const cancel =
        expiresInS === undefined
          ? () => {}
          : after(Math.min(longestTimerMs, expiresInS * 1000), () => void live(resource, source))
      const release = () => {
        cancel()
        unhold()
      }
      entries.set(id, { key: { token, source, ...(expiresAt === undefined ? {} : { expiresAt }) }, release })
    },
    forget: (resource) => drop(idOf(resource, 'client')) || drop(idOf(resource, 'environment')),
    stop() {
      for (const id of [...entries.keys()]) drop(id)
    },
  }
}
