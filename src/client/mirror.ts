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
  /** A snapshot: everything known before is replaced; what is pending is dropped. */
  reset(state: ChannelState, fromSeq: number): void
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

  function show(): void {
    if (confirmed === undefined) return
    const channel = pending.reduce<ChannelState>((state, entry) => reduceChannel(state, entry.action), confirmed)
    const shown = view.get()
    if (shown.status === 'ready' && shown.channel === channel && shown.pending === pending.length) return
    if (shown.status === 'ready' && shown.channel.state === channel.state && shown.pending === pending.length) return
    view.set({ status: 'ready', channel, pending: pending.length })
  }

  return {
    view,
    reset(state, fromSeq) {
      confirmed = state
      seq = fromSeq
      pending = []
      show()
    },
    receive(envelope, ownClientId) {
      if (confirmed === undefined || envelope.serverSeq <= seq) return
      seq = envelope.serverSeq
      const own = envelope.origin?.clientId === ownClientId ? envelope.origin : undefined
      if (own !== undefined) pending = pending.filter((entry) => entry.clientSeq !== own.clientSeq)
      if (envelope.rejectionReason === undefined) confirmed = reduceChannel(confirmed, envelope.action)
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
      view.set(confirmed === undefined ? { status: 'gone', reason } : { status: 'gone', reason, last: confirmed })
    },
  }
}
