import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { createSecretBook } from '../platform/create-secret-book.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { Store } from '../store/store.ts'

/** Who allowed what, why, and what came of it. `hash` covers the entry and the hash before it. */
export interface AuditEntry {
  readonly index: number
  readonly at: string
  /** `turn`, `call`, `approval`, `edit`, `commit`, `terminal`, `session` … */
  readonly kind: string
  /** `policy`, `host`, `agent`, or `client:<id>`. */
  readonly actor: string
  readonly summary: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly previousHash: string
  readonly hash: string
}

/** One hash chain a session. Deleting a session removes its chain and leaves a tombstone (DESIGN, Storage). */
export interface Audit {
  append(session: string, entry: Pick<AuditEntry, 'at' | 'kind' | 'actor' | 'summary' | 'detail'>): void
  /** Oldest first, `limit` entries from index `from`; all of them for -1. */
  list(session: string, from: number, limit: number): readonly AuditEntry[]
  /** How many entries the chain has, and the hash of the last. */
  head(session: string): { readonly entries: number; readonly lastHash?: string }
  /** The index of the first entry that does not fit its hash or is missing; undefined when the chain is whole. */
  findBreak(session: string): number | undefined
  remove(session: string, at: string): void
}

const firstHash = '0'.repeat(64)

const entriesFrom = 'SELECT * FROM audit WHERE session = ? AND position >= ? ORDER BY position LIMIT ?'

/** The audit in the store's database; in a read-only one nothing is added. */
export function createAudit(store: Store, secrets: Pick<SecretBook, 'redactValue'> = createSecretBook()): Audit {
  const { database } = store
  const writable = store.mode.status === 'writable'
  if (writable) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS audit (
        session TEXT NOT NULL, position INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL,
        summary TEXT NOT NULL, detail TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (session, position)
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS audit_heads (session TEXT PRIMARY KEY, entries INTEGER NOT NULL, last_hash TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS audit_tombstones (session TEXT PRIMARY KEY, at TEXT NOT NULL, entries INTEGER NOT NULL, last_hash TEXT NOT NULL);
    `)
  }
  if (!hasTable(database, 'audit')) {
    return { append() {}, list: () => [], head: () => ({ entries: 0 }), findBreak: () => undefined, remove() {} }
  }

  const last = database.prepare('SELECT position, hash FROM audit WHERE session = ? ORDER BY position DESC LIMIT 1')
  const page = database.prepare(entriesFrom)

  return {
    append(session, added) {
      if (!writable) return
      const entry = secrets.redactValue(added)
      const before = last.get(session) as { position: number; hash: string } | undefined
      const index = (before?.position ?? -1) + 1
      const previousHash = before?.hash ?? firstHash
      const detail = JSON.stringify(entry.detail)
      const hash = hashOf({ ...entry, index, previousHash }, detail)
      database.transaction(() => {
        database
          .prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
          .run(session, index, entry.at, entry.kind, entry.actor, entry.summary, detail, previousHash, hash)
        database.prepare('INSERT OR REPLACE INTO audit_heads VALUES (?, ?, ?)').run(session, index + 1, hash)
      })()
    },
    list: (session, from, limit) => (page.all(session, from, limit) as Row[]).map(entryOf),
    head(session) {
      const end = last.get(session) as { position: number; hash: string } | undefined
      return end === undefined ? { entries: 0 } : { entries: end.position + 1, lastHash: end.hash }
    },
    findBreak: (session) => findBreak(database, session),
    remove(session, at) {
      if (!writable) return
      const end = last.get(session) as { position: number; hash: string } | undefined
      database.transaction(() => {
        database.prepare('DELETE FROM audit WHERE session = ?').run(session)
        database.prepare('DELETE FROM audit_heads WHERE session = ?').run(session)
        database
          .prepare('INSERT OR REPLACE INTO audit_tombstones VALUES (?, ?, ?, ?)')
          .run(session, at, (end?.position ?? -1) + 1, end?.hash ?? firstHash)
      })()
    },
  }
}

/** All chains of a database, and where those that are not whole break. */
export function examineChains(database: Database): {
  readonly chains: number
  readonly broken: readonly { readonly session: string; readonly index: number }[]
} {
  if (!hasTable(database, 'audit')) return { chains: 0, broken: [] }
  const heads = hasTable(database, 'audit_heads') ? 'UNION SELECT session FROM audit_heads' : ''
  const rows = database.prepare(`SELECT session FROM audit ${heads} ORDER BY session`).all() as { session: string }[]
  const sessions = [...new Set(rows.map(({ session }) => session))]
  const broken = sessions.flatMap((session) => {
    const index = findBreak(database, session)
    return index === undefined ? [] : [{ session, index }]
  })
  return { chains: sessions.length, broken }
}

function findBreak(database: Database, session: string): number | undefined {
  let previousHash = firstHash
  let expected = 0
  for (const row of database.prepare(entriesFrom).iterate(session, 0, -1) as IterableIterator<Row>) {
    const entry = entryOf(row)
    const fits =
      entry.index === expected && entry.previousHash === previousHash && entry.hash === hashOf(entry, row.detail)
    if (!fits) return expected
    previousHash = entry.hash
    expected += 1
  }
  // A chain alone does not show that its end was cut off.
  if (!hasTable(database, 'audit_heads')) return undefined
  const noted = database.prepare('SELECT entries, last_hash FROM audit_heads WHERE session = ?').get(session)
  const end = noted as { entries: number; last_hash: string } | undefined
  return end === undefined || (end.entries === expected && end.last_hash === previousHash) ? undefined : expected
}

function hasTable(database: Database, name: string): boolean {
  return database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined
}

interface Row {
  position: number
  at: string
  kind: string
  actor: string
  summary: string
  detail: string
  previous_hash: string
  hash: string
}

function entryOf(row: Row): AuditEntry {
  return {
    index: row.position,
    at: row.at,
    kind: row.kind,
    actor: row.actor,
    summary: row.summary,
    detail: detailOf(row.detail),
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}

/** Empty when somebody made it unreadable; its hash then says so. */
function detailOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function hashOf(
  entry: Pick<AuditEntry, 'index' | 'at' | 'kind' | 'actor' | 'summary' | 'previousHash'>,
  detail: string,
): string {
  const text = JSON.stringify([
    entry.previousHash,
    entry.index,
    entry.at,
    entry.kind,
    entry.actor,
    entry.summary,
    detail,
  ])
  return createHash('sha256').update(text).digest('hex')
}
