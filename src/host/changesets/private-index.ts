import { lstatSync } from 'node:fs'
import { copyFile, mkdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git, GitOutput } from '../git/git.ts'
import { joinNul, splitNul } from '../git/nul-list.ts'
import { firstLine, lineOf } from '../git/read-facts.ts'
import { gitPath } from '../git/repository-paths.ts'
import { placeOf } from './file-change.ts'
import { attributeFilesFor, mirrorFile } from './mirror.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** An index of our own, beside the person's, which is never written. Its runs throw `GitRefusal` on a bad exit. */
export interface PrivateIndex {
  readonly file: string
  /** The top of the work tree. */
  readonly root: string
  /** Runs git with this index; exit codes above `allowed` (default 0) are refusals. */
  run(args: readonly string[], options?: { stdin?: Buffer; allowed?: number }): Promise<Buffer>
  /** Sets entries (`mode oid path`); the mode `0` removes. */
  set(entries: readonly { mode: string; oid: string; path: Buffer }[]): Promise<void>
  /**
   * Takes the content of these paths into git's store and their entries into this index: files and links as they lie there,
   * submodules as their commit, what is gone as removed. Returns those that cannot be read; they stay as they were.
   */
  take(paths: readonly Buffer[]): Promise<Buffer[]>
}

/** Git said no; `message` is its sentence. */
export class GitRefusal extends Error {}

/**
 * Hands `use` a private index and removes it afterwards. `from: 'person'` starts from a copy of the person's, whose
 * knowledge of unchanged files saves reading them all; `'empty'` from nothing.
 */
export async function withPrivateIndex<T>(
  git: Git,
  root: string,
  { from, env = {} }: { from: 'person' | 'empty'; env?: Record<string, string> },
  use: (index: PrivateIndex) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder()
  const file = join(folder, 'index')
  try {
    if (from === 'person') await copyIndex(await gitPath(git, root, 'index'), file)
    const run = async (args: readonly string[], options: { stdin?: Buffer; allowed?: number } = {}) => {
      const { stdin, allowed = 0 } = options
      const output = await git.run(root, args, { env: { ...env, GIT_INDEX_FILE: file }, ...(stdin && { stdin }) })
      return accepted(output, allowed)
    }
    const set: PrivateIndex['set'] = async (entries) => {
      if (entries.length === 0) return
      const lines = entries.map(({ mode, oid, path }) => Buffer.concat([Buffer.from(`${mode} ${oid} 0\t`), path]))
      await run(['update-index', '-z', '--index-info'], { stdin: joinNul(lines) })
    }
    const take: PrivateIndex['take'] = async (paths) => {
      if (paths.length === 0) return []
      const gitDir = lineOf(accepted(await git.run(root, ['rev-parse', '--absolute-git-dir'])))
      const unreadable: Buffer[] = []
      for (let at = 0; at < paths.length; at += filesAtOnce) {
        const mirror = join(folder, 'files')
        await mkdir(mirror, { mode: 0o700 })
        const some = paths.slice(at, at + filesAtOnce)
        const whole: Buffer[] = []
        const commits: { mode: string; oid: string; path: Buffer }[] = []
        for (const path of some) {
          const mirrored = await mirrorFile(root, path, mirror)
          if (mirrored === 'unreadable') unreadable.push(path)
          const commit = mirrored === 'folder' ? submoduleCommit(git, root, path) : undefined
          if (commit !== undefined && commit !== 'unborn') commits.push({ mode: '160000', oid: commit, path })
          if (mirrored !== 'unreadable' && commit === undefined) whole.push(path)
        }
        const own = new Set(some.map((path) => path.toString('latin1')))
        for (const path of attributeFilesFor(some)) {
          if (!own.has(path.toString('latin1'))) await mirrorFile(root, path, mirror)
        }
        const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin']
        const place = { GIT_DIR: gitDir, GIT_WORK_TREE: mirror, GIT_INDEX_FILE: file }
        accepted(await git.run(mirror, args, { env: { ...env, ...place }, stdin: joinNul(whole) }))
        await set(commits)
        await rm(mirror, { recursive: true, force: true })
      }
      return unreadable
    }
    return await use({ file, root, run, set, take })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Files copied aside at once; together they take as much room in the temporary folder. */
const filesAtOnce = 500

/** The commit a submodule is at; `unborn` for a repository without one; undefined for a folder that is no repository. */
function submoduleCommit(git: Git, root: string, path: Buffer): string | undefined {
  const place = placeOf(root, path).toString('utf8')
  if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) === undefined) return undefined
  return git.head(place) ?? 'unborn'
}

/** Git's output, or a `GitRefusal` with its sentence. */
export function accepted(output: GitOutput, allowed = 0): Buffer {
  if (output.exitCode > allowed) throw new GitRefusal(firstLine(output.stderr))
  return output.stdout
}

/**
 * Copies an index so that git goes on doubting what it should: an entry as young as the index file is read again, and a
 * copy would look younger than the original. The copy is dated a second back, which only adds doubt.
 */
async function copyIndex(source: string, target: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(source)
    await copyFile(source, target)
    const second = Math.floor(mtimeMs / 1000) - 1
    await utimes(target, second, second)
  } catch (error) {
    // No index yet: nothing is staged.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/**
 * Makes the copied index say what lies in the folder: conflicts become plain entries, untracked files that are not
 * ignored become entries (with no content yet), and `truthful` takes back the marks that make git overlook a file that
 * is there. Returns the nested repositories, which stay out.
 */
export async function takeInUntracked(
  index: PrivateIndex,
  { emptyBlob, truthful, scope = [] }: { emptyBlob: string; truthful: boolean; scope?: readonly string[] },
): Promise<{ nested: Buffer[] }> {
  await settleConflicts(index)
  if (truthful) {
    await clearMarks(index)
    await forgetDoubtful(index)
  }
  // Exit 1 says that files need an update, which is what is being asked.
  await index.run(['update-index', '-q', '--refresh'], { allowed: 1 })
  const listed = splitNul(await index.run(['ls-files', '--others', '--exclude-standard', '-z', '--', ...scope]))
  const isFolder = (path: Buffer) => path.at(-1) === 0x2f
  await index.set(listed.filter((path) => !isFolder(path)).map((path) => ({ mode: '100644', oid: emptyBlob, path })))
  return { nested: listed.filter(isFolder) }
}

async function settleConflicts(index: PrivateIndex): Promise<void> {
  const unmerged = splitNul(await index.run(['ls-files', '--unmerged', '-z']))
  const settled = new Map<string, { mode: string; oid: string; path: Buffer }>()
  for (const line of unmerged) {
    const tab = line.indexOf(0x09)
    const [mode = '', oid = ''] = line.toString('latin1', 0, tab).split(' ')
    const path = line.subarray(tab + 1)
    settled.set(path.toString('latin1'), { mode, oid, path })
  }
  const entries = [...settled.values()]
  await index.set(entries.map(({ path, oid }) => ({ mode: '0', oid: '0'.repeat(oid.length), path })))
  await index.set(entries)
}

/** Of a file marked "assume unchanged" git would not even notice that it is gone. */
async function clearMarks(index: PrivateIndex): Promise<void> {
  const listed = splitNul(await index.run(['ls-files', '-v', '-z']))
  const isMarked = (line: Buffer) => /[a-z]/.test(String.fromCharCode(line[0] ?? 0))
  const marked = listed.filter(isMarked).map((line) => line.subarray(2))
  if (marked.length === 0) return
  await index.run(['update-index', '--no-assume-unchanged', '-z', '--stdin'], { stdin: joinNul(marked) })
}

/**
 * Git may be built to compare whole seconds only; an edit of the same size within the second, with the old date put
 * back, then looks unchanged. The change time cannot be put back: where it differs by a nanosecond, the file is read,
 * whatever marks ("skip worktree") its entry has.
 */
async function forgetDoubtful(index: PrivateIndex): Promise<void> {
  const output = (await index.run(['ls-files', '--stage', '--debug', '-z'])).toString('latin1')
  const doubtful: { mode: string; oid: string; path: Buffer }[] = []
  for (const [, mode = '', oid = '', name = '', seconds, nanoseconds] of output.matchAll(debugEntry)) {
    if (mode === '160000') continue
    const path = Buffer.from(name, 'latin1')
    const found = lstatSync(placeOf(index.root, path), { throwIfNoEntry: false, bigint: true })
    const recorded = BigInt(seconds ?? 0) * 1_000_000_000n + BigInt(nanoseconds ?? 0)
    if (found !== undefined && found.ctimeNs !== recorded) doubtful.push({ mode, oid, path })
  }
  await index.set(doubtful)
}

const debugEntry = /(?:^|\n)([0-7]{6}) ([0-9a-f]+) [0-3]\t([^\0]*)\0 {2}ctime: (\d+):(\d+)\n/g

/** Whether a plain file or a symlink lies there; what git can keep. */
export function isFileOrLink(place: Buffer): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false })
  return found !== undefined && (found.isFile() || found.isSymbolicLink())
}
