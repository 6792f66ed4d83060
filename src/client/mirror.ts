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
   * A snapshot has been asked for: what comes meanwhile is held back, because an answer is taken up a little later than
   * the message behind it.
   */
  hold(): void
  /** A snapshot: everything confirmed before is replaced, what was held back follows, what is pending is shown on top. */
  reset(state: ChannelState, fromSeq: number): void
  /** The host's envelope. Those at or below the snapshot are ignored. */
  receive(envelope: ActionEnvelope): void
  /** Shows an own action at once. */
  predict(clientSeq: number, action: StateAction): void
  /** Takes one prediction back: its echo will not come. */
  forget(clientSeq: number): void
  dropPending(): void
  /** Nothing is confirmed any more; only a snapshot makes it ready again. */
  markGone(reason: string): void
}

/** Own actions waiting for their echo. An action to a channel that does not exist is never echoed, so the list is bounded. */
const maxPending = 200

interface Pending {
  readonly clientSeq: number
  readonly action: StateAction
}

/** The mirror of a channel nothing is known of yet. */
export function createMirror(ownClientId: string): Mirror {
  const view = createCell<ChannelView>({ status: 'loading' })
  let confirmed: ChannelState | undefined
  let seq = -1
  let pending: readonly Pending[] = []
  let held: ActionEnvelope[] | undefined

  function show(): void {
    if (confirmed === undefined) return
    const channel = pending.reduce<ChannelState>((state, entry) => reduceChannel(state, entry.action), confirmed)
    const shown = view.get()
    if (shown.status === 'ready' && shown.channel.state === channel.state && shown.pending === pending.length) return
    view.set({ status: 'ready', channel, pending: pending.length })
  }

  function fold(envelope: ActionEnvelope): void {
    if (confirmed === undefined || envelope.serverSeq <= seq) return
    seq = envelope.serverSeq
    const own = envelope.origin?.clientId === ownClientId ? envelope.origin : undefined
    if (own !== undefined) pending = pending.filter((entry) => entry.clientSeq !== own.clientSeq)
    if (envelope.rejectionReason === undefined) confirmed = reduceChannel(confirmed, envelope.action)
  }

  return {
    view,
    hold() {
      held = []
    },
    reset(state, fromSeq) {
      confirmed = state
      seq = fromSeq
      const waiting = held ?? []
      held = undefined
      for (const envelope of waiting) fold(envelope)
      show()
    },
    receive(envelope) {
      if (held !== undefined) return void held.push(envelope)
      fold(envelope)
      show()
    },
    predict(clientSeq, action) {
      pending = [...pending, { clientSeq, action }].slice(-maxPending)
      show()
    },
    forget(clientSeq) {
      pending = pending.filter((entry) => entry.clientSeq !== clientSeq)
      show()
    },
    dropPending() {
      pending = []
      show()
    },
    markGone(reason) {
      const before = view.get()
      const last = confirmed ?? (before.status === 'gone' ? before.last : undefined)
      pending = []
      held = undefined
      confirmed = undefined
      view.set(last === undefined ? { status: 'gone', reason } : { status: 'gone', reason, last })
    },
  }
}
