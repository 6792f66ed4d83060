import type { StateAction } from '../../protocol/actions.ts'
import type { ChannelKind, ChannelState } from '../../protocol/channel-kind.ts'
import type { ActionEnvelope, ActionOrigin } from '../../protocol/envelope.ts'
import { reduceChannel } from '../../protocol/reducers.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { detailOf } from '../platform/error-detail.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { createListeners } from '../platform/listeners.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { StoreFailure, type LogRecord, type Store } from '../store/store.ts'
import { ChannelMissing, notLogged, type Applied, type Channels, type StateOf } from './channels.ts'
import { createActionRedaction } from './redact-actions.ts'
import { createReplayBuffer, sizeOf, type ReplayLimits } from './replay-buffer.ts'
import { takeBack } from './take-back.ts'
import type { Held, Waiting } from './waiting.ts'

/** What the door is opened on. */
export interface ChannelsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  /** What must be neither kept nor shown; keys of known shapes where none is given. */
  readonly secrets?: SecretBook
  readonly limits?: Partial<ChannelsLimits>
  /** Runs a task at the end of the tick: what groups appends. `setImmediate` unless a test decides. */
  readonly schedule?: (task: () => void) => void
}

/** Bounds on what is kept for clients that were away. */
export interface ChannelsLimits {
  readonly replay: ReplayLimits
  /**
   * A snapshot is written after so many logged actions of a channel, and not before they are as large as the last snapshot
   * was, so that a large state is not written over and over.
   */
  readonly actionsPerSnapshot: number
  /** The most log entries that `since` reads from disk. */
  readonly replayFromDisk: number
}

const defaultLimits: ChannelsLimits = {
  replay: { envelopes: 10_000, bytes: 16 * 1024 * 1024 },
  actionsPerSnapshot: 200,
  replayFromDisk: 10_000,
}

/** Their state is more than the log says (`notLogged`): no snapshot of it belongs on disk, no replay can come from there. */
const partlyLogged: ReadonlySet<ChannelKind> = new Set(['terminal', 'resourceWatch'])

/** Opens the door on what the store holds. */
export function createChannels(options: ChannelsOptions): Channels {
  const { store, clock, logger } = options
  const schedule = options.schedule ?? ((task) => void setImmediate(task))
  const limits = { ...defaultLimits, ...options.limits }
  const secrets = options.secrets ?? createSecretBook()
  const redaction = createActionRedaction(secrets)
  const buffer = createReplayBuffer(store.lastSeq, limits.replay)
  const envelopes = createListeners<[ActionEnvelope]>(logger)
  const applied = createListeners<[Applied]>(logger)
  const openedListeners = createListeners<[string]>(logger)
  const closedListeners = createListeners<[string]>(logger)
  const failureListeners = createListeners<[string | undefined]>(logger)

  const channels = new Map<string, Held>()
  let waiting: Waiting[] = []
  let durable: Waiting[] = []
  let scheduled = false
  let publishing = false
  let failing = false
  let stopped = false
  let added = 0
  let published = 0
  let settling: { readonly upTo: number; readonly resolve: () => void }[] = []

  for (const { channel, state, seq, session } of store.channels()) {
    channels.set(channel, hold(state, seq, { session, logged: true, openedSeq: 0 }))
  }

  function hold(state: ChannelState, seq: number, of: Pick<Held, 'session' | 'logged' | 'openedSeq'>): Held {
    return { current: state, ...of, seq, actionsSinceSnapshot: 0, bytesSinceSnapshot: 0, bytesOfSnapshot: 0 }
  }

  function wait(entry: Waiting): void {
    waiting.push(entry)
    added++
    if (scheduled || stopped) return
    scheduled = true
    schedule(() => {
      scheduled = false
      flush()
    })
  }

  function flush(): void {
    if (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const kept = append(batch)
      published += batch.length - kept.length
      durable.push(...kept)
    }
    publish()
  }

  /** Puts the batch on disk and returns what may be published of it. */
  function append(batch: Waiting[]): Waiting[] {
    const records = batch.flatMap(({ record }) => record ?? [])
    if (records.length === 0) return batch
    try {
      store.append(records)
    } catch (error) {
      const reason = error instanceof StoreFailure ? error.message : 'The event log could not be written.'
      logger.error('An append failed; its actions were taken back', {
        code: error instanceof StoreFailure ? error.code : 'UNKNOWN',
        detail: detailOf(error),
        records: records.length,
      })
      const kept = takeBack(channels, batch, reason, fold)
      failing = true
      failureListeners.tell(reason)
      return kept
    }
    if (failing) writesAgain()
    return batch
  }

  function writesAgain(): void {
    failing = false
    logger.info('The event log takes writes again')
    failureListeners.tell(undefined)
  }

  function publish(): void {
    // A listener that applies and flushes comes back here: the outer loop publishes its entries in their turn.
    if (publishing) return
    publishing = true
    try {
      while (durable.length > 0) {
        const batch = durable
        durable = []
        for (const entry of batch) publishEntry(entry)
        for (const entry of batch) {
          if (entry.kind === 'action')
            applied.tell({ envelope: entry.envelope, before: entry.before, after: entry.after })
        }
        published += batch.length
        writeSnapshots(batch)
      }
    } finally {
      publishing = false
    }
    const done = settling.filter(({ upTo }) => upTo <= published)
    settling = settling.filter(({ upTo }) => upTo > published)
    for (const { resolve } of done) resolve()
  }

  function publishEntry(entry: Waiting): void {
    if (entry.kind === 'opened') return openedListeners.tell(entry.channel)
    if (entry.kind === 'closed') return closedListeners.tell(entry.channel)
    buffer.push(entry.envelope)
    envelopes.tell(entry.envelope)
  }

  function writeSnapshots(batch: readonly Waiting[]): void {
    for (const entry of batch) {
      if (entry.kind !== 'action' || entry.record === undefined) continue
      const { held, channel } = entry
      held.actionsSinceSnapshot++
      held.bytesSinceSnapshot += sizeOf(entry.envelope.action)
      const due =
        held.actionsSinceSnapshot >= limits.actionsPerSnapshot && held.bytesSinceSnapshot >= held.bytesOfSnapshot
      if (due && channels.get(channel) === held) writeSnapshot(channel, held)
    }
  }

  function writeSnapshot(channel: string, held: Held): void {
    if (!held.logged || partlyLogged.has(held.current.kind)) return
    // What still waits for the disk must not reach it by this way.
    if (waiting.some((entry) => entry.channel === channel)) return
    try {
      store.snapshot(channel, held.current, held.seq)
      held.bytesOfSnapshot = sizeOf(held.current)
      held.actionsSinceSnapshot = held.bytesSinceSnapshot = 0
    } catch (error) {
      logger.warn('A snapshot could not be written', { channel, detail: detailOf(error) })
    }
  }

  /** `undefined`: the reducer threw. */
  function fold(state: ChannelState, action: StateAction): ChannelState | undefined {
    try {
      return reduceChannel(state, action)
    } catch (error) {
      logger.error('A reducer failed', { kind: state.kind, action: action.type, detail: detailOf(error) })
      return undefined
    }
  }

  function reject(channel: string, offered: StateAction, origin: ActionOrigin, why: string): ActionEnvelope {
    const { action, reason } = secrets.redactValue({ action: offered, reason: why })
    const envelope: ActionEnvelope = { channel, action, serverSeq: store.nextSeq(), origin, rejectionReason: reason }
    wait({ kind: 'rejected', channel, envelope })
    return envelope
  }

  function applyAs(held: Held, channel: string, action: StateAction, origin?: ActionOrigin): ActionEnvelope {
    const before = held.current
    const after = fold(before, action)
    if (after === undefined) {
      const reason = 'the action could not be folded into the state'
      if (origin !== undefined) return reject(channel, action, origin, reason)
      return { channel, action, serverSeq: store.nextSeq(), rejectionReason: reason }
    }
    const serverSeq = store.nextSeq()
    const envelope: ActionEnvelope = { channel, action, serverSeq, ...(origin && { origin }) }
    held.current = after
    held.seq = serverSeq
    const inLog = held.logged && !notLogged.has(action.type)
    const record: LogRecord = {
      kind: 'action',
      seq: serverSeq,
      channel,
      at: isoNow(clock),
      action,
      ...(origin && { origin }),
    }
    wait({ kind: 'action', channel, held, before, after, envelope, ...(inLog && { record }) })
    return envelope
  }

  function close(channel: string): void {
    const held = channels.get(channel)
    if (held === undefined) return
    for (const [member, { session }] of channels) if (session === channel && member !== channel) close(member)
    channels.delete(channel)
    redaction.forget(channel)
    const record: LogRecord = { kind: 'closed', seq: store.nextSeq(), channel, at: isoNow(clock) }
    wait({ kind: 'closed', channel, held, ...(held.logged && { record }) })
  }

  return {
    get serverSeq() {
      return store.lastSeq
    },
    has: (channel) => channels.has(channel),
    kindOf: (channel) => channels.get(channel)?.current.kind,
    state<K extends ChannelKind>(channel: string, kind: K) {
      const current = channels.get(channel)?.current
      return current?.kind === kind ? (current.state as StateOf<K>) : undefined
    },
    get: (channel) => channels.get(channel)?.current,
    list: (kind) => [...channels].filter(([, { current }]) => current.kind === kind).map(([channel]) => channel),
    open(channel, first, { session, logged = true } = {}) {
      const initial = secrets.redactValue(first)
      if (channels.has(channel)) throw new Error(`the channel ${channel} is open already`)
      const seq = store.nextSeq()
      const held = hold(initial, seq, { session, logged, openedSeq: seq })
      channels.set(channel, held)
      const record: LogRecord = {
        kind: 'opened',
        seq,
        channel,
        at: isoNow(clock),
        initial,
        ...(session !== undefined && { session }),
      }
      wait({ kind: 'opened', channel, held, ...(logged && { record }) })
    },
    close,
    apply(channel, action, origin) {
      const held = channels.get(channel)
      if (held === undefined) throw new ChannelMissing(channel)
      for (const rest of redaction.before(channel, action)) applyAs(held, channel, rest)
      return applyAs(held, channel, redaction.redact(channel, action), origin)
    },
    reject,
    takeNumber: () => store.nextSeq(),
    onEnvelope: envelopes.add,
    onApplied: applied.add,
    onOpened: openedListeners.add,
    onClosed: closedListeners.add,
    onStorageFailure: failureListeners.add,
    recheckStorage() {
      if (failing && store.findObstacle() === undefined) writesAgain()
    },
    flush,
    settled() {
      const upTo = added
      return published >= upTo ? Promise.resolve() : new Promise((resolve) => void settling.push({ upTo, resolve }))
    },
    since(seq, wanted) {
      flush()
      if (seq > store.lastSeq) return undefined
      let onDisk = true
      for (const channel of wanted) {
        const held = channels.get(channel)
        if (held === undefined) continue
        if (held.openedSeq > seq) return undefined
        if (!held.logged || partlyLogged.has(held.current.kind)) onDisk = false
      }
      return buffer.since(seq, wanted) ?? (onDisk ? sinceOnDisk(seq, wanted) : undefined)
    },
    stop() {
      if (stopped) return
      flush()
      stopped = true
      for (const [channel, held] of channels) if (held.actionsSinceSnapshot > 0) writeSnapshot(channel, held)
    },
  }

  function sinceOnDisk(seq: number, wanted: ReadonlySet<string>): readonly ActionEnvelope[] | undefined {
    const records = store.since(seq, wanted)
    if (records === undefined || records.length > limits.replayFromDisk) return undefined
    return records.flatMap((record): ActionEnvelope[] => {
      if (record.kind !== 'action') return []
      const { channel, action, origin } = record
      return [{ channel, action, serverSeq: record.seq, ...(origin && { origin }) }]
    })
  }
}
