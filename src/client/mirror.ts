import type { StateAction } from '../protocol/actions.ts'
import type { ChannelState } from '../protocol/channel-kind.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import { reduceChannel } from '../protocol/reducers.ts'
import { createCell, type Readable } from './readable.ts'

/**
 * A channel as a client sees it. `ready` is the optimistic state: what the host confirmed plus what this client offered
 * and has not heard back about. `gone`: the host has no such channel (any more); `last` is what was known of it.
 */
export type ChannelView =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly channel: ChannelState; readonly pending: number }
  | { readonly status: 'gone'; readonly reason: string; readonly last?: ChannelState }

/** A client's copy of one channel (SPEC 7.3). */
export interface Mirror {
  readonly view: Readable<ChannelView>
  /**
   * A snapshot or a replay has been asked for: what comes meanwhile is held back, because an answer is taken up a little
   * later than the message behind it.
   */
  hold(): void
  /** A snapshot: everything known before is replaced, what is pending is dropped, what was held back follows. */
  reset(state: ChannelState, fromSeq: number): void
  /** What was missed, in order; what was held back follows. */
  replay(envelopes: readonly ActionEnvelope[], ownClientId: string): void
  /** The host's envelope. Those at or below the snapshot are ignored. */
  receive(envelope: ActionEnvelope, ownClientId: string): void
  /** Shows an own action at once. */
  predict(clientSeq: number, action: StateAction): void
  dropPending(): void
  markGone(reason: string): void
}

/** Own actions waiting for their echo. An action to a channel that does not exist is never echoed, so the list is bounded. */
const maxPending = 200

interface Pending {
  readonly clientSeq: number
  readonly action: StateAction
}

export function createMirror(): Mirror {
  const view = createCell<ChannelView>({ status: 'loading' })
  let confirmed: ChannelState | undefined
  let seq = -1
  let pending: readonly Pending[] = []
  let held: { readonly envelope: ActionEnvelope; readonly ownClientId: string }[] | undefined = []

  function show(): void {
    if (confirmed === undefined) return
    const channel = pending.reduce<ChannelState>((state, entry) => reduceChannel(state, entry.action), confirmed)
    const shown = view.get()
    if (shown.status === 'ready' && shown.channel.state === channel.state && shown.pending === pending.length) return
    view.set({ status: 'ready', channel, pending: pending.length })
  }

  function fold(envelope: ActionEnvelope, ownClientId: string): void {
    if (confirmed === undefined || envelope.serverSeq <= seq) return
    seq = envelope.serverSeq
    const own = envelope.origin?.clientId === ownClientId ? envelope.origin : undefined
    if (own !== undefined) pending = pending.filter((entry) => entry.clientSeq !== own.clientSeq)
    if (envelope.rejectionReason === undefined) confirmed = reduceChannel(confirmed, envelope.action)
  }

  function release(): void {
    const waiting = held ?? []
    held = undefined
    for (const { envelope, ownClientId } of waiting) fold(envelope, ownClientId)
    show()
  }

  return {
    view,
    hold() {
      held ??= []
    },
    reset(state, fromSeq) {
      confirmed = state
      seq = fromSeq
      pending = []
      release()
    },
    replay(envelopes, ownClientId) {
      for (const envelope of envelopes) fold(envelope, ownClientId)
      release()
    },
    receive(envelope, ownClientId) {
      if (held !== undefined) return void held.push({ envelope, ownClientId })
      fold(envelope, ownClientId)
      show()
    },
    predict(clientSeq, action) {
      pending = [...pending, { clientSeq, action }].slice(-maxPending)
      show()
    },
    dropPending() {
      pending = []
      show()
    },
    markGone(reason) {
      pending = []
      held = undefined
      view.set(confirmed === undefined ? { status: 'gone', reason } : { status: 'gone', reason, last: confirmed })
    },
  }
}
