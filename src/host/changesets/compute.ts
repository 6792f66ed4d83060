import { constants, accessSync, lstatSync } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from '../git/git.ts'
import { joinNul } from '../git/nul-list.ts'
import {
  largeFileBytes,
  namedPath,
  placeOf,
  type AfterSide,
  type BeforeSide,
  type ChangesetSnapshot,
  type FileChange,
} from './file-change.ts'
import { headCommit, knownObjects, type KnownObjects } from './object-format.ts'
import { parseDiff, type DiffRecord } from './parse-diff.ts'
import { accepted, isFileOrLink, takeInUntracked, withPrivateIndex, type PrivateIndex } from './private-index.ts'

/** A snapshot, or in words why there is none. */
export type Computed =
  | { readonly kind: 'computed'; readonly snapshot: ChangesetSnapshot }
  | { readonly kind: 'unavailable'; readonly reason: string }

const submodule = '160000'
const symlink = '120000'

/**
 * What a commit of everything would hold: HEAD against the work tree, with files that are new and not ignored. `root` is
 * the repository's root; `scope` limits it to paths below. Reads only; a lock held by another git does not matter.
 */
export async function uncommitted(git: Git, root: string, scope?: readonly string[]): Promise<Computed> {
  return computed(git, root, async (known) => ({
    base: (await headCommit(git, root)) ?? known.emptyTree,
    truthful: false,
    scope: scope ?? [],
  }))
}

/** What has changed since a checkpoint: its tree against the work tree. Files that git was told to overlook count too. */
export async function sinceStart(
  git: Git,
  root: string,
  startTree: string,
  scope?: readonly string[],
): Promise<Computed> {
  return computed(git, root, async () => ({ base: startTree, truthful: true, scope: scope ?? [] }))
}

interface Comparison {
  readonly base: string
  readonly truthful: boolean
  readonly scope: readonly string[]
}

async function computed(git: Git, root: string, plan: (known: KnownObjects) => Promise<Comparison>): Promise<Computed> {
  try {
    const known = await knownObjects(git, root)
    const comparison = await plan(known)
    return { kind: 'computed', snapshot: await takeSnapshot(git, root, known, comparison) }
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function takeSnapshot(
  git: Git,
  root: string,
  known: KnownObjects,
  { base, truthful, scope }: Comparison,
): Promise<ChangesetSnapshot> {
  const { records, unreadable, nested } = await withPrivateIndex(git, root, { from: 'person' }, async (index) => {
    const { emptyBlob } = known
    const taken = await takeInUntracked(index, { emptyBlob, truthful, scope })
    await alignWithBase(index, { base, truthful, scope })
    const compared = await compare(index, base, scope)
    return { ...compared, nested: taken.nested }
  })
  const sizes = await sizesOf(git, root, records)
  const files = await Promise.all([
    ...records.filter(isRealChange).map((record) => describe(git, root, record, sizes)),
    ...unreadable.map(async (record) => ({ ...(await describe(git, root, record, sizes)), unreadable: true as const })),
  ])
  files.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
  return {
    files,
    additions: files.reduce((sum, file) => sum + file.added, 0),
    deletions: files.reduce((sum, file) => sum + file.removed, 0),
    nestedRepositories: nested.map((path) => path.toString('utf8').replace(/\/$/, '')),
  }
}

/**
 * Gives files that are there the base's entry where theirs is another, so that git sees those that are the same as in
 * the base. `truthful`: also files that were in the base and have been put on the ignore list since.
 */
async function alignWithBase(index: PrivateIndex, { base, truthful, scope }: Comparison): Promise<void> {
  const args = ['diff-index', '--cached', '--raw', '-z', '--full-index', '--no-renames', base, '--', ...scope]
  const differing = parseDiff(await index.run(args)).filter(({ letter, oldMode, newMode, path }) => {
    if (letter === 'A' || oldMode === submodule) return false
    if (letter === 'D' ? !truthful : !truthful && oldMode !== newMode) return false
    return isFileOrLink(placeOf(index.root, path))
  })
  if (differing.length === 0) return
  await index.set(differing.map(({ oldMode, oldOid, path }) => ({ mode: oldMode, oid: oldOid, path })))
  await index.run(['update-index', '-q', '--refresh'], { allowed: 1 })
}

const diffArgs = (base: string, scope: readonly string[], ...how: string[]) => [
  'diff-index',
  '--raw',
  '-z',
  '--full-index',
  ...how,
  base,
  '--',
  ...scope,
]

/** Compares; where git gives up over a file it may not read, that file is set apart and the rest compared again. */
async function compare(
  index: PrivateIndex,
  base: string,
  scope: readonly string[],
): Promise<{ records: DiffRecord[]; unreadable: DiffRecord[] }> {
  const full = diffArgs(base, scope, '--numstat', '-M')
  try {
    return { records: parseDiff(await index.run(full)), unreadable: [] }
  } catch (error) {
    const named = parseDiff(await index.run(diffArgs(base, scope, '--no-renames')))
    const unreadable = named.filter((record) => cannotBeRead(placeOf(index.root, record.path)))
    if (unreadable.length === 0) throw error
    await setApart(index, unreadable)
    return { records: parseDiff(await index.run(full)), unreadable }
  }
}

async function setApart(index: PrivateIndex, records: readonly DiffRecord[]): Promise<void> {
  const none = (record: DiffRecord) => ({ mode: '0', oid: record.oldOid, path: record.path })
  await index.set(records.filter((record) => record.letter === 'A').map(none))
  const tracked = records.filter((record) => record.letter !== 'A')
  if (tracked.length === 0) return
  await index.set(tracked.map((record) => ({ mode: record.oldMode, oid: record.oldOid, path: record.path })))
  const stdin = joinNul(tracked.map((record) => record.path))
  await index.run(['update-index', '--skip-worktree', '-z', '--stdin'], { stdin })
}

function cannotBeRead(place: Buffer): boolean {
  try {
    const found = lstatSync(place)
    if (found.isSymbolicLink() || found.isDirectory()) return false
    // A pipe, a socket or a device: git has no content for it.
    if (!found.isFile()) return true
    accessSync(place, constants.R_OK)
    return false
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}

/** Git also names files whose dates alone changed. */
function isRealChange({ letter, oldMode, newMode, lines }: DiffRecord): boolean {
  if (letter !== 'M' || oldMode !== newMode || lines === 'binary') return true
  return lines !== undefined && lines.added + lines.removed > 0
}

async function sizesOf(git: Git, root: string, records: readonly DiffRecord[]): Promise<Map<string, number>> {
  const hasBlob = (record: DiffRecord) => record.letter !== 'A' && record.oldMode !== submodule
  const oids = [...new Set(records.filter(hasBlob).map((record) => record.oldOid))]
  if (oids.length === 0) return new Map()
  const stdin = `${oids.join('\n')}\n`
  const output = accepted(await git.run(root, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], { stdin }))
  const lines = output.toString('latin1').trimEnd().split('\n')
  return new Map(lines.map((line) => line.split(' ')).map(([oid = '', size]) => [oid, Number(size)]))
}

const statuses: Readonly<Record<string, FileChange['status']>> = { A: 'added', D: 'deleted', R: 'renamed' }

async function describe(
  git: Git,
  root: string,
  record: DiffRecord,
  sizes: ReadonlyMap<string, number>,
): Promise<FileChange> {
  const path = namedPath(record.path)
  const lines = typeof record.lines === 'object' ? record.lines : { added: 0, removed: 0 }
  const oldPath = record.oldPath && namedPath(record.oldPath)
  const before = record.letter === 'A' ? undefined : beforeSide(record, sizes)
  const after = record.letter === 'D' ? undefined : await afterSide(git, root, record)
  return {
    path: path.text,
    ...(path.bytes && { pathBytes: path.bytes }),
    ...(oldPath && { oldPath: oldPath.text }),
    ...(oldPath?.bytes && { oldPathBytes: oldPath.bytes }),
    status: statuses[record.letter] ?? 'modified',
    added: lines.added,
    removed: lines.removed,
    binary: record.lines === 'binary',
    large: Math.max(before?.size ?? 0, after?.size ?? 0) > largeFileBytes,
    ...(before && { before }),
    ...(after && { after }),
  }
}

function beforeSide(record: DiffRecord, sizes: ReadonlyMap<string, number>): BeforeSide {
  const size = sizes.get(record.oldOid)
  return { oid: record.oldOid, mode: record.oldMode, ...(size !== undefined && { size }) }
}

async function afterSide(git: Git, root: string, record: DiffRecord): Promise<AfterSide> {
  const mode = record.newMode
  if (mode === submodule) {
    const commit = git.head(join(root, record.path.toString('utf8')))
    return { mode, ...(commit !== undefined && { commit }) }
  }
  const place = placeOf(root, record.path)
  try {
    const found = await lstat(place)
    const target = mode === symlink ? { target: (await readlink(place, 'buffer')).toString('utf8') } : {}
    return { mode, size: found.size, changedAtMs: Math.trunc(found.mtimeMs), ...target }
  } catch {
    // Gone between the comparison and now; the next refresh will say so.
    return { mode }
  }
}
