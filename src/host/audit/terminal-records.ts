import { TerminalState } from '../../protocol/channels/terminal/state.ts'
import { parseColumn } from '../store/json-column.ts'
import type { Store } from '../store/store.ts'

/** Terminals that ended and are no longer open as channels: what was run and what came of it, without the output. */
export interface TerminalRecords {
  add(uri: string, session: string, state: TerminalState): void
  get(uri: string): { readonly session: string; readonly state: TerminalState } | undefined
  /** The URIs of a session's records, oldest first. */
  ofSession(session: string): readonly string[]
  removeSession(session: string): void
}

/** The records in the store's database; none in a read-only one that never had any. */
export function createTerminalRecords(store: Store): TerminalRecords {
  const { database } = store
  const writable = store.mode.status === 'writable'
  if (writable) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS terminal_records (uri TEXT PRIMARY KEY, session TEXT NOT NULL, state TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS terminal_records_of_session ON terminal_records (session);
    `)
  }
  const exists = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'terminal_records'`).get() !== undefined
  return {
    add(uri, session, state) {
      const withoutOutput = { ...state, content: state.content.map(emptied) }
      database
        .prepare('INSERT OR REPLACE INTO terminal_records VALUES (?, ?, ?)')
        .run(uri, session, JSON.stringify(withoutOutput))
    },
    get(uri) {
      if (!exists) return undefined
      const row = database
        .prepare<[string], { session: string; state: string }>(
          'SELECT session, state FROM terminal_records WHERE uri = ?',
        )
        .get(uri)
      const state = row && parseColumn(TerminalState, row.state)
      return row && state && { session: row.session, state }
    },
    ofSession(session) {
      if (!exists) return []
      return database
        .prepare<[string], { uri: string }>('SELECT uri FROM terminal_records WHERE session = ? ORDER BY rowid')
        .all(session)
        .map(({ uri }) => uri)
    },
    removeSession(session) {
      if (writable) database.prepare('DELETE FROM terminal_records WHERE session = ?').run(session)
    },
  }
}

function emptied(part: TerminalState['content'][number]): TerminalState['content'][number] {
  return part.type === 'command' ? { ...part, output: '' } : { ...part, value: '' }
}
