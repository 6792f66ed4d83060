import { TerminalState } from '../../protocol/channels/terminal/state.ts'
import { check } from '../../protocol/schema.ts'
import type { Store } from '../store/store.ts'

/** Terminals that ended and are no longer open as channels: what was run and what came of it, without the output. */
export interface TerminalRecords {
  add(uri: string, session: string, state: TerminalState): void
  get(uri: string): { readonly session: string; readonly state: TerminalState } | undefined
  /** The URIs of a session's records, oldest first. */
  ofSession(session: string): readonly string[]
  removeSession(session: string): void
}

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
      const row = database.prepare('SELECT session, state FROM terminal_records WHERE uri = ?').get(uri)
      if (row === undefined) return undefined
      const { session, state } = row as { session: string; state: string }
      const checked = check(TerminalState, JSON.parse(state))
      return checked.ok ? { session, state: checked.value } : undefined
    },
    ofSession(session) {
      if (!exists) return []
      const rows = database.prepare('SELECT uri FROM terminal_records WHERE session = ? ORDER BY rowid').all(session)
      return (rows as { uri: string }[]).map(({ uri }) => uri)
    },
    removeSession(session) {
      if (writable) database.prepare('DELETE FROM terminal_records WHERE session = ?').run(session)
    },
  }
}

function emptied(part: TerminalState['content'][number]): TerminalState['content'][number] {
  return part.type === 'command' ? { ...part, output: '' } : { ...part, value: '' }
}
