import { lstatSync } from 'node:fs'
import type { Git } from '../git/git.ts'
import { splitNul } from '../git/nul-list.ts'
import { lineOf } from '../git/read-facts.ts'
import { gitPath } from '../git/repository-paths.ts'
import { placeOf } from './file-change.ts'
import { knownObjects } from './object-format.ts'
import { parseDiff } from './parse-diff.ts'
import { accepted, takeInUntracked, withPrivateIndex, type PrivateIndex } from './private-index.ts'

/** A kept state of the files. `leftOut` are files that could not be read and stand in it as git last knew them. */
export type Checkpoint =
  | { readonly kind: 'taken'; readonly tree: string; readonly ref?: string; readonly leftOut: readonly string[] }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** How a checkpoint is kept. */
export interface CheckpointOptions {
  /** Anchors it as `refs/roadstead/<sessionId>/<name>`, so that git's own clean-up leaves it alone. */
  readonly anchor?: { readonly sessionId: string; readonly name: string }
  /** Writes its content here instead of into the repository; there is then nothing to anchor. */
  readonly objectsDir?: string
}

const refPart = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/

/**
 * Keeps the state of the work tree as a git tree, with new files that are not ignored, through an index of its own: the
 * person's index, branches and stash stay as they are. Nested repositories are left out, submodules stand as a commit.
 */
export async function checkpoint(git: Git, root: string, options: CheckpointOptions = {}): Promise<Checkpoint> {
  const facts = await git.facts(root)
  if (facts.status === 'none') return { kind: 'unavailable', reason: `${root} is not in a git repository.` }
  if (facts.status === 'unavailable') return { kind: 'unavailable', reason: facts.reason }
  const { anchor, objectsDir } = options
  if (anchor && !(isRefPart(anchor.sessionId) && isRefPart(anchor.name))) {
    return { kind: 'unavailable', reason: `${anchor.sessionId}/${anchor.name} cannot be the name of a checkpoint.` }
  }
  try {
    const { emptyBlob } = await knownObjects(git, root)
    const env = objectsDir === undefined ? {} : await apart(git, root, objectsDir)
    const { tree, leftOut } = await withPrivateIndex(git, root, { from: 'person', env }, async (index) => {
      await takeInUntracked(index, { emptyBlob, truthful: true })
      const left = await takeInContent(index)
      return { tree: lineOf(await index.run(['write-tree', '--missing-ok'])), leftOut: left }
    })
    if (!anchor || objectsDir !== undefined) return { kind: 'taken', tree, leftOut }
    const ref = `refs/roadstead/${anchor.sessionId}/${anchor.name}`
    accepted(await git.run(root, ['update-ref', ref, tree]))
    return { kind: 'taken', tree, ref, leftOut }
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Lets go of all checkpoints of a session; their content goes when git next cleans up. Returns how many there were. */
export async function dropCheckpoints(git: Git, root: string, sessionId: string): Promise<number> {
  if (!isRefPart(sessionId)) return 0
  const listed = await git.run(root, ['for-each-ref', '--format=%(refname)', `refs/roadstead/${sessionId}/`])
  const refs = listed.stdout.toString('utf8').split('\n').filter(Boolean)
  if (refs.length === 0) return 0
  const stdin = refs.map((ref) => `delete ${ref}\n`).join('')
  const dropped = await git.run(root, ['update-ref', '--stdin'], { stdin })
  return dropped.exitCode === 0 ? refs.length : 0
}

function isRefPart(text: string): boolean {
  return refPart.test(text) && !text.endsWith('.lock')
}

async function apart(git: Git, root: string, objectsDir: string): Promise<Record<string, string>> {
  const objects = await gitPath(git, root, 'objects')
  return { GIT_OBJECT_DIRECTORY: objectsDir, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) }
}

/** Reads every file that differs from its entry into git's store; returns those that cannot be read. */
async function takeInContent(index: PrivateIndex): Promise<string[]> {
  const changed = parseDiff(await index.run(['diff-files', '--raw', '-z', '--no-renames'])).map((record) => record.path)
  const storable = changed.filter((path) => kindAt(index, path) !== 'other')
  const other = changed.filter((path) => kindAt(index, path) === 'other')
  await index.set(other.map((path) => ({ mode: '0', oid: '0'.repeat(40), path })))
  const leftOut = await index.take(storable)
  await forgetUnknown(index, leftOut)
  return leftOut.map((path) => path.toString('utf8'))
}

/** An untracked file without content cannot stand in a tree. */
async function forgetUnknown(index: PrivateIndex, paths: readonly Buffer[]): Promise<void> {
  if (paths.length === 0) return
  const head = new Set(
    splitNul(await index.run(['ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD'], { allowed: 128 })).map(
      (path) => path.toString('latin1'),
    ),
  )
  const unknown = paths.filter((path) => !head.has(path.toString('latin1')))
  await index.set(unknown.map((path) => ({ mode: '0', oid: '0'.repeat(40), path })))
}

/** A pipe, a socket or a device in a file's place is no content; a folder there may be a submodule. */
function kindAt(index: PrivateIndex, path: Buffer): 'storable' | 'other' {
  const found = lstatSync(placeOf(index.root, path), { throwIfNoEntry: false })
  if (found === undefined || found.isFile() || found.isSymbolicLink() || found.isDirectory()) return 'storable'
  return 'other'
}
