import { createHash } from 'node:crypto'
import { constants, lstatSync } from 'node:fs'
import { open, readlink } from 'node:fs/promises'
import { filteredPaths } from '../../git/configured-filters.ts'
import type { Git } from '../../git/git.ts'
import { oldPathOf, pathOf, type FileChange } from '../file-change.ts'
import { withHeld } from '../held-folder.ts'
import { accepted } from '../private-index.ts'
import { putFile, removeFile, type FileContent } from './replace-file.ts'
import { safePlace } from './safe-place.ts'

/** Keeps discarded bytes somewhere and says how to find them again. `name` is for people. */
export type Keep = (content: Buffer, name: string) => string | Promise<string>

/** What brings a discarded change back: what lay at `path` (nothing: it had been deleted), and what a rename left behind. */
export interface DiscardedChange {
  /** Relative to the root, base64 of the exact bytes, so that it can be written down. */
  readonly path: string
  /** Absent: nothing lay there. `kept` is what `Keep` returned. */
  readonly was?: { readonly mode: string; readonly kept: string }
  /** Digest of what the discard left at `path`; undoing refuses when something else is there by then. */
  readonly left: string
  /** The file the discard put back, which undoing removes again: base64. */
  readonly restored?: string
}

/** `kept`: what was left as it was, in words. */
export type DiscardResult =
  | { readonly kind: 'discarded'; readonly discarded: DiscardedChange }
  | { readonly kind: 'failed'; readonly reason: string; readonly kept: string }

const unchanged = 'The file is as it was.'
const maxKeptBytes = 256 * 1024 * 1024

/**
 * Puts one file back to the state before its change. What is discarded is kept first, through `keep`. Never follows a
 * symlink and never leaves `root`. The person's index is not touched.
 */
export async function discard(
  git: Git,
  root: string,
  change: FileChange,
  { keep }: { keep: Keep },
): Promise<DiscardResult> {
  const failed = (reason: string): DiscardResult => ({ kind: 'failed', reason, kept: unchanged })
  const path = pathOf(change)
  const target = oldPathOf(change)
  const modes = [change.before?.mode, change.after?.mode]
  if (modes.includes('160000')) return failed(`${change.path} is a submodule; put it back with "git submodule update".`)
  try {
    for (const one of [path, target]) {
      const checked = safePlace(root, one)
      if (checked.kind === 'refused') return failed(checked.reason)
    }
    const before = change.before && (await contentBefore(git, root, target, change.before))
    if (typeof before === 'string') return failed(before)
    const now = await contentNow(root, path)
    if (typeof now === 'string') return failed(now)
    if (change.status === 'renamed' && occupied(root, target)) {
      return failed(`Something else lies at ${change.oldPath} by now.`)
    }
    if (change.status === 'deleted' && now) return failed(`${change.path} is there again.`)
    const was = now && { mode: now.mode, kept: await keep(now.content, change.path) }

    const problem = before && (await putFile(root, target, before))
    if (problem !== undefined) return failed(problem)
    if (before === undefined || change.status === 'renamed') {
      const refused = await removeFile(root, path)
      if (refused !== undefined) return failed(refused)
    }
    const restored = change.status === 'renamed' ? { restored: target.toString('base64') } : {}
    const left = digest(change.status === 'renamed' ? undefined : before)
    return { kind: 'discarded', discarded: { path: path.toString('base64'), left, ...(was && { was }), ...restored } }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** Brings a discarded change back; `read` finds what `keep` kept. Refuses when the file has changed since. */
export async function undoDiscard(
  root: string,
  discarded: DiscardedChange,
  { read }: { read: (kept: string) => Promise<Buffer | undefined> },
): Promise<{ kind: 'restored' } | { kind: 'failed'; reason: string; kept: string }> {
  const failed = (reason: string) => ({ kind: 'failed' as const, reason, kept: unchanged })
  const path = Buffer.from(discarded.path, 'base64')
  try {
    const now = await contentNow(root, path)
    if (typeof now === 'string') return failed(now)
    if (digest(now) !== discarded.left) return failed(`${path.toString('utf8')} has changed since.`)
    if (discarded.was === undefined) {
      const problem = await removeFile(root, path)
      return problem === undefined ? { kind: 'restored' } : failed(problem)
    }
    const content = await read(discarded.was.kept)
    if (content === undefined) return failed('The discarded content is no longer kept.')
    const problem = await putFile(root, path, { mode: discarded.was.mode, content })
    if (problem !== undefined) return failed(problem)
    if (discarded.restored !== undefined) await removeFile(root, Buffer.from(discarded.restored, 'base64'))
    return { kind: 'restored' }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** The bytes as they lie in a work tree: line ends and encoding as the attributes say, but no filter. */
async function contentBefore(
  git: Git,
  root: string,
  path: Buffer,
  { oid, mode }: { oid: string; mode: string },
): Promise<FileContent | string> {
  const filtered = mode === '120000' ? [] : await filteredPaths(git, root, [path])
  if (filtered[0]) {
    return `${path.toString('utf8')} goes through the filter "${filtered[0].filter}", which Roadstead does not run. Put it back in a terminal.`
  }
  const name = path.toString('utf8')
  const converts = mode !== '120000' && Buffer.from(name).equals(path)
  const args = converts ? ['cat-file', '--filters', `--path=${name}`, oid] : ['cat-file', 'blob', oid]
  return { mode, content: accepted(await git.run(root, args, { maxBytes: maxKeptBytes })) }
}

async function contentNow(root: string, path: Buffer): Promise<FileContent | string | undefined> {
  const checked = safePlace(root, path)
  if (checked.kind === 'refused') return checked.reason
  const shown = path.toString('utf8')
  return withHeld(root, path, async (place, found): Promise<FileContent | string> => {
    if (found?.isSymbolicLink() === true) return { mode: '120000', content: await readlink(place, 'buffer') }
    if (found?.isDirectory() === true) return `A folder lies where ${shown} was.`
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return `${shown} is neither a file nor a symlink.`
      if (stats.size > maxKeptBytes) return `${shown} is too large to be kept, so it is not discarded.`
      return { mode: (stats.mode & 0o111) === 0 ? '100644' : '100755', content: await file.readFile() }
    } finally {
      await file.close()
    }
  })
}

function digest(file: FileContent | undefined): string {
  if (file === undefined) return 'nothing'
  return createHash('sha256').update(`${file.mode}\n`).update(file.content).digest('hex')
}

function occupied(root: string, path: Buffer): boolean {
  const checked = safePlace(root, path)
  return checked.kind === 'refused' || lstatSync(checked.place, { throwIfNoEntry: false }) !== undefined
}
