import type { StateAction } from '../../protocol/actions.ts'
import type { ChannelKind, ChannelState } from '../../protocol/channel-kind.ts'
import type { ActionEnvelope, ActionOrigin } from '../../protocol/envelope.ts'
import type { Dispose } from '../platform/disposable.ts'

/** Something applied, as listeners see it: on disk (unless the action is one of those never logged), folded, numbered. */
export interface Applied {
  readonly envelope: ActionEnvelope
  /** State before and after the fold. Same reference: the reducer changed nothing. */
  readonly before: ChannelState
  readonly after: ChannelState
}

/** The state of one kind. */
export type StateOf<K extends ChannelKind> = Extract<ChannelState, { kind: K }>['state']

/**
 * The one door. Only `apply` changes channel state: append to the event log, fold with the reducer, publish the envelope.
 * Folding happens at once, so the caller reads its own writes; publishing and reactors come after the append is on disk
 * (grouped per tick). Where the disk refuses, the fold is taken back, client actions are rejected with the reason, and
 * nothing is published.
 */
export interface Channels {
  /** The host's current sequence number. */
  readonly serverSeq: number
  has(channel: string): boolean
  kindOf(channel: string): ChannelKind | undefined
  /** The state now; undefined when there is no such channel or it is of another kind. Never mutate it. */
  state<K extends ChannelKind>(channel: string, kind: K): StateOf<K> | undefined
  get(channel: string): ChannelState | undefined
  /** All channels of a kind. */
  list(kind: ChannelKind): readonly string[]
  /** Opens a channel with its first state. `session`: the session URI it belongs to and is closed with. */
  open(channel: string, initial: ChannelState, options?: { session?: string; logged?: boolean }): void
  /** Closes it: no more state, no more envelopes; subscribers are told by `onClosed`. */
  close(channel: string): void
  /**
   * Numbers and folds at once; the envelope is published with the tick's append. Where a reducer throws, the answer carries
   * a rejection reason and nothing has changed. Throws ChannelMissing for a channel that is not open, and StoreFailure in
   * the one case where the disk has been refusing for so long that no number is left.
   */
  apply(channel: string, action: StateAction, origin?: ActionOrigin): ActionEnvelope
  /** The echo that says no: consumes a sequence number, changes nothing, is not logged (SPEC 7.2). */
  reject(channel: string, action: StateAction, origin: ActionOrigin, reason: string): ActionEnvelope
  /**
   * A number for an envelope that only one client gets, a page of older turns say. Flush first: it is higher than the number
   * of everything published so far.
   */
  takeNumber(): number
  /** Envelopes in order, for the server to publish. Rejections included. */
  onEnvelope(listener: (envelope: ActionEnvelope) => void): Dispose
  /** Applied actions in order, after they are on disk and published: for reactors. */
  onApplied(listener: (applied: Applied) => void): Dispose
  onOpened(listener: (channel: string) => void): Dispose
  onClosed(listener: (channel: string) => void): Dispose
  /** The disk refused a write, or takes writes again (undefined). */
  onStorageFailure(listener: (reason: string | undefined) => void): Dispose
  /** After a refusal: tries whether the disk takes writes again, and tells so if it does. */
  recheckStorage(): void
  /**
   * Appends and publishes what is waiting now instead of at the end of the tick. Before a snapshot is handed out: what a
   * client has seen must be on disk.
   */
  flush(): void
  /** Settles when everything applied so far is on disk and published (or was taken back). */
  settled(): Promise<void>
  /** Envelopes after `seq` for these channels; undefined when the replay buffer does not reach back that far. */
  since(seq: number, channels: ReadonlySet<string>): readonly ActionEnvelope[] | undefined
  stop(): void
}

/** `apply` named a channel that is not open (any more). */
export class ChannelMissing extends Error {
  readonly channel: string
  constructor(channel: string) {
    super(`there is no channel ${channel}`)
    this.name = 'ChannelMissing'
    this.channel = channel
  }
}

/** Actions never written to the event log (DESIGN, invariant 2): terminal output and input, resource watches. */
export const notLogged: ReadonlySet<string> = new Set(['terminal/data', 'terminal/input', 'resourceWatch/changed'])
