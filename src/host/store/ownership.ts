import Database from 'better-sqlite3'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { codeOf } from './storage-words.ts'

/** The outcome of asking for the folder. `unavailable`: the file cannot be locked here, and nobody is known to hold it. */
export type Ownership =
  | { readonly kind: 'taken'; release(): void }
  | { readonly kind: 'owned'; readonly pid?: number; readonly url?: string }
  | { readonly kind: 'unavailable'; readonly code: string }

/**
 * Takes the folder for this process: an exclusive SQLite lock on `owner.db`, held until `release` or the end of the
 * process, however it ends. `endpoint.json` is read for information only; a stale one decides nothing.
 */
export function takeOwnership(folder: string): Ownership {
  const file = path.join(folder, 'owner.db')
  let database: Database.Database | undefined
  try {
    fs.closeSync(fs.openSync(file, 'a', 0o600))
    database = new Database(file, { timeout: 0 })
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    const code = codeOf(error)
    return code.startsWith('SQLITE_BUSY') ? { kind: 'owned', ...readEndpoint(folder) } : { kind: 'unavailable', code }
  }
  const held = database
  return { kind: 'taken', release: () => void held.close() }
}

/** Whether another process holds the folder, asked without writing anything: for folders that take no writes. */
export function findOwner(folder: string): { pid?: number; url?: string } | undefined {
  let database: Database.Database | undefined
  try {
    database = new Database(path.join(folder, 'owner.db'), { readonly: true, fileMustExist: true, timeout: 0 })
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return undefined
  } catch (error) {
    return codeOf(error).startsWith('SQLITE_BUSY') ? readEndpoint(folder) : undefined
  } finally {
    database?.close()
  }
}

const Endpoint = z.object({ pid: z.optional(z.int()), url: z.optional(z.string()) })

function readEndpoint(folder: string): { pid?: number; url?: string } {
  try {
    const { pid, url } = Endpoint.parse(JSON.parse(fs.readFileSync(path.join(folder, 'endpoint.json'), 'utf8')))
    return { ...(pid !== undefined && { pid }), ...(url !== undefined && { url }) }
  } catch {
    return {}
  }
}
