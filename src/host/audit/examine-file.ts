import fs from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { examineChains } from './audit.ts'

/** What looking at the audit of a data folder came to. */
export type AuditExamination =
  | ({ readonly kind: 'examined' } & ReturnType<typeof examineChains>)
  /** There is no database. */
  | { readonly kind: 'none' }
  /** A host has it open. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Examines the audit chains of a database that no host has open, reading only. Never throws. */
export function examineAuditFile(file: string): AuditExamination {
  if (!fs.existsSync(file)) return { kind: 'none' }
  let database: BetterSqlite3.Database | undefined
  try {
    database = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: 0 })
    return { kind: 'examined', ...examineChains(database) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && /^SQLITE_(BUSY|LOCKED)/.test(code)) return { kind: 'busy' }
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    database?.close()
  }
}
