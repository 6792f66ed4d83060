import Database from 'better-sqlite3'
import fs from 'node:fs'
import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { createStore } from './create-store.ts'
import { readDatabaseImage } from './database-image.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { migrate, storeVersion, versionOf } from './migrations.ts'
import { findOwner, takeOwnership } from './ownership.ts'
import { salvage, setAside } from './salvage.ts'
import { causeOf, codeOf, isDamage } from './storage-words.ts'
import type { OpenedStore, StoredChannel } from './store.ts'
import { probeWrites } from './write-probe.ts'

export interface OpenStoreOptions {
  /** Absolute path of the data folder; made (0700) if it is not there. */
  readonly dataDir: string
  readonly clock: Clock
  readonly logger: Logger
}

const keptWords = 'Everything already there is kept and can be read; nothing new is saved.'

/** Older SQLite versions can lose committed data when a write-ahead log is checkpointed while it is reset. */
const oldestSqlite = [3, 51, 3] as const

/**
 * Opens the data folder: takes ownership of it, brings the database to the present version, repairs what is damaged. A
 * folder that takes no writes, or that a newer version wrote, is opened read-only from a copy in memory. Never throws.
 */
export function openStore(options: OpenStoreOptions): OpenedStore {
  const { dataDir, logger } = options
  try {
    assertSqlite()
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    return {
      kind: 'failed',
      code: codeOf(error),
      reason: `${causeOf(codeOf(error), dataDir)} No data folder could be made there.`,
    }
  }
  const file = path.join(dataDir, 'roadstead.db')
  const refused = probeWrites(dataDir)
  if (refused !== undefined) return openReadOnly(options, file, refused, undefined)

  const ownership = takeOwnership(dataDir)
  if (ownership.kind === 'owned') return ownership
  if (ownership.kind === 'unavailable') return openReadOnly(options, file, ownership.code, undefined)
  try {
    return openWritable(options, file, ownership.release)
  } catch (error) {
    ownership.release()
    logger.error('The data folder could not be opened', { code: codeOf(error), detail: String(error) })
    return openReadOnly(options, file, codeOf(error), undefined)
  }
}

function openWritable(options: OpenStoreOptions, file: string, release: () => void): OpenedStore {
  const { clock, logger } = options
  const found = attemptOpen(file)
  if (found.kind === 'newer') {
    return openReadOnly(options, file, 'NEWER', release)
  }
  if (found.kind === 'sound') {
    const parts = { ...options, ...found, mode: { status: 'writable' }, release } as const
    return { kind: 'opened', store: createStore({ ...parts, ...noticeOf(found.unreadable) }) }
  }
  const aside = setAside(file, new Date(clock.now()).toISOString())
  logger.error('The database is damaged', { cause: found.cause, aside })
  const database = openFile(file)
  const saved = salvage(aside, database, clock.now())
  const log = createEventLog(database)
  const loaded = log.load()
  const notice =
    `The database was damaged (${found.cause}) and was set aside as ${path.basename(aside)}, unchanged. ` +
    (saved.readable
      ? `${saved.logEntries} entries of the event log were copied into a new one; ${loaded.channels.length} channels are open again` +
        (loaded.unreadable > 0 ? `, ${loaded.unreadable} entries could not be read.` : '.')
      : 'Nothing in it could be read; a new one was started.')
  const parts = { ...options, database, log, ...loaded, mode: { status: 'writable' }, release, notice } as const
  return { kind: 'opened', store: createStore(parts) }
}

type Found =
  | { kind: 'sound'; database: Database.Database; log: EventLog; channels: StoredChannel[]; unreadable: number }
  | { kind: 'newer' }
  | { kind: 'damaged'; cause: string }

/** Opens and checks the database. Throws what is neither damage nor a newer version: a full disk, say. */
function attemptOpen(file: string): Found {
  let database: Database.Database | undefined
  try {
    database = openFile(file)
    if (versionOf(database) > storeVersion) {
      database.close()
      return { kind: 'newer' }
    }
    const check = database.pragma('quick_check(1)', { simple: true })
    if (check !== 'ok') throw Object.assign(new Error(String(check)), { code: 'SQLITE_CORRUPT' })
    migrate(database)
    const log = createEventLog(database)
    return { kind: 'sound', database, log, ...log.load() }
  } catch (error) {
    database?.close()
    if (!isDamage(codeOf(error))) throw error
    return { kind: 'damaged', cause: (error instanceof Error ? error.message : String(error)).split('\n').at(-1) ?? '' }
  }
}

/** One connection owns the file: no shared-memory file is needed then, so a full disk does not keep the log shut. */
function openFile(file: string): Database.Database {
  fs.closeSync(fs.openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('foreign_keys = ON')
    // What is deleted is overwritten, not only unlinked from its page.
    database.pragma('secure_delete = ON')
    database.pragma('wal_autocheckpoint = 0')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function openReadOnly(
  options: OpenStoreOptions,
  file: string,
  code: string,
  release: (() => void) | undefined,
): OpenedStore {
  const { dataDir } = options
  if (release === undefined) {
    const owner = findOwner(dataDir)
    if (owner !== undefined) return { kind: 'owned', ...owner }
  }
  const cause = code === 'NEWER' ? `${dataDir} was written by a newer version of Roadstead.` : causeOf(code, dataDir)
  if (!fs.existsSync(file)) {
    release?.()
    return {
      kind: 'failed',
      code,
      reason: `${cause} There is no database in it yet, so nothing can be opened and nothing is lost.`,
    }
  }
  try {
    const { database, notice } = openImage(file, options.clock.now())
    const log = createEventLog(database)
    const loaded = log.load()
    const mode = { status: 'read-only', reason: `${cause} ${keptWords}` } as const
    const parts = { ...options, database, log, ...loaded, mode, code, release: release ?? (() => {}) }
    return {
      kind: 'opened',
      store: createStore({ ...parts, ...noticeOf(loaded.unreadable), ...(notice && { notice }) }),
    }
  } catch (error) {
    release?.()
    const detail = error instanceof Error ? error.message : String(error)
    return {
      kind: 'failed',
      code,
      reason: `${cause} Its database could not be read either (${detail}). It is kept as it is.`,
    }
  }
}

/** The database in memory; of a damaged one what can be read. */
function openImage(file: string, nowMs: number): { database: Database.Database; notice?: string } {
  let image: Database.Database | undefined
  try {
    image = new Database(readDatabaseImage(file))
    if (versionOf(image) < storeVersion) migrate(image)
    image.prepare('SELECT count(*) FROM log').get()
    return { database: image }
  } catch (error) {
    image?.close()
    if (!isDamage(codeOf(error))) throw error
    const database = new Database(':memory:')
    const saved = salvage(file, database, nowMs)
    if (!saved.readable) throw error
    return { database, notice: `The database is damaged; ${saved.logEntries} entries of its event log can be read.` }
  }
}

function noticeOf(unreadable: number): { notice?: string } {
  if (unreadable === 0) return {}
  return {
    notice: `${unreadable} entries of the event log could not be read and were passed over. They are kept as they are.`,
  }
}

function assertSqlite(): void {
  const database = new Database(':memory:')
  const { version } = database.prepare<[], { version: string }>('SELECT sqlite_version() AS version').get()!
  database.close()
  const parts = version.split('.').map(Number)
  for (const [index, least] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least) {
      throw Object.assign(new Error(`SQLite ${version} is too old`), { code: `SQLITE_${version}_TOO_OLD` })
    }
  }
}
