/**
 * Reading and changing what was judged, and nothing else (P12). Every function takes the real place a decision named
 * and refuses when that place is a link or lies elsewhere by the time it is used.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname } from 'node:path'
import { kindOf } from './file-tree.ts'
import type { EntryKind } from './file-tree.ts'
import { codeOf, hasHandlePaths, openVerifiedFolder, PlaceChanged } from './verified-folder.ts'
import type { VerifiedFolder } from './verified-folder.ts'

/** What came of a use. `changed`: the place is not what was judged any more; nothing was done. */
export type Used<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'changed' | 'missing' | 'exists' | 'wrong-kind' | 'too-large' | 'failed'; readonly text: string }

/** Moments at which something else may happen on the disk; for tests. */
export type UseStep = 'judged' | 'folder-open' | 'file-ready'

/** Test hook: called between the steps of a use. */
export interface UseOptions {
  readonly onStep?: (step: UseStep) => void
}

/** A file's bytes with its size and its permission bits. */
export interface FileBytes {
  readonly bytes: Buffer
  readonly mode: number
}

/** Reads a whole regular file of at most `maxBytes`. */
export function readJudged(real: string, options: UseOptions & { readonly maxBytes: number }): Used<FileBytes> {
  return use(() => {
    const fd = openFile(real, options)
    try {
      const stats = fstatSync(fd)
      if (stats.size > options.maxBytes)
        return { kind: 'too-large', text: `The file has ${stats.size} bytes; ${options.maxBytes} are read at most.` }
      options.onStep?.('file-ready')
      return { kind: 'done', value: { bytes: readAll(fd, options.maxBytes), mode: stats.mode & 0o7777 } }
    } finally {
      closeSync(fd)
    }
  })
}

/** Opens a regular file for reading, for a program to be handed. Close the descriptor. */
export function openJudgedFile(real: string, options: UseOptions = {}): Used<number> {
  return use(() => ({ kind: 'done', value: openFile(real, options) }))
}

/** Opens a folder, for a program to be started in. Close it. */
export function openJudgedFolder(real: string, options: UseOptions = {}): Used<VerifiedFolder> {
  return use(() => {
    options.onStep?.('judged')
    return { kind: 'done', value: openVerifiedFolder(real) }
  })
}

/** Names and kinds in a folder, in no order. */
export function listJudged(
  real: string,
  options: UseOptions = {},
): Used<readonly { readonly name: string; readonly kind: EntryKind }[]> {
  return use(() => {
    options.onStep?.('judged')
    return withFolder(real, false, options, (folder) => {
      const entries = readdirSync(folder.at('.'), { withFileTypes: true })
      folder.check()
      return { kind: 'done', value: entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })) }
    })
  })
}

/**
 * Writes a whole file. `present`: replaces a regular file by a new one of the same mode, at once. `missing`: makes the
 * file and the folders above it, and never replaces anything.
 */
export function writeJudged(
  real: string,
  bytes: Uint8Array,
  options: UseOptions & { readonly expect: 'present' | 'missing'; readonly mode?: number },
): Used<void> {
  return use(() => {
    options.onStep?.('judged')
    const name = basename(real)
    return withFolder(dirname(real), options.expect === 'missing', options, (folder) => {
      const there = lookAt(folder, name)
      if (there?.isSymbolicLink()) throw new PlaceChanged(`${name} has become a link.`)
      if (there !== undefined && !there.isFile()) return { kind: 'wrong-kind', text: `${name} is not a file.` }
      if (options.expect === 'missing') {
        if (there !== undefined) return { kind: 'exists', text: `${name} exists already.` }
        options.onStep?.('file-ready')
        folder.check()
        writeNew(folder, name, bytes, options.mode ?? 0o666)
        return done
      }
      if (there === undefined) return { kind: 'missing', text: `${name} is not there any more.` }
      replaceFile(folder, name, bytes, there, options)
      return done
    })
  })
}

/** Removes a file, a link itself, or an empty folder. */
export function removeJudged(real: string, options: UseOptions = {}): Used<void> {
  return use(() => {
    options.onStep?.('judged')
    return withFolder(dirname(real), false, options, (folder) => {
      const name = basename(real)
      const there = lookAt(folder, name)
      if (there === undefined) return { kind: 'missing', text: `${name} is not there.` }
      options.onStep?.('file-ready')
      folder.check()
      if (there.isDirectory()) rmdirSync(folder.at(name))
      else unlinkSync(folder.at(name))
      return done
    })
  })
}

/** Moves a file, a link itself or a folder to a name that is free; folders above the new name are made. */
export function moveJudged(from: string, to: string, options: UseOptions = {}): Used<void> {
  return use(() => {
    options.onStep?.('judged')
    return withFolder(dirname(from), false, options, (source) =>
      withFolder(dirname(to), true, options, (target) => {
        if (lookAt(source, basename(from)) === undefined)
          return { kind: 'missing', text: `${basename(from)} is not there.` }
        if (lookAt(target, basename(to)) !== undefined)
          return { kind: 'exists', text: `${basename(to)} exists already.` }
        options.onStep?.('file-ready')
        source.check()
        target.check()
        renameSync(source.at(basename(from)), target.at(basename(to)))
        return done
      }),
    )
  })
}

class WrongKind extends Error {}

const done: Used<void> = { kind: 'done', value: undefined }

function use<T>(work: () => Used<T>): Used<T> {
  try {
    return work()
  } catch (error) {
    if (error instanceof PlaceChanged)
      return { kind: 'changed', text: `Changed since it was checked: ${error.message}` }
    if (error instanceof WrongKind) return { kind: 'wrong-kind', text: error.message }
    const code = codeOf(error)
    const text = error instanceof Error ? error.message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '') : String(error)
    if (code === 'ENOENT') return { kind: 'missing', text: 'It is not there.' }
    if (code === 'EEXIST') return { kind: 'exists', text: 'It exists already.' }
    if (code === 'ENOTEMPTY') return { kind: 'wrong-kind', text: 'The folder is not empty.' }
    if (code === 'ELOOP') return { kind: 'changed', text: 'Changed since it was checked: it has become a link.' }
    return { kind: 'failed', text }
  }
}

function withFolder<T>(
  real: string,
  makeMissing: boolean,
  options: UseOptions,
  work: (folder: VerifiedFolder) => Used<T>,
): Used<T> {
  const folder = openVerifiedFolder(real, makeMissing)
  try {
    options.onStep?.('folder-open')
    folder.check()
    return work(folder)
  } finally {
    folder.close()
  }
}

function openFile(real: string, options: UseOptions): number {
  options.onStep?.('judged')
  const folder = openVerifiedFolder(dirname(real))
  try {
    options.onStep?.('folder-open')
    // Without waiting, so that a pipe put in the file's place cannot hold the host up.
    const fd = openSync(folder.at(basename(real)), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const opened = hasHandlePaths ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync.native(real)
      if (opened !== real) throw new PlaceChanged(`${real} has become ${opened}.`)
      const stats = fstatSync(fd)
      if (!stats.isFile()) throw new WrongKind(stats.isDirectory() ? 'It is a folder.' : 'It is not a regular file.')
      return fd
    } catch (error) {
      closeSync(fd)
      throw error
    }
  } finally {
    folder.close()
  }
}

function lookAt(folder: VerifiedFolder, name: string): Stats | undefined {
  return lstatSync(folder.at(name), { throwIfNoEntry: false })
}

function readAll(fd: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = []
  let total = 0
  while (total <= maxBytes) {
    const chunk = Buffer.allocUnsafe(64 * 1024)
    const read = readSync(fd, chunk)
    if (read === 0) break
    total += read
    chunks.push(chunk.subarray(0, read))
  }
  return Buffer.concat(chunks)
}

function writeNew(folder: VerifiedFolder, name: string, bytes: Uint8Array, mode: number): void {
  const path = folder.at(name)
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written)
  } catch (error) {
    unlinkSync(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

function replaceFile(folder: VerifiedFolder, name: string, bytes: Uint8Array, there: Stats, options: UseOptions): void {
  const temporary = `.${randomBytes(8).toString('hex')}.tmp`
  writeNew(folder, temporary, bytes, 0o600)
  try {
    const fd = openSync(folder.at(temporary), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      keepOwner(fd, there)
      fchmodSync(fd, there.mode & 0o7777)
    } finally {
      closeSync(fd)
    }
    options.onStep?.('file-ready')
    folder.check()
    const now = lookAt(folder, name)
    if (now?.ino !== there.ino || !now.isFile()) throw new PlaceChanged(`${name} was replaced.`)
    renameSync(folder.at(temporary), folder.at(name))
  } catch (error) {
    unlinkSync(folder.at(temporary))
    throw error
  }
}

function keepOwner(fd: number, there: Stats): void {
  const own = fstatSync(fd)
  if (own.uid === there.uid && own.gid === there.gid) return
  try {
    fchownSync(fd, there.uid, there.gid)
  } catch {
    // Only root may give files away; the content matters more than the owner.
  }
}
