import type { Database } from 'better-sqlite3'
import type { StateAction } from '../../protocol/actions.ts'
import type { ActionOrigin } from '../../protocol/envelope.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import { DiskRefusal } from '../platform/disk-refusal.ts'

/** One line of the event log. Exactly one of the three kinds of fact. */
export type LogRecord =
  | {
      readonly kind: 'opened'
      readonly seq: number
      readonly channel: string
      readonly at: string
      readonly initial: ChannelState
      readonly session?: string
    }
  | {
      readonly kind: 'action'
      readonly seq: number
      readonly channel: string
      readonly at: string
      readonly action: StateAction
      readonly origin?: ActionOrigin
    }
  | { readonly kind: 'closed'; readonly seq: number; readonly channel: string; readonly at: string }

/** A channel as found on disk: the last snapshot with everything after it already folded in. */
export interface StoredChannel {
  readonly channel: string
  readonly state: ChannelState
  /** The sequence number the state stands at. */
  readonly seq: number
  readonly session?: string
}

/** Why the data folder is as it is, in words a person can act on. */
export type StoreMode = { readonly status: 'writable' } | { readonly status: 'read-only'; readonly reason: string }

/** A write that the disk refused. `code` is SQLite's or the system's (SQLITE_FULL, EROFS …). */
export class StoreFailure extends DiskRefusal {
  readonly code: string
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreFailure'
    this.code = code
  }
}

/** The data folder's database: `roadstead.db`. One process owns it (EXCLUSIVE); see `openStore`. */
export interface Store {
  readonly mode: StoreMode
  /** Something the person should know: a damaged database was set aside, say. */
  readonly notice?: string
  /**
   * The next sequence number. Reserved on disk in blocks, so that no host life ever reissues one. Throws StoreFailure when
   * the disk has refused a new block for so long that the last one is used up.
   */
  nextSeq(): number
  /** The highest number given out so far in any life. */
  readonly lastSeq: number
  /** One transaction, on disk when it returns. Throws StoreFailure; then nothing of the batch is kept. */
  append(batch: readonly LogRecord[]): void
  /** All open channels, each with its log folded. */
  channels(): readonly StoredChannel[]
  /** Actions with `seq > after` of these channels, in order; undefined when the log no longer reaches back that far. */
  since(after: number, channels: ReadonlySet<string>): readonly LogRecord[] | undefined
  /** Writes a snapshot of a channel so that the next start reads less. */
  snapshot(channel: string, state: ChannelState, seq: number): void
  /** Small named JSON values: folder trust, recent folders, the port used last. */
  readonly values: { get(key: string): unknown; set(key: string, value: unknown): void; delete(key: string): void }
  /** The database itself, for the tables of other rooms (audit, hunks, devices); they create their own. */
  readonly database: Database
  /** Runs what writes to the database in one transaction. Throws StoreFailure in words; then nothing of it is kept. */
  write<T>(action: () => T): T
  /**
   * Keeps content by hash under `blobs/` for as long as `owner` (a session) keeps it; returns the SHA-256 in hex. Atomic; an
   * existing blob is not rewritten.
   */
  putBlob(content: Uint8Array | string, owner: string): string
  getBlob(hash: string): Uint8Array | undefined
  /** Lets go of an owner's content: what nobody else keeps is removed from the disk. */
  releaseBlobs(owner: string): void
  /** Folds the write-ahead log in, so that what was deleted is in no file any more. Throws StoreFailure. */
  foldIn(): void
  /** Why a write would fail now, in words; undefined when the disk takes it. Tries one. */
  findObstacle(): string | undefined
  close(): void
}

/** `owned`: another process has the folder; its pid and address are what `endpoint.json` says. `failed`: nothing is open. */
export type OpenedStore =
  | { readonly kind: 'opened'; readonly store: Store }
  | { readonly kind: 'owned'; readonly pid?: number; readonly url?: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string }
