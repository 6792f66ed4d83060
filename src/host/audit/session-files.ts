import fs from 'node:fs'
import path from 'node:path'
import { createSecretBook } from '../platform/create-secret-book.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { Store } from '../store/store.ts'
import { sessionFileName, sessionLine } from './session-markdown.ts'

/** The readable files of the sessions, in `sessions/` of the data folder. Nothing reads them back but people. */
export interface SessionFiles {
  /** The text of a session's file; undefined when it has none or it cannot be read. */
  read(session: string): string | undefined
  /**
   * Replaces the file in one step (mode 0600). Its name is chosen at the first write, from `createdAt` and `title`, and
   * stays. Throws what the file system or the database says.
   */
  write(session: string, text: string, from: { readonly createdAt: string; readonly title: string }): void
  remove(session: string): void
  /** Sessions that have a file. */
  sessions(): readonly string[]
}

/** `store` must be writable. */
export function createSessionFiles(
  store: Store,
  folder: string,
  secrets: Pick<SecretBook, 'redact'> = createSecretBook(),
): SessionFiles {
  const { database } = store
  database.exec('CREATE TABLE IF NOT EXISTS session_files (session TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE)')
  const rows = database.prepare<[], { session: string; name: string }>('SELECT session, name FROM session_files').all()
  const names = new Map(rows.map(({ session, name }) => [session, name]))
  const fileOf = (name: string) => path.join(folder, `${name}.md`)

  function textOf(name: string): string | undefined {
    try {
      return fs.readFileSync(fileOf(name), 'utf8')
    } catch {
      return undefined
    }
  }

  /** A name nobody has. A file of this very session, left from a database that is gone, is taken up again. */
  function chooseName(session: string, wanted: string): string {
    const taken = new Set([...names.values()].map((name) => name.toLowerCase()))
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}-${number}`
      if (taken.has(name.toLowerCase())) continue
      if (!fs.existsSync(fileOf(name)) || textOf(name)?.includes(`\n${sessionLine(session)}\n`) === true) return name
    }
  }

  return {
    sessions: () => [...names.keys()],
    read(session) {
      const name = names.get(session)
      return name === undefined ? undefined : textOf(name)
    },
    write(session, text, { createdAt, title }) {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      let name = names.get(session)
      if (name === undefined) {
        name = chooseName(session, sessionFileName(createdAt, title))
        database.prepare('INSERT INTO session_files VALUES (?, ?)').run(session, name)
        names.set(session, name)
      }
      const file = fileOf(name)
      const temporary = path.join(folder, `.${process.pid}.tmp`)
      fs.rmSync(temporary, { force: true })
      try {
        fs.writeFileSync(temporary, secrets.redact(text), { mode: 0o600, flag: 'wx' })
        fs.renameSync(temporary, file)
      } catch (error) {
        fs.rmSync(temporary, { force: true })
        throw error
      }
    },
    remove(session) {
      const name = names.get(session)
      if (name === undefined) return
      fs.rmSync(fileOf(name), { force: true })
      database.prepare('DELETE FROM session_files WHERE session = ?').run(session)
      names.delete(session)
    },
  }
}
