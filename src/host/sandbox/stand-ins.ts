import { createHash } from 'node:crypto'
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

/**
 * Empty folders that stand in for missing protected names while commands run: something must be mounted there, else the name
 * could be created. Empty folders, because git does not see those. Shared by all commands of a workspace (removing one takes
 * away another command's mount), and noted on disk, so that those of a killed host are removed by the next one.
 */
export class StandIns {
  private readonly users = new Map<string, number>()
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
    const held = paths.filter((path) => this.users.has(path) || this.make(path))
    for (const path of held) this.users.set(path, (this.users.get(path) ?? 0) + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      for (const path of held) this.giveBack(path)
    }
  }

  private make(path: string): boolean {
    if (lstatSync(path, { throwIfNoEntry: false })) return false
    writeFileSync(this.note(path), JSON.stringify({ paths: [path] }), { mode: 0o600 })
    try {
      mkdirSync(path)
      return true
    } catch {
      rmSync(this.note(path), { force: true })
      return false
    }
  }

  private giveBack(path: string): void {
    const left = (this.users.get(path) ?? 1) - 1
    if (left > 0) {
      this.users.set(path, left)
      return
    }
    this.users.delete(path)
    removeIfEmpty(path)
    rmSync(this.note(path), { force: true })
  }

  private note(path: string): string {
    return join(this.folder, `${createHash('sha256').update(path).digest('hex')}.json`)
  }
}
