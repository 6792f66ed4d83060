import { closeSync, constants, lstatSync, mkdirSync, openSync } from 'node:fs'
import { codeOf, hasHandlePaths, openVerifiedFolder, PlaceChanged } from '../platform/paths/verified-folder.ts'

/** A folder of the work tree that stays the one it was when it was opened, whatever its name leads to later. Close it. */
export interface HeldFolder {
  /** A path for a name in this very folder; follow no links with it. */
  at(name: Buffer): Buffer
  close(): void
}

/** `O_PATH` of Linux: a handle to stand on. */
const openAsPath = 0o10000000
const folderFlags = openAsPath | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** The parts of a path relative to the root; names are bytes, a name need not be UTF-8. */
export function partsOf(path: Buffer): Buffer[] {
  return path
    .toString('latin1')
    .split('/')
    .map((part) => Buffer.from(part, 'latin1'))
}

/**
 * Opens the folder at `parts` below `root`, part by part and through no link: commands of an agent may be changing folders
 * for links meanwhile. With `makeMissing`, folders that are not there are made. Throws PlaceChanged for a link or a file on
 * the way, the system's error for anything else. Where the system has no handles, the way is looked at once.
 */
export function openHeldFolder(root: string, parts: readonly Buffer[], makeMissing = false): HeldFolder {
  if (!hasHandlePaths) return openByName(root, parts, makeMissing)
  const top = openVerifiedFolder(root)
  let fd: number
  try {
    fd = openSync(top.at('.'), openAsPath | constants.O_DIRECTORY)
  } finally {
    top.close()
  }
  try {
    for (const part of parts) {
      const next = openPart(below(fd, part), makeMissing)
      closeSync(fd)
      fd = next
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return { at: (name) => below(fd, name), close: () => closeSync(fd) }
}

function below(fd: number, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${fd}/`), name])
}

function openPart(path: Buffer, makeMissing: boolean): number {
  try {
    return openSync(path, folderFlags)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && makeMissing) {
      makeFolder(path)
      return openPart(path, false)
    }
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new PlaceChanged('a folder on the way has become something else.')
    throw error
  }
}

function openByName(root: string, parts: readonly Buffer[], makeMissing: boolean): HeldFolder {
  let place = Buffer.from(root)
  for (const part of parts) {
    place = Buffer.concat([place, Buffer.from('/'), part])
    const found = lstatSync(place, { throwIfNoEntry: !makeMissing })
    if (found === undefined) makeFolder(place)
    else if (!found.isDirectory()) throw new PlaceChanged('a folder on the way has become something else.')
  }
  const folder = place.toString('latin1')
  return { at: (name) => Buffer.concat([Buffer.from(folder, 'latin1'), Buffer.from('/'), name]), close: () => {} }
}

function makeFolder(path: Buffer): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** What lies at a path below `root`, reached through no link: `use` gets a path to it. Undefined where nothing can lie there. */
export async function withHeld<T>(
  root: string,
  path: Buffer,
  use: (place: Buffer, found: ReturnType<typeof lstatSync>) => Promise<T>,
): Promise<T | undefined> {
  const parts = partsOf(path)
  let folder: HeldFolder
  try {
    folder = openHeldFolder(root, parts.slice(0, -1))
  } catch (error) {
    if (error instanceof PlaceChanged || codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const place = folder.at(parts.at(-1) ?? Buffer.from('.'))
    const found = lstatSync(place, { throwIfNoEntry: false })
    return found === undefined ? undefined : await use(place, found)
  } finally {
    folder.close()
  }
}
