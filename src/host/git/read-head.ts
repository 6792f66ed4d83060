/** Reads what HEAD points at from files, because a process per command would cost more than the command (STACK 10). */
import { closeSync, lstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const maxSymbolicRefs = 5
const maxRefBytes = 4096
const maxPackedBytes = 256 * 1024 * 1024

/** Where a work tree keeps its git data: `gitDir` its own, `commonDir` what it shares with its sibling worktrees. */
export interface GitDirectories {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
}

/** What HEAD says; `branch` is the short name of a symbolic HEAD, `head` absent before the first commit. */
export interface HeadFacts {
  readonly branch?: string
  readonly head?: string
}

/** Walks up from `folder` to the first `.git`; undefined when there is none. Follows a worktree's `gitdir:` file. */
export function findGitDirectories(folder: string): GitDirectories | undefined {
  for (let top = resolve(folder); ; top = dirname(top)) {
    const gitDir = gitDirOf(top)
    if (gitDir !== undefined) return { top, gitDir, commonDir: commonDirOf(gitDir) }
    if (dirname(top) === top) return undefined
  }
}

/** Reads HEAD and what it points at. Undefined when there is no readable HEAD. */
export function readHead(directories: GitDirectories): HeadFacts | undefined {
  const text = readSmall(join(directories.gitDir, 'HEAD'))
  if (text === undefined) return undefined
  const target = symbolicTarget(text)
  const head = target === undefined ? idIn(text) : readRef(directories, target, maxSymbolicRefs)
  const branch = target?.startsWith('refs/heads/') ? target.slice('refs/heads/'.length) : undefined
  return { ...(branch !== undefined && { branch }), ...(head !== undefined && { head }) }
}

function gitDirOf(top: string): string | undefined {
  const entry = join(top, '.git')
  try {
    if (statSync(entry).isDirectory()) return isGitDir(entry) ? entry : undefined
  } catch {
    return undefined
  }
  const pointer = readSmall(entry)?.match(/^gitdir: (.+?)\r?\n?$/s)?.[1]
  if (pointer === undefined) return undefined
  const gitDir = isAbsolute(pointer) ? pointer : join(top, pointer)
  return isGitDir(gitDir) ? gitDir : undefined
}

function isGitDir(path: string): boolean {
  try {
    return lstatSync(join(path, 'HEAD')).isFile() && statSync(join(commonDirOf(path), 'objects')).isDirectory()
  } catch {
    return false
  }
}

function commonDirOf(gitDir: string): string {
  const text = readSmall(join(gitDir, 'commondir'))?.replace(/\r?\n$/, '')
  if (text === undefined || text === '') return gitDir
  return isAbsolute(text) ? text : join(gitDir, text)
}

function readRef(directories: GitDirectories, name: string, depth: number): string | undefined {
  if (depth === 0 || !isSafeRefName(name)) return undefined
  const text = readSmall(join(directories.gitDir, name)) ?? readSmall(join(directories.commonDir, name))
  if (text === undefined) return packedRef(directories.commonDir, name)
  const target = symbolicTarget(text)
  return target === undefined ? idIn(text) : readRef(directories, target, depth - 1)
}

function packedRef(commonDir: string, name: string): string | undefined {
  const path = join(commonDir, 'packed-refs')
  try {
    if (statSync(path).size > maxPackedBytes) return undefined
    const packed = readFileSync(path)
    const at = packed.indexOf(Buffer.from(` ${name}\n`))
    if (at === -1) return undefined
    return idIn(packed.subarray(packed.lastIndexOf(0x0a, at) + 1, at).toString('latin1'))
  } catch {
    return undefined
  }
}

function symbolicTarget(text: string): string | undefined {
  return text.match(/^ref:\s*(\S+)\s*$/)?.[1]
}

function idIn(text: string): string | undefined {
  const id = text.trim()
  return objectId.test(id) ? id : undefined
}

/** A name that stays below the git directory, so that HEAD cannot make the host read elsewhere. */
function isSafeRefName(name: string): boolean {
  return name.startsWith('refs/') && !name.split('/').some((part) => part === '' || part === '.' || part === '..')
}

function readSmall(path: string): string | undefined {
  let file: number | undefined
  try {
    if (!statSync(path).isFile()) return undefined
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(maxRefBytes)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, maxRefBytes, 0))
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
