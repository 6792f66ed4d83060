import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const record = z.object({ paths: z.array(z.string()) })

/** Removes the folder if it is still empty; what a person put there meanwhile stays. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Not empty, or gone already.
  }
}

/** Stand-ins that were made together: one file on disk, written before any of them is made. */
interface Note {
  readonly file: string
  /** Of its stand-ins, those not given back yet. */
  left: number
}

/**
 * Empty folders that stand in for missing protected names while commands run: something must be mounted there, else the name
 * could be created. Empty folders, because git does not see those. Shared by all commands of a workspace (removing one takes
 * away another command's mount), and noted on disk, so that those of a killed host are removed by the next one.
 */
export class StandIns {
  private readonly held = new Map<string, { users: number; readonly note: Note }>()
  private readonly folder: string

  /** `folder` is where notes are kept; stand-ins noted there by an earlier host life are removed now. */
  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder)) {
      const note = join(folder, name)
      try {
        for (const path of record.parse(JSON.parse(readFileSync(note, 'utf8'))).paths) removeIfEmpty(path)
      } catch {
        // A torn note names nothing; what it stood for is an empty folder.
      }
      rmSync(note, { force: true })
    }
  }

  /** Makes sure that each of `paths` exists; returns how to give back those that stand in for nothing else. */
  hold(paths: readonly string[]): () => void {
    this.make(paths.filter((path) => !this.held.has(path) && !lstatSync(path, { throwIfNoEntry: false })))
    const mine = paths.filter((path) => this.held.has(path))
    for (const path of mine) {
      const entry = this.held.get(path)
      if (entry !== undefined) entry.users += 1
    }
    let given = false
    return () => {
      if (given) return
      given = true
      for (const path of mine) this.giveBack(path)
    }
  }

  /** One note for all of them: a file for each would cost every command more than the command itself takes. */
  private make(missing: readonly string[]): void {
    if (missing.length === 0) return
    const note: Note = { file: join(this.folder, `${randomUUID()}.json`), left: missing.length }
    writeFileSync(note.file, JSON.stringify({ paths: missing }), { mode: 0o600 })
    for (const path of missing) {
      try {
        mkdirSync(path)
        this.held.set(path, { users: 0, note })
      } catch {
        this.strike(note)
      }
    }
  }

  private giveBack(path: string): void {
    const entry = this.held.get(path)
    if (entry === undefined || --entry.users > 0) return
    this.held.delete(path)
    removeIfEmpty(path)
    this.strike(entry.note)
  }

  private strike(note: Note): void {
    note.left -= 1
    if (note.left === 0) rmSync(note.file, { force: true })
  }
}
