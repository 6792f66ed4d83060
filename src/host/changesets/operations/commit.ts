import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Git } from '../../git/git.ts'
import { filteredPaths } from '../../git/configured-filters.ts'
import { personIdentity, type Identity } from '../../git/identity.ts'
import { splitNul } from '../../git/nul-list.ts'
import { lineOf } from '../../git/read-facts.ts'
import { rememberPlaces } from '../../git/remember-places.ts'
import { readSettings } from '../../git/read-settings.ts'
import { gitPath } from '../../git/repository-paths.ts'
import { uncommitted } from '../compute.ts'
import { oldPathOf, pathOf, type FileChange } from '../file-change.ts'
import { headCommit, knownObjects } from '../object-format.ts'
import { accepted, GitRefusal, withPrivateIndex, type PrivateIndex } from '../private-index.ts'
import { lockIndex, type IndexLock } from './index-lock.ts'
import { lockedIndexReason, presentCommitHooks, unfinishedWork } from './repository-state.ts'

/** What to commit. `paths` are relative to the root and must be shown in the changeset; absent: all that is shown. */
export interface CommitRequest {
  readonly message: string
  readonly paths?: readonly string[]
  /** Instead of the person's own identity. */
  readonly identity?: Identity
  /** Limits "all that is shown" to paths below these. */
  readonly scope?: readonly string[]
}

/** `notes` are things a person may have expected and that were not done: hooks, a signature. */
export type CommitResult =
  | {
      readonly kind: 'committed'
      readonly hash: string
      readonly summary: string
      readonly files: readonly string[]
      readonly notes: readonly string[]
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly kept: string }

const kept = 'Your files and what you had staged are as they were.'
const nothing = 'There is nothing to commit.'

/**
 * Commits exactly what the changeset shows, whatever is staged; other staged entries stay staged. Runs no hook and no
 * filter and signs nothing.
 */
export async function commit(anyGit: Git, root: string, request: CommitRequest): Promise<CommitResult> {
  const git = rememberPlaces(anyGit)
  const failed = (reason: string): CommitResult => ({ kind: 'failed', reason, kept })
  const message = cleanMessage(request.message)
  if (message === '') return failed('The commit message is empty.')
  if (message.includes('\0')) return failed('The commit message holds a NUL character.')
  const facts = await git.facts(root)
  if (facts.status === 'none') return failed(`${root} is not in a git repository.`)
  if (facts.status === 'unavailable') return failed(facts.fix ? `${facts.reason}\n${facts.fix}` : facts.reason)
  const busy = unfinishedWork(facts.gitDir)
  if (busy !== undefined) return failed(busy)

  try {
    const indexFile = await gitPath(git, root, 'index')
    const who = request.identity ?? (await identityOf(git, root))
    if (typeof who === 'string') return failed(who)
    const lock = lockIndex(indexFile)
    if (lock === undefined) return failed(lockedIndexReason(`${indexFile}.lock`))
    try {
      return await commitLocked(git, root, request, { message, who, lock })
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof GitRefusal) return failed(`Git refused: ${error.message}`)
    return failed(error instanceof Error ? error.message : String(error))
  }
}

async function commitLocked(
  git: Git,
  root: string,
  { paths, scope }: CommitRequest,
  { message, who, lock }: { message: string; who: Identity; lock: IndexLock },
): Promise<CommitResult> {
  if (accepted(await git.run(root, ['ls-files', '--unmerged', '-z'])).length > 0) {
    return { kind: 'failed', reason: 'Some files are in conflict. Settle them first.', kept }
  }
  const parent = await headCommit(git, root)
  const shown = await uncommitted(git, root, scope)
  if (shown.kind === 'unavailable') return { kind: 'failed', reason: shown.reason, kept }
  const chosen = choose(shown.snapshot.files, paths)
  if (typeof chosen === 'string') return { kind: 'failed', reason: chosen, kept }
  const filtered = await filteredPaths(git, root, chosen.filter(hasContent).map(pathOf))
  if (filtered[0]) return { kind: 'failed', reason: filterReason(filtered[0]), kept }

  const notes = await notesOf(git, root)
  const { none } = await knownObjects(git, root)
  const { tree, entries } = await writeTree(git, root, parent, chosen, none)
  if (parent !== undefined && tree === (await treeOf(git, root, parent))) {
    return { kind: 'failed', reason: nothing, kept }
  }
  const hash = await writeCommit(git, root, { tree, parent, message, who })
  const summary = message.split('\n', 1)[0] ?? ''
  const index = await mergedIndex(git, root, entries)
  const log = parent === undefined ? `commit (initial): ${summary}` : `commit: ${summary}`
  accepted(await git.run(root, ['update-ref', '-m', log, 'HEAD', hash, parent ?? none]))
  try {
    lock.replaceWith(index)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    notes.push(`The index could not be written (${words}); "git reset" brings it up to date.`)
  }
  return { kind: 'committed', hash, summary, files: chosen.map((change) => change.path), notes }
}

/** As git cleans it: no blanks at line ends, no empty lines around; nothing inside is taken for a comment. */
function cleanMessage(message: string): string {
  const lines = message.replaceAll('\r\n', '\n').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

async function identityOf(git: Git, root: string): Promise<Identity | string> {
  const known = await personIdentity(git, root)
  return known.kind === 'known' ? known.identity : known.reason
}

function choose(files: readonly FileChange[], paths: readonly string[] | undefined): FileChange[] | string {
  const chosen = files.filter((change) => paths === undefined || covers(paths, change))
  if (chosen.length === 0) return nothing
  const unreadable = chosen.find((change) => change.unreadable)
  if (unreadable) return `${unreadable.path} cannot be read.`
  const missing = paths?.find((path) => !files.some((change) => covers([path], change)))
  return missing === undefined ? chosen : `${missing} has no change to commit.`
}

function covers(paths: readonly string[], change: FileChange): boolean {
  return paths.includes(change.path) || (change.oldPath !== undefined && paths.includes(change.oldPath))
}

function hasContent(change: FileChange): boolean {
  return change.status !== 'deleted'
}

function filterReason({ path, filter }: { path: Buffer; filter: string }): string {
  return `${path.toString('utf8')} goes through the filter "${filter}", which Roadstead does not run. Commit it in a terminal.`
}

type Entry = { mode: string; oid: string; path: Buffer }

/** The tree of the parent with the chosen files as they lie in the folder, and their entries. */
async function writeTree(
  git: Git,
  root: string,
  parent: string | undefined,
  chosen: readonly FileChange[],
  none: string,
): Promise<{ tree: string; entries: Entry[] }> {
  return withPrivateIndex(git, root, { from: 'empty' }, async (index) => {
    if (parent !== undefined) await index.run(['read-tree', parent])
    const gone = chosen.flatMap((change) => {
      if (change.status === 'deleted') return [pathOf(change)]
      return change.status === 'renamed' ? [oldPathOf(change)] : []
    })
    const present = chosen.filter(hasContent).map(pathOf)
    await index.set(gone.map((path) => ({ mode: '0', oid: none, path })))
    const [unreadable] = await index.take(present)
    if (unreadable) throw new GitRefusal(`${unreadable.toString('utf8')} cannot be read.`)
    const tree = lineOf(await index.run(['write-tree', '--missing-ok']))
    const written = await entriesAt(index, present)
    return { tree, entries: [...gone.map((path) => ({ mode: '0', oid: none, path })), ...written] }
  })
}

async function entriesAt(index: PrivateIndex, paths: readonly Buffer[]): Promise<Entry[]> {
  const wanted = new Set(paths.map((path) => path.toString('latin1')))
  return splitNul(await index.run(['ls-files', '--stage', '-z'])).flatMap((line) => {
    const tab = line.indexOf(0x09)
    const path = line.subarray(tab + 1)
    const [mode = '', oid = ''] = line.toString('latin1', 0, tab).split(' ')
    return wanted.has(path.toString('latin1')) ? [{ mode, oid, path }] : []
  })
}

/** The person's index with the committed entries, and nothing else, brought up to date. */
async function mergedIndex(git: Git, root: string, entries: readonly Entry[]): Promise<Buffer> {
  return withPrivateIndex(git, root, { from: 'person' }, async (index) => {
    await index.set(entries)
    await index.run(['update-index', '-q', '--refresh'], { allowed: 1 })
    return readFile(index.file)
  })
}

async function writeCommit(
  git: Git,
  root: string,
  { tree, parent, message, who }: { tree: string; parent: string | undefined; message: string; who: Identity },
): Promise<string> {
  const env = {
    GIT_AUTHOR_NAME: who.name,
    GIT_AUTHOR_EMAIL: who.email,
    GIT_COMMITTER_NAME: who.name,
    GIT_COMMITTER_EMAIL: who.email,
  }
  const args = ['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-F', '-']
  return lineOf(accepted(await git.run(root, args, { env, stdin: `${message}\n` })))
}

async function treeOf(git: Git, root: string, commitHash: string): Promise<string> {
  return lineOf(accepted(await git.run(root, ['rev-parse', '--verify', `${commitHash}^{tree}`])))
}

/** What a plain `git commit` would have done besides, so that nobody is surprised. */
async function notesOf(git: Git, root: string): Promise<string[]> {
  const [settings, common] = await Promise.all([
    readSettings(git, root, ['core.hooksPath', 'commit.gpgSign']),
    git.run(root, ['rev-parse', '--path-format=absolute', '--git-common-dir']),
  ])
  // What the person's configuration says; our own setting, which wins, is the last in the list.
  const [hooksPath, signs] = ['core.hooksPath', 'commit.gpgSign'].map((key) => settings.get(key)?.at(-2))
  const folder = hooksPath === undefined ? join(lineOf(common.stdout), 'hooks') : resolve(root, hooksPath)
  const hooks = presentCommitHooks(folder)
  return [
    ...(hooks.length > 0 ? [`Hooks that were not run: ${hooks.join(', ')}.`] : []),
    ...(signs !== undefined && /^(true|yes|on|1)$/i.test(signs) ? ['The commit is not signed.'] : []),
  ]
}
