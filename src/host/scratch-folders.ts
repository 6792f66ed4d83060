import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Writable folders of sessions, outside their work trees and the data folder. Each is made when it is first asked for. */
export interface ScratchFolders {
  /** An absolute path; the folder is there. */
  of(session: string): string
  remove(session: string): void
  removeAll(): void
}

/** Scratch folders below `root`; hosts of several data folders may share it. */
export function createScratchFolders(root: string, dataFolder: string): ScratchFolders {
  const made = new Set<string>()
  // Ids of channels are never used as paths (attacks README, W10).
  const pathOf = (session: string) =>
    join(root, createHash('sha256').update(`${dataFolder} ${session}`).digest('hex').slice(0, 32))
  const remove = (folder: string) => {
    rmSync(folder, { recursive: true, force: true })
    made.delete(folder)
  }
  return {
    of(session) {
      const folder = pathOf(session)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      made.add(folder)
      return folder
    },
    remove: (session) => remove(pathOf(session)),
    removeAll: () => made.forEach(remove),
  }
}
