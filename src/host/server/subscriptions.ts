import { downgradeState } from '../../protocol/downgrade.ts'
import { internalError, invalidParams } from '../../protocol/errors.ts'
import type { Snapshot } from '../../protocol/snapshot.ts'
import type { Channels } from '../channels/channels.ts'
import { windowTurns } from './turn-window.ts'

/** One channel of one connection. */
export interface Subscription {
  /** Envelopes up to this number are in the snapshot already. */
  readonly fromSeq: number
  /** How long text may be held back to be merged. */
  readonly maxLatencyMs: number
  /** The oldest turn of a chat this client holds; undefined: all of them, or nobody knows. */
  cursor: string | undefined
}

/** What one connection is subscribed to. */
export interface Subscriptions {
  has(channel: string): boolean
  get(channel: string): Subscription | undefined
  /** Throws `invalidParams` when these would be too many. */
  checkRoom(wanted: readonly string[]): void
  /** Subscribes, or does so anew, and returns the state that everything later builds on. Flush the channels first. */
  takeSnapshot(channel: string, protocolVersion: string, turns?: number, maxLatencyMs?: number): Snapshot
  /** Goes on at the live edge: what was missed has been replayed. */
  resume(channel: string): void
  drop(channel: string): void
  /** As `drop`, for a channel that is gone: nobody is told. */
  forget(channel: string): void
  clear(): void
}

/** Longer than that no update is held back, whatever the client allows. */
const longestLatencyMs = 1000

/** The subscriptions of one connection; `onChange` is told of each that comes or goes. */
export function createSubscriptions(
  channels: Channels,
  limit: number,
  onChange: (channel: string, change: 1 | -1) => void,
): Subscriptions {
  const held = new Map<string, Subscription>()

  function add(channel: string, subscription: Subscription): void {
    const isNew = !held.has(channel)
    held.set(channel, subscription)
    if (isNew) onChange(channel, 1)
  }

  function drop(channel: string): void {
    if (held.delete(channel)) onChange(channel, -1)
  }

  return {
    has: (channel) => held.has(channel),
    get: (channel) => held.get(channel),
    checkRoom(wanted) {
      const more = wanted.filter((channel) => !held.has(channel)).length
      if (held.size + more > limit) throw invalidParams(`more than ${limit} subscriptions`)
    },
    takeSnapshot(channel, protocolVersion, turns, maxLatencyMs = 0) {
      const current = channels.get(channel)
      if (current === undefined) throw internalError()
      const state =
        current.kind === 'chat' ? windowTurns(current.state, turns) : downgradeState(protocolVersion, current.state)
      const cursor = 'turnsNextCursor' in state ? state.turnsNextCursor : undefined
      const fromSeq = channels.serverSeq
      add(channel, { fromSeq, maxLatencyMs: Math.min(Math.max(maxLatencyMs, 0), longestLatencyMs), cursor })
      return { resource: channel, state, fromSeq }
    },
    resume: (channel) => add(channel, { fromSeq: channels.serverSeq, maxLatencyMs: 0, cursor: undefined }),
    drop,
    forget: (channel) => void held.delete(channel),
    clear() {
      for (const channel of [...held.keys()]) drop(channel)
    },
  }
}
