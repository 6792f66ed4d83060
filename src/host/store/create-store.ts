import type { Database } from 'better-sqlite3'
import fs from 'node:fs'
import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { createBlobs } from './blobs.ts'
import type { EventLog } from './event-log.ts'
import { createSequence, createUnreservedSequence } from './sequence.ts'
import { causeOf, codeOf } from './storage-words.ts'
import { probeWrites } from './write-probe.ts'
import { StoreFailure, type Store, type StoredChannel, type StoreMode } from './store.ts'

/** What a store is put together from. */
export interface StoreParts {
  readonly dataDir: string
  readonly clock: Clock
  readonly logger: Logger
  readonly database: Database
  readonly log: EventLog
  /** As found when the database was opened. */
  readonly channels: readonly StoredChannel[]
  readonly mode: StoreMode
  /** Why the mode is read-only. */
  readonly code?: string
  readonly notice?: string
  /** Gives the folder back. */
  release(): void
}

/** The write-ahead log is folded into the database when it is larger than this, however busy the host is. */
const walCapBytes = 8 * 1024 * 1024
/** Looking at the file's size costs a system call: done every so many commits. */
const commitsBetweenLooks = 32

/** A store on an open database. */
export function createStore(parts: StoreParts): Store {
  const { dataDir, database, log, logger, mode } = parts
  const writable = mode.status === 'writable'
  const sequence = writable ? createSequence(database) : createUnreservedSequence(parts.clock.now())
  const blobs = createBlobs(path.join(dataDir, 'blobs'))
  const wal = path.join(dataDir, 'roadstead.db-wal')
  let found: readonly StoredChannel[] | undefined = parts.channels
  let commits = 0
  let closed = false

  /** Runs what writes; any error comes out as a StoreFailure that names the cause. */
  function write<T>(action: () => T): T {
    if (mode.status === 'read-only') throw new StoreFailure(parts.code ?? 'READONLY', mode.reason)
    try {
      return action()
    } catch (cause) {
      const code = codeOf(cause)
      throw new StoreFailure(code, causeOf(code, dataDir), { cause })
    }
  }

  function capWal(): void {
    commits++
    if (commits % commitsBetweenLooks !== 0) return
    try {
      if (fs.statSync(wal).size > walCapBytes) database.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      logger.warn('The write-ahead log could not be folded in', { code: codeOf(error) })
    }
  }

  const readValue = database.prepare<[string], { value: string }>('SELECT value FROM named_values WHERE name = ?')
  const writeValue = database.prepare('INSERT OR REPLACE INTO named_values (name, value) VALUES (?, ?)')
  const addOwner = database.prepare('INSERT OR IGNORE INTO blob_owners (owner, hash) VALUES (?, ?)')
  const onlyOf = database.prepare<[string, string], { hash: string }>(
    'SELECT hash FROM blob_owners WHERE owner = ? AND hash NOT IN (SELECT hash FROM blob_owners WHERE owner <> ?)',
  )
  const removeOwner = database.prepare('DELETE FROM blob_owners WHERE owner = ?')
  const removeValue = database.prepare('DELETE FROM named_values WHERE name = ?')

  return {
    mode,
    ...(parts.notice !== undefined && { notice: parts.notice }),
    database,
    get lastSeq() {
      return sequence.last
    },
    nextSeq: () => (writable ? write(() => sequence.next()) : sequence.next()),
    append(batch) {
      write(() => log.append(batch))
      capWal()
    },
    channels() {
      const channels = found ?? log.load().channels
      found = undefined
      return channels
    },
    since: (after, channels) => log.since(after, channels),
    snapshot(channel, state, seq) {
      write(() => log.snapshot(channel, state, seq))
      capWal()
    },
    values: {
      get(key) {
        const row = readValue.get(key)
        return row === undefined ? undefined : parseJson(row.value)
      },
      set: (key, value) => write(() => void writeValue.run(key, JSON.stringify(value ?? null))),
      delete: (key) => write(() => void removeValue.run(key)),
    },
    putBlob: (content, owner) =>
      write(() => {
        const hash = blobs.put(content)
        addOwner.run(owner, hash)
        return hash
      }),
    getBlob: (hash) => blobs.get(hash),
    releaseBlobs: (owner) =>
      write(() => {
        const orphans = onlyOf.all(owner, owner)
        removeOwner.run(owner)
        for (const { hash } of orphans) blobs.remove(hash)
      }),
    write(action) {
      const answer = write(() => database.transaction(action)())
      capWal()
      return answer
    },
    foldIn: () => write(() => void database.pragma('wal_checkpoint(TRUNCATE)')),
    findObstacle() {
      if (mode.status === 'read-only') return mode.reason
      const code = probeWrites(dataDir)
      return code === undefined ? undefined : causeOf(code, dataDir)
    },
    close() {
      if (closed) return
      closed = true
      try {
        if (writable) {
          sequence.settle()
          database.pragma('wal_checkpoint(TRUNCATE)')
        }
      } catch (error) {
        logger.warn('The data folder could not be closed in good order', { code: codeOf(error) })
      }
      database.close()
      parts.release()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
