import type { ActionEnvelope } from '../protocol/envelope.ts'
import { channelStateOf, type Snapshot } from '../protocol/snapshot.ts'
import type { WatchedChannel } from './host-client.ts'
import { createMirror, type Mirror } from './mirror.ts'

/** Sends subscribe and unsubscribe while there is a connection. */
export interface SubscriptionWire {
  subscribe(channel: string): void
  unsubscribe(channel: string): void
}

/** All channels this client watches, counted, with their mirrors. */
export interface Subscriptions {
  watch(channel: string): WatchedChannel
  /** Channels with at least one watcher. */
  channels(): string[]
  mirror(channel: string): Mirror | undefined
  /** A snapshot for a channel; an unknown kind of state counts as gone. */
  reset(snapshot: Snapshot): void
  receive(envelope: ActionEnvelope): void
  /** Answers to `subscribe` (one channel) or `reconnect` (all) are on their way. */
  hold(channel?: string): void
  /** What was missed on all channels (SPEC section 5). */
  replay(envelopes: readonly ActionEnvelope[]): void
  markGone(channel: string, reason: string): void
  dropPending(): void
  /** Channels still without any state. */
  loading(): string[]
  attach(wire: SubscriptionWire | undefined): void
}

export function createSubscriptions(clientId: string): Subscriptions {
  const watched = new Map<string, { mirror: Mirror; watchers: number }>()
  let wire: SubscriptionWire | undefined

  function release(channel: string): void {
    const entry = watched.get(channel)
    if (entry === undefined) return
    entry.watchers -= 1
    if (entry.watchers > 0) return
    watched.delete(channel)
    wire?.unsubscribe(channel)
  }

  return {
    watch(channel) {
      let entry = watched.get(channel)
      if (entry === undefined) {
        entry = { mirror: createMirror(), watchers: 0 }
        watched.set(channel, entry)
        wire?.subscribe(channel)
      }
      entry.watchers += 1
      let released = false
      return {
        view: entry.mirror.view,
        release() {
          if (released) return
          released = true
          release(channel)
        },
      }
    },
    channels: () => [...watched.keys()],
    mirror: (channel) => watched.get(channel)?.mirror,
    reset(snapshot) {
      const mirror = watched.get(snapshot.resource)?.mirror
      if (mirror === undefined) return
      const state = channelStateOf(snapshot)
      if (state === undefined) mirror.markGone('This kind of channel is not known here.')
      else mirror.reset(state, snapshot.fromSeq)
    },
    receive(envelope) {
      watched.get(envelope.channel)?.mirror.receive(envelope, clientId)
    },
    hold(channel) {
      if (channel !== undefined) watched.get(channel)?.mirror.hold()
      else for (const { mirror } of watched.values()) mirror.hold()
    },
    replay(envelopes) {
      for (const [channel, { mirror }] of watched) {
        mirror.replay(
          envelopes.filter((envelope) => envelope.channel === channel),
          clientId,
        )
      }
    },
    markGone(channel, reason) {
      watched.get(channel)?.mirror.markGone(reason)
    },
    dropPending() {
      for (const { mirror } of watched.values()) mirror.dropPending()
    },
    loading: () =>
      [...watched].filter(([, entry]) => entry.mirror.view.get().status === 'loading').map(([name]) => name),
    attach(next) {
      wire = next
    },
  }
}
