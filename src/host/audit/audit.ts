import { createHash } from 'node:crypto'
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
  /** The index of the first entry that does not fit its hash; undefined when the chain is whole. */
  findBreak(session: string): number | undefined
  remove(session: string, at: string): void
}

const firstHash = '0'.repeat(64)

export function createAudit(store: Store): Audit {
  const { database } = store
  const writable = store.mode.status === 'writable'
  if (writable) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS audit (
        session TEXT NOT NULL, position INTEGER NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, actor TEXT NOT NULL,
        summary TEXT NOT NULL, detail TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (session, position)
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS audit_tombstones (session TEXT PRIMARY KEY, at TEXT NOT NULL, entries INTEGER NOT NULL, last_hash TEXT NOT NULL);
    `)
  }
  const exists = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'audit'`).get() !== undefined
  if (!exists) {
    return { append() {}, list: () => [], head: () => ({ entries: 0 }), findBreak: () => undefined, remove() {} }
  }

  const last = database.prepare('SELECT position, hash FROM audit WHERE session = ? ORDER BY position DESC LIMIT 1')
  const page = database.prepare('SELECT * FROM audit WHERE session = ? AND position >= ? ORDER BY position LIMIT ?')

  return {
    append(session, entry) {
      if (!writable) return
      const before = last.get(session) as { position: number; hash: string } | undefined
      const index = (before?.position ?? -1) + 1
      const previousHash = before?.hash ?? firstHash
      const detail = JSON.stringify(entry.detail)
      const hash = hashOf({ ...entry, index, previousHash }, detail)
      database
        .prepare('INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(session, index, entry.at, entry.kind, entry.actor, entry.summary, detail, previousHash, hash)
    },
    list: (session, from, limit) => (page.all(session, from, limit) as Row[]).map(entryOf),
    head(session) {
      const end = last.get(session) as { position: number; hash: string } | undefined
      return end === undefined ? { entries: 0 } : { entries: end.position + 1, lastHash: end.hash }
    },
    findBreak(session) {
      let previousHash = firstHash
      let expected = 0
      for (const row of page.iterate(session, 0, -1) as IterableIterator<Row>) {
        const entry = entryOf(row)
        const fits =
          entry.index === expected && entry.previousHash === previousHash && entry.hash === hashOf(entry, row.detail)
        if (!fits) return expected
        previousHash = entry.hash
        expected += 1
      }
      return undefined
    },
    remove(session, at) {
      if (!writable) return
      const end = last.get(session) as { position: number; hash: string } | undefined
      database.transaction(() => {
        database.prepare('DELETE FROM audit WHERE session = ?').run(session)
        database
          .prepare('INSERT OR REPLACE INTO audit_tombstones VALUES (?, ?, ?, ?)')
          .run(session, at, (end?.position ?? -1) + 1, end?.hash ?? firstHash)
      })()
    },
  }
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
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    previousHash: row.previous_hash,
    hash: row.hash,
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
