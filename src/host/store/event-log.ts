import type { Database } from 'better-sqlite3'
import { reduceChannel } from '../../protocol/reducers.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import { decodeAction, decodeOpened, decodeState, encodeBody, type StoredBody } from './stored-body.ts'
import type { LogRecord, StoredChannel } from './store.ts'

type LogRow = StoredBody & { seq: number; channel: string; kind: string; at: string }

/** The event log and the snapshots in a database at the present version. Throws the database's own errors. */
export interface EventLog {
  append(batch: readonly LogRecord[]): void
  snapshot(channel: string, state: ChannelState, seq: number): void
  since(after: number, channels: ReadonlySet<string>): readonly LogRecord[] | undefined
  /** Open channels with their log folded, and how many entries could not be read. */
  load(): { channels: StoredChannel[]; unreadable: number }
}

/** The event log in an open database. */
export function createEventLog(database: Database): EventLog {
  const insert = database.prepare<[number, string, string, string, string, number]>(
    'INSERT INTO log (seq, channel, kind, at, body, crc) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const addOpen = database.prepare<[string, number, string | null]>(
    'INSERT OR REPLACE INTO open_channels (channel, opened_seq, session) VALUES (?, ?, ?)',
  )
  const removeOpen = database.prepare<[string]>('DELETE FROM open_channels WHERE channel = ?')
  const removeRows = database.prepare<[string]>('DELETE FROM log WHERE channel = ?')
  const removeSnapshot = database.prepare<[string]>('DELETE FROM snapshots WHERE channel = ?')
  const putSnapshot = database.prepare<[string, number, string, number]>(
    'INSERT OR REPLACE INTO snapshots (channel, seq, body, crc) VALUES (?, ?, ?, ?)',
  )
  const getSnapshot = database.prepare<[string], StoredBody & { seq: number }>(
    'SELECT seq, body, crc FROM snapshots WHERE channel = ?',
  )
  const listOpen = database.prepare<[], { channel: string; opened_seq: number; session: string | null }>(
    'SELECT channel, opened_seq, session FROM open_channels ORDER BY opened_seq',
  )
  const rowsOf = database.prepare<[string, number], LogRow>(
    'SELECT seq, channel, kind, at, body, crc FROM log WHERE channel = ? AND seq > ? ORDER BY seq',
  )

  const append = database.transaction((batch: readonly LogRecord[]) => {
    for (const record of batch) {
      const { body, crc } = encodeBody(bodyOf(record))
      // Of a closed channel nothing is kept but that it was closed: what it held can be read by nobody any more.
      if (record.kind === 'closed') removeRows.run(record.channel)
      insert.run(record.seq, record.channel, record.kind, record.at, body, crc)
      if (record.kind === 'action') continue
      removeSnapshot.run(record.channel)
      if (record.kind === 'opened') addOpen.run(record.channel, record.seq, record.session ?? null)
      else removeOpen.run(record.channel)
    }
  })

  function loadChannel(channel: string, openedSeq: number, session: string | null) {
    let unreadable = 0
    const kept = getSnapshot.get(channel)
    let state = kept && decodeState(kept)
    if (kept !== undefined && state === undefined) unreadable++
    let seq = state === undefined ? openedSeq - 1 : kept!.seq
    for (const row of rowsOf.iterate(channel, seq)) {
      const folded = foldRow(state, row)
      if (folded === undefined) unreadable++
      else state = folded
      seq = row.seq
    }
    const stored: StoredChannel | undefined = state && { channel, state, seq, ...(session !== null && { session }) }
    return { stored, unreadable }
  }

  return {
    append: (batch) => void append.immediate(batch),
    snapshot(channel, state, seq) {
      const { body, crc } = encodeBody(state)
      putSnapshot.run(channel, seq, body, crc)
    },
    since(after, channels) {
      const records: LogRecord[] = []
      for (const channel of channels) {
        for (const row of rowsOf.iterate(channel, after)) {
          const record = recordOf(row)
          if (record === undefined || record.kind === 'opened') return undefined
          records.push(record)
        }
      }
      return records.sort((a, b) => a.seq - b.seq)
    },
    load() {
      const channels: StoredChannel[] = []
      let unreadable = 0
      for (const row of listOpen.all()) {
        const loaded = loadChannel(row.channel, row.opened_seq, row.session)
        unreadable += loaded.unreadable
        if (loaded.stored !== undefined) channels.push(loaded.stored)
      }
      return { channels, unreadable }
    },
  }
}

function bodyOf(record: LogRecord): object {
  if (record.kind === 'action')
    return record.origin ? { action: record.action, origin: record.origin } : { action: record.action }
  if (record.kind === 'closed') return {}
  return record.session === undefined
    ? { initial: record.initial }
    : { initial: record.initial, session: record.session }
}

function recordOf(row: LogRow): LogRecord | undefined {
  const { seq, channel, at } = row
  if (row.kind === 'closed') return { kind: 'closed', seq, channel, at }
  if (row.kind === 'action') {
    const body = decodeAction(row)
    return body && { kind: 'action', seq, channel, at, ...body }
  }
  const body = decodeOpened(row)
  return body && { kind: 'opened', seq, channel, at, ...body }
}

/** The state after one row; `undefined`: the row is damaged, or there is nothing to fold it into. */
function foldRow(state: ChannelState | undefined, row: LogRow): ChannelState | undefined {
  const record = recordOf(row)
  if (record?.kind === 'opened') return record.initial
  if (record?.kind !== 'action' || state === undefined) return undefined
  try {
    return reduceChannel(state, record.action)
  } catch {
    return undefined
  }
}
