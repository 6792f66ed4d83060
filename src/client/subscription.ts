import type { ActionEnvelope } from '../protocol/envelope.ts'
import { channelStateOf, type Snapshot } from '../protocol/snapshot.ts'
import { createMirror, type ChannelView, type Mirror } from './mirror.ts'
import type { Readable } from './readable.ts'

/** A channel that somebody watches. Release it once; the last release unsubscribes. */
export interface WatchedChannel {
  readonly view: Readable<ChannelView>
  release(): void
}

/** Asks a host for channels. */
export interface SubscriptionWire {
  /** Settles with the snapshot, or with why there is none; undefined when no answer came. */
  subscribe(channel: string): Promise<SubscribeAnswer | undefined>
  unsubscribe(channel: string): void
}

/** What the host answered to `subscribe`. */
export type SubscribeAnswer =
  { readonly kind: 'snapshot'; readonly snapshot: Snapshot } | { readonly kind: 'gone'; readonly reason: string }

/** All channels this client watches, counted, with their mirrors. */
export interface Subscriptions {
  /** Subscribes; a channel that was gone is asked for again. */
  watch(channel: string): WatchedChannel
  /** Channels with at least one watcher. */
  channels(): string[]
  mirror(channel: string): Mirror | undefined
  /** A snapshot for a channel; an unknown kind of state counts as gone. */
  reset(snapshot: Snapshot): void
  receive(envelope: ActionEnvelope): void
  markGone(channel: string, reason: string): void
  /** Takes back one own action, or all of them. */
  forget(channel: string, clientSeq: number): void
  dropPending(): void
  /**
   * There is a connection, subscribed to the channels of `resumed` and without those of `gone`: asks for the others that
   * are watched, leaves those nobody watches any more. Settles when each has been answered.
   */
  attach(wire: SubscriptionWire, resumed: ReadonlySet<string>, gone: readonly string[]): Promise<void>
  detach(): void
}

interface Entry {
  readonly mirror: Mirror
  watchers: number
  /** On this connection: an answer is under way, or not needed. */
  asked: boolean
  /** Its state is one that a replay can build on. */
  current: boolean
}

export const noState = 'This kind of channel is not known here.'

/** `onGone`: the host does not have the channel, so nothing that was offered to it will be answered. */
export function createSubscriptions(
  clientId: string,
  onGone: (channel: string, reason: string) => void = () => {},
): Subscriptions {
  const watched = new Map<string, Entry>()
  let wire: SubscriptionWire | undefined

  async function ask(channel: string, entry: Entry): Promise<void> {
    const current = wire
    if (current === undefined || entry.asked) return
    entry.asked = true
    entry.current = false
    entry.mirror.hold()
    const answer = await current.subscribe(channel)
    // Another connection asks anew; a channel watched again since has a mirror and a question of its own.
    if (answer === undefined || current !== wire || watched.get(channel) !== entry) return
    if (answer.kind === 'snapshot') reset(channel, entry, answer.snapshot)
    else gone(channel, entry, answer.reason)
  }

  function reset(channel: string, entry: Entry, snapshot: Snapshot): void {
    const state = channelStateOf(snapshot)
    if (state === undefined) gone(channel, entry, noState)
    else {
      entry.current = true
      entry.mirror.reset(state, snapshot.fromSeq)
    }
  }

  function gone(channel: string, entry: Entry, reason: string): void {
    entry.asked = false
    entry.current = false
    entry.mirror.markGone(reason)
    onGone(channel, reason)
  }

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
      const entry = watched.get(channel) ?? {
        mirror: createMirror(clientId),
        watchers: 0,
        asked: false,
        current: false,
      }
      watched.set(channel, entry)
      entry.watchers += 1
      void ask(channel, entry)
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
      const entry = watched.get(snapshot.resource)
      if (entry !== undefined) reset(snapshot.resource, entry, snapshot)
    },
    receive(envelope) {
      watched.get(envelope.channel)?.mirror.receive(envelope)
    },
    markGone(channel, reason) {
      const entry = watched.get(channel)
      if (entry !== undefined) gone(channel, entry, reason)
    },
    forget(channel, clientSeq) {
      watched.get(channel)?.mirror.forget(clientSeq)
    },
    dropPending() {
      for (const { mirror } of watched.values()) mirror.dropPending()
    },
    async attach(next, resumed, missing) {
      wire = next
      for (const channel of resumed) {
        const entry = watched.get(channel)
        if (entry === undefined) next.unsubscribe(channel)
        else entry.asked = entry.current
      }
      const unknown = [...watched].filter(([channel]) => !missing.includes(channel))
      await Promise.all(unknown.map(([channel, entry]) => ask(channel, entry)))
    },
    detach() {
      wire = undefined
      for (const entry of watched.values()) entry.asked = false
    },
  }
}
