/** What the path policy may ask the disk: what an entry is, and what a folder holds. Never a file's content. */
import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import type { Dirent, Stats } from 'node:fs'

/** What lies at a path. */
export type EntryKind = 'dir' | 'file' | 'symlink' | 'fifo' | 'socket' | 'device'

/** An entry as it is, links not followed. `links`: number of hard links. `target`: only for a symlink. */
export interface Entry {
  readonly kind: EntryKind
  readonly links: number
  readonly target?: string
}

/** The disk, or a pretended one. Both throw on anything but "not there". */
export interface FileTree {
  /** The entry at an absolute path whose folders are all real; undefined when there is none. */
  look(path: string): Entry | undefined
  /** Names and kinds in a folder. */
  list(path: string): readonly { readonly name: string; readonly kind: EntryKind }[]
}

/** The machine's disk. */
export const diskTree: FileTree = {
  look(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    const kind = kindOf(stats)
    return kind === 'symlink' ? { kind, links: 1, target: readlinkSync(path) } : { kind, links: stats.nlink }
  },
  list: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
}

/** The kind of what `lstat` or a folder listing found. */
export function kindOf(entry: Stats | Dirent): EntryKind {
  if (entry.isSymbolicLink()) return 'symlink'
  if (entry.isDirectory()) return 'dir'
  if (entry.isFile()) return 'file'
  if (entry.isFIFO()) return 'fifo'
  return entry.isSocket() ? 'socket' : 'device'
}
