import { realpathSync, statSync } from 'node:fs'
import { relative, isAbsolute, sep } from 'node:path'
import type { Git, RepositoryFacts } from './git.ts'
import { readHead } from './read-head.ts'

/** Asks git about `folder` and says in words what a person can do where git refuses. */
export async function readFacts(git: Pick<Git, 'run'>, folder: string): Promise<RepositoryFacts> {
  const problem = folderProblem(folder)
  if (problem !== undefined) return { status: 'unavailable', reason: problem }
  const top = await git.run(folder, ['rev-parse', '--show-toplevel'])
  if (top.exitCode !== 0) return explainRefusal(top.stderr, folder)
  const dir = await git.run(folder, ['rev-parse', '--absolute-git-dir'])
  const common = await git.run(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  if (dir.exitCode !== 0 || common.exitCode !== 0) return explainRefusal(dir.stderr + common.stderr, folder)
  const [root, gitDir, commonDir] = [lineOf(top.stdout), lineOf(dir.stdout), lineOf(common.stdout)]
  if (!isWithin(realpathSync(folder), root)) {
    return {
      status: 'unavailable',
      reason: `The repository at ${folder} says that its files are elsewhere (core.worktree = ${root}); Roadstead works only where it was sent.`,
    }
  }
  const head = readHead({ top: root, gitDir, commonDir }) ?? {}
  return { status: 'repository', root, gitDir, ...head }
}

function folderProblem(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : `${folder} is not a folder.`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' ? `The folder ${folder} does not exist.` : `The folder ${folder} cannot be read (${code}).`
  }
}

function explainRefusal(stderr: string, folder: string): RepositoryFacts {
  if (/not a git repository/.test(stderr)) return { status: 'none' }
  const dubious = stderr.match(/dubious ownership in repository at '(.*)'/)?.[1]
  if (dubious !== undefined) {
    return {
      status: 'unavailable',
      reason: `Git refuses the repository at ${dubious}: the folder belongs to another user.`,
      fix: `git config --global --add safe.directory '${dubious.replaceAll("'", `'\\''`)}'`,
    }
  }
  if (/must be run in a work tree|cannot use bare repository/.test(stderr)) {
    return { status: 'unavailable', reason: `${folder} belongs to a git repository without files of its own (bare).` }
  }
  return { status: 'unavailable', reason: `Git cannot read the repository at ${folder}: ${firstLine(stderr)}` }
}

/** The sentence in what git wrote, without its "fatal:". */
export function firstLine(stderr: string): string {
  const line = stderr.split('\n').find((text) => text.trim() !== '') ?? 'it gave no reason'
  return line.replace(/^(fatal|error|warning): /, '')
}

/** Git's one-line answer; only the last line end goes, a path may hold others. */
export function lineOf(stdout: Buffer): string {
  return stdout.toString('utf8').replace(/\r?\n$/, '')
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}
