import { realpathSync, statSync } from 'node:fs'
import { relative, isAbsolute, sep } from 'node:path'
import type { Git, RepositoryFacts } from './git.ts'
import { readHead } from './read-head.ts'

/** Asks git about `folder` and says in words what a person can do where git refuses. */
export async function readFacts(
  git: Pick<Git, 'run'>,
  folder: string,
  ask: typeof askDirectories = askDirectories,
): Promise<RepositoryFacts> {
  const problem = folderProblem(folder)
  if (problem !== undefined) return { status: 'unavailable', reason: problem }
  const asked = await ask(git, folder)
  if (asked.kind === 'refused') return explainRefusal(asked.stderr, folder)
  const { root, gitDir, commonDir } = asked
  if (!isWithin(realpathSync(folder), root)) {
    return {
      status: 'unavailable',
      reason: `The repository at ${folder} says that its files are elsewhere (core.worktree = ${root}); Roadstead works only where it was sent.`,
    }
  }
  const head = readHead({ top: root, gitDir, commonDir }) ?? {}
  return { status: 'repository', root, gitDir, ...head }
}

/** Where git says a folder's repository is, or why it will not say. */
export type Directories =
  | { readonly kind: 'found'; readonly root: string; readonly gitDir: string; readonly commonDir: string }
  | { readonly kind: 'refused'; readonly stderr: string }

const questions = [['--show-toplevel'], ['--absolute-git-dir'], ['--path-format=absolute', '--git-common-dir']]

/** One process answers all three, a line each. Names that hold line ends are asked for one by one. */
export async function askDirectories(git: Pick<Git, 'run'>, folder: string): Promise<Directories> {
  const together = await git.run(folder, ['rev-parse', ...questions.flat()])
  const lines = lineOf(together.stdout).split(/\r?\n/)
  if (together.exitCode === 0 && lines.length === questions.length) return foundIn(lines)
  const answers: string[] = []
  for (const question of questions) {
    const output = await git.run(folder, ['rev-parse', ...question])
    if (output.exitCode !== 0) return { kind: 'refused', stderr: output.stderr }
    answers.push(lineOf(output.stdout))
  }
  return foundIn(answers)
}

function foundIn([root = '', gitDir = '', commonDir = '']: readonly string[]): Directories {
  return { kind: 'found', root, gitDir, commonDir }
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
