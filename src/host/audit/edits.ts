import { z } from 'zod'
import { createSecretBook } from '../platform/create-secret-book.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { parseColumn } from '../store/json-column.ts'
import type { Store } from '../store/store.ts'

const Hunks = z.array(z.object({ oldStart: z.int(), oldLines: z.int(), newStart: z.int(), newLines: z.int() }))

const KeptApproval = z.object({
  kind: z.enum(['policy', 'person', 'remembered']),
  rule: z.string().exactOptional(),
  reason: z.string().exactOptional(),
  at: z.string(),
})
/** How a call came to run. */
export type KeptApproval = z.infer<typeof KeptApproval>

/** What one tool call did to one file, as kept. `before`/`after` are blob hashes; absent means the file did not exist. */
export interface KeptEdit {
  readonly session: string
  readonly chat: string
  readonly turnId: string
  readonly toolCallId: string
  readonly toolName: string
  readonly at: string
  readonly path: string
  readonly movedFrom?: string
  readonly before?: string
  readonly after?: string
  readonly hunks: Readonly<z.infer<typeof Hunks>>
  readonly approval: KeptApproval
}

/** Which call wrote which lines: kept from the first day, because "who changed this line" is asked later. */
export interface EditBook {
  add(edit: Omit<KeptEdit, 'before' | 'after'> & { before?: string; after?: string }): void
  /** Edits of a file in a session, newest first; `path` is where the file was after the edit. Damaged ones are left out. */
  ofFile(session: string, path: string): readonly KeptEdit[]
  removeSession(session: string): void
}

/**
 * The edit book in the store's database. Of the texts that are kept secrets are removed, but no line: they are there to be compared
 * line by line, and nothing is restored from them.
 */
export function createEditBook(store: Store, secrets: Pick<SecretBook, 'redactLines'> = createSecretBook()): EditBook {
  const { database } = store
  if (store.mode.status === 'writable') {
    database.exec(`
      CREATE TABLE IF NOT EXISTS edits (
        id INTEGER PRIMARY KEY, session TEXT NOT NULL, chat TEXT NOT NULL, turn TEXT NOT NULL, call TEXT NOT NULL, tool TEXT NOT NULL,
        at TEXT NOT NULL, path TEXT NOT NULL, moved_from TEXT, before TEXT, after TEXT, hunks TEXT NOT NULL, approval TEXT NOT NULL
      );
      CREATE INDEX IF NOT EXISTS edits_of_file ON edits (session, path);
    `)
  }
  const exists = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'edits'`).get() !== undefined
  return {
    add(edit) {
      const keep = (text: string | undefined) =>
        text === undefined ? null : store.putBlob(secrets.redactLines(text), edit.session)
      database
        .prepare('INSERT INTO edits VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          edit.session,
          edit.chat,
          edit.turnId,
          edit.toolCallId,
          edit.toolName,
          edit.at,
          edit.path,
          edit.movedFrom ?? null,
          keep(edit.before),
          keep(edit.after),
          JSON.stringify(edit.hunks),
          JSON.stringify(edit.approval),
        )
    },
    ofFile(session, path) {
      if (!exists && store.mode.status !== 'writable') return []
      const found: KeptEdit[] = []
      let name = path
      const rows = database.prepare('SELECT * FROM edits WHERE session = ? ORDER BY id DESC').all(session) as EditRow[]
      for (const row of rows) {
        if (row.path !== name) continue
        const edit = editOf(row)
        if (edit !== undefined) found.push(edit)
        if (row.moved_from !== null) name = row.moved_from
      }
      return found
    },
    removeSession(session) {
      if (store.mode.status === 'writable') database.prepare('DELETE FROM edits WHERE session = ?').run(session)
    },
  }
}

interface EditRow {
  session: string
  chat: string
  turn: string
  call: string
  tool: string
  at: string
  path: string
  moved_from: string | null
  before: string | null
  after: string | null
  hunks: string
  approval: string
}

function editOf(row: EditRow): KeptEdit | undefined {
  const hunks = parseColumn(Hunks, row.hunks)
  const approval = parseColumn(KeptApproval, row.approval)
  if (hunks === undefined || approval === undefined) return undefined
  return {
    session: row.session,
    chat: row.chat,
    turnId: row.turn,
    toolCallId: row.call,
    toolName: row.tool,
    at: row.at,
    path: row.path,
    ...(row.moved_from === null ? {} : { movedFrom: row.moved_from }),
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
    hunks,
    approval,
  }
}
