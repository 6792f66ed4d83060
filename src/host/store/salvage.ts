import Database from 'better-sqlite3'
import fs from 'node:fs'
import { readDatabaseImage } from './database-image.ts'
import { migrate, storeVersion, versionOf } from './migrations.ts'
import { reserveUpTo } from './sequence.ts'

/** What could be saved: rows of the event log copied, and whether anything at all could be read. */
export interface Salvage {
  readonly logEntries: number
  readonly readable: boolean
}

/** Moves a database and what belongs to it aside under a name that says when. Returns the new file's path. */
export function setAside(file: string, at: string): string {
  const aside = `${file}.damaged-${at.replaceAll(':', '-')}`
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (fs.existsSync(file + suffix)) fs.renameSync(file + suffix, aside + suffix)
  }
  return aside
}

/**
 * Copies every readable row of a damaged database into `into`, an empty database, and brings that to the present version.
 * The damaged file is only read. Numbering goes on above everything that can have been given out: where the counter
 * itself is lost, from the wall clock in milliseconds, which no count reaches.
 */
export function salvage(damaged: string, into: Database.Database, nowMs: number): Salvage {
  let from: Database.Database | undefined
  let logEntries = 0
  let readable = false
  try {
    from = new Database(readDatabaseImage(damaged))
    from.unsafeMode(true)
    if (versionOf(from) > 0 && versionOf(from) <= storeVersion) {
      logEntries = copyTables(from, into)
      readable = true
    }
  } catch {
    // Not even the list of tables can be read: the new database starts empty.
  } finally {
    from?.close()
  }
  migrate(into)
  rebuildOpenChannels(into)
  const counter = into.prepare("SELECT value FROM counters WHERE name = 'reserved'").get()
  const newest = into.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM log').get()?.seq ?? 0
  reserveUpTo(into, counter === undefined ? Math.max(newest, Math.floor(nowMs)) : newest)
  return { logEntries, readable }
}

type SchemaRow = { type: string; name: string; sql: string }

function copyTables(from: Database.Database, into: Database.Database): number {
  const schema = from
    .prepare<[], SchemaRow>(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
    )
    .all()
  let logEntries = 0
  into.transaction(() => {
    for (const { type, name, sql } of schema) {
      if (type !== 'table' || sql.startsWith('CREATE VIRTUAL')) continue
      into.exec(sql)
      const copied = /WITHOUT ROWID/i.test(sql) ? copyInOneGo(from, into, name) : copyRows(from, into, name)
      if (name === 'log') logEntries = copied
    }
    for (const { type, sql } of schema) {
      if (type === 'index') attempt(() => void into.exec(sql))
    }
    into.pragma(`user_version = ${versionOf(from)}`)
  })()
  return logEntries
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function columnsOf(database: Database.Database, table: string): string[] {
  const columns = database.prepare(`SELECT * FROM ${quoted(table)}`).columns()
  return columns.map((column) => quoted(column.name))
}

/** Tables without row numbers have nothing to skip by: what comes before the damage is kept. */
function copyInOneGo(from: Database.Database, into: Database.Database, table: string): number {
  const columns = columnsOf(into, table)
  const places = columns.map(() => '?').join(', ')
  const insert = into.prepare(`INSERT OR IGNORE INTO ${quoted(table)} (${columns.join(', ')}) VALUES (${places})`)
  let copied = 0
  attempt(() => {
    for (const row of from
      .prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM ${quoted(table)}`)
      .raw()
      .iterate()) {
      if (attempt(() => void insert.run(...row))) copied++
    }
  })
  return copied
}

function copyRows(from: Database.Database, into: Database.Database, table: string): number {
  const name = quoted(table)
  const columns = columnsOf(into, table)
  const list = columns.join(', ')
  const insert = into.prepare(
    `INSERT OR IGNORE INTO ${name} (rowid, ${list}) VALUES (${['?', ...columns.map(() => '?')].join(', ')})`,
  )
  const read = from
    .prepare<[number], unknown[]>(`SELECT rowid, ${list} FROM ${name} NOT INDEXED WHERE rowid > ? ORDER BY rowid`)
    .raw()
  let copied = 0
  let last = Number.MIN_SAFE_INTEGER
  let skip = 1
  // A damaged page stops the walk. Go on behind it, in growing steps, until something can be read again.
  while (skip < Number.MAX_SAFE_INTEGER) {
    try {
      for (const row of read.iterate(last)) {
        if (attempt(() => void insert.run(...row))) copied++
        last = Math.max(last, Number(row[0]))
        skip = 1
      }
      return copied
    } catch {
      last = last === Number.MIN_SAFE_INTEGER ? 0 : last + skip
      skip *= 2
    }
  }
  return copied
}

/** The projection of the log that says which channels are open. */
function rebuildOpenChannels(database: Database.Database): void {
  database
    .transaction(() => {
      database.exec(`
        CREATE TEMP TABLE kept AS SELECT channel, opened_seq, session FROM open_channels;
        DELETE FROM open_channels;
        INSERT INTO open_channels (channel, opened_seq, session)
          SELECT o.channel, o.seq, CASE WHEN json_valid(o.body) THEN json_extract(o.body, '$.session') END FROM log o
          WHERE o.kind = 'opened' AND o.seq = (SELECT max(n.seq) FROM log n WHERE n.channel = o.channel AND n.kind <> 'action');
        INSERT OR IGNORE INTO open_channels (channel, opened_seq, session)
          SELECT channel, opened_seq, session FROM kept
          WHERE channel NOT IN (SELECT channel FROM log WHERE kind = 'closed');
        DROP TABLE kept;
      `)
    })
    .immediate()
}

function attempt(action: () => void): boolean {
  try {
    action()
    return true
  } catch {
    return false
  }
}
