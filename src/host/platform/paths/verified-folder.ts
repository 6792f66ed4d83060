/**
 * Rule P12: a folder that is really where it was judged to be, held so that it stays so. Where the system shows open
 * files as paths (Linux) every part is opened below the one before without following links, and names are used below
 * the handle. Elsewhere the folder's real path is checked before and after use.
 */
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ownPlatform, placeOf, placeText } from './place.ts'
import type { Place } from './place.ts'

/** Something on the way is no longer what was judged. Never leaves this folder's functions: they return it as a value. */
export class PlaceChanged extends Error {}

/** A verified folder. Close it. */
export interface VerifiedFolder {
  /** A path for `name` in this very folder; follow no links with it. */
  at(name: string): string
  /** Throws PlaceChanged if the folder is no longer where it was judged to be. */
  check(): void
  close(): void
}

/** `O_PATH` of Linux on every processor Node runs on: a handle to stand on, which needs no right to read the folder. */
const openAsPath = 0o10000000

/** Whether names can be used below a folder's handle here. */
export const hasHandlePaths = process.platform === 'linux' && existsSync('/proc/self/fd')

/**
 * Opens the folder at a real place (absolute, no links). With `makeMissing`, folders that are not there are made on
 * the way. `byHandles` only where the system can. Throws PlaceChanged for a link or a file on the way, and the system's error for anything else.
 */
export function openVerifiedFolder(real: string, makeMissing = false, byHandles = hasHandlePaths): VerifiedFolder {
  const place = placeOf(real, ownPlatform())
  return byHandles ? openByHandles(place, makeMissing) : openByName(place, makeMissing)
}

function openByHandles(place: Place, makeMissing: boolean): VerifiedFolder {
  const expected = placeText(place, 'linux')
  let fd = openSync('/', openAsPath | constants.O_DIRECTORY)
  try {
    for (const part of place) {
      const next = openBelow(fd, part, makeMissing)
      closeSync(fd)
      fd = next
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
  const folder: VerifiedFolder = {
    at: (name) => `/proc/self/fd/${fd}/${name}`,
    check: () => {
      const now = readlinkSync(`/proc/self/fd/${fd}`)
      if (now !== expected) throw new PlaceChanged(`${expected} has become ${now}.`)
    },
    close: () => closeSync(fd),
  }
  try {
    folder.check()
  } catch (error) {
    folder.close()
    throw error
  }
  return folder
}

function openBelow(fd: number, name: string, makeMissing: boolean): number {
  const path = `/proc/self/fd/${fd}/${name}`
  const flags = openAsPath | constants.O_DIRECTORY | constants.O_NOFOLLOW
  try {
    return openSync(path, flags)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && makeMissing) {
      makeFolder(path)
      return openBelow(fd, name, false)
    }
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new PlaceChanged(`${name} is no longer a folder.`)
    throw error
  }
}

function openByName(place: Place, makeMissing: boolean): VerifiedFolder {
  const platform = ownPlatform()
  const path = placeText(place, platform)
  const least = platform === 'win32' ? 1 : 0
  for (let length = least + 1; length <= place.length; length++) {
    const folder = placeText(place.slice(0, length), platform)
    const stats = lstatSync(folder, { throwIfNoEntry: makeMissing ? false : true })
    if (stats === undefined) makeFolder(folder)
    else if (!stats.isDirectory()) throw new PlaceChanged(`${folder} is no longer a folder.`)
  }
  const folder: VerifiedFolder = {
    at: (name) => join(path, name),
    check: () => {
      const now = realpathSync.native(path)
      if (now !== path) throw new PlaceChanged(`${path} has become ${now}.`)
    },
    close: () => {},
  }
  folder.check()
  return folder
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** The system's error code, `ENOENT` say. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
