import type { ChannelState } from '../../protocol/channel-kind.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { LogRecord } from '../store/store.ts'

/** A channel in memory. */
export type Held = {
  current: ChannelState
  readonly logged: boolean
  readonly session: string | undefined
  /** 0: opened in an earlier life of the host. */
  readonly openedSeq: number
  /** The number of the last action folded in. */
  seq: number
  actionsSinceSnapshot: number
  bytesSinceSnapshot: number
  bytesOfSnapshot: number
}

type OfChannel = { readonly channel: string; readonly record?: LogRecord; readonly held: Held }
type Opening = OfChannel & { readonly kind: 'opened' }
type Closing = OfChannel & { readonly kind: 'closed' }
type Folding = OfChannel & {
  readonly kind: 'action'
  readonly before: ChannelState
  readonly after: ChannelState
  readonly envelope: ActionEnvelope
}
type Rejecting = {
  readonly kind: 'rejected'
  readonly channel: string
  readonly record?: undefined
  readonly envelope: ActionEnvelope
}

/** Something waiting for the tick's append. `record`: its line in the log, if it has one. */
export type Waiting = Opening | Closing | Folding | Rejecting
