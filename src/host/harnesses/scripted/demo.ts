import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseScriptText, type ScriptFile } from './script.ts'

/** Runs `git …args` in a folder; a non-zero exit is a value. The host's `Git.run` is one. */
export type RunGit = (
  folder: string,
  args: readonly string[],
  options?: { env?: Record<string, string> },
) => Promise<{ readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }>

export interface DemoOptions {
  /** The folder `resources/demo`, wherever the program has it. */
  readonly resources: string
  /** Where the repository is made; it gets the first free name in it. The folder is created when missing. */
  readonly parent: string
  readonly runGit: RunGit
  /** Milliseconds since the epoch, for the first commit. */
  readonly now: () => number
}

/** The demo: its repository, its script and what the person asks. */
export type Demo =
  | { readonly kind: 'created'; readonly folder: string; readonly script: ScriptFile }
  /** Nothing is left behind. */
  | { readonly kind: 'failed'; readonly reason: string }

const demoName = 'Roadstead demo'
const demoEmail = 'demo@roadstead.invalid'
const stored = '.txt'

/**
 * Makes the demo's repository: a few files with a test that really fails, committed once by "Roadstead demo". Where git
 * knows no identity of the person, the repository's own config gets the demo's; nothing else on the machine is changed.
 */
export async function createDemoRepository({ resources, parent, runGit, now }: DemoOptions): Promise<Demo> {
  let folder: string | undefined
  try {
    const parsed = parseScriptText(readFileSync(join(resources, 'script.json'), 'utf8'))
    if (parsed.kind === 'malformed') return failed(`The demo's script is malformed. ${parsed.problem}`)
    folder = makeFolder(parent)
    copyTemplate(join(resources, 'template'), folder)
    const problem = await commitAll(folder, runGit, new Date(now()).toISOString())
    if (problem === undefined) return { kind: 'created', folder, script: parsed.script }
    rmSync(folder, { recursive: true, force: true })
    return failed(problem)
  } catch (error) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    return failed(`The demo could not be made: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function failed(reason: string): Demo {
  return { kind: 'failed', reason }
}

/** `tea-timer`, or the first number after it that is free. */
function makeFolder(parent: string): string {
  mkdirSync(parent, { recursive: true })
  for (let number = 1; ; number++) {
    const folder = join(parent, number === 1 ? 'tea-timer' : `tea-timer-${number}`)
    if (existsSync(folder)) continue
    mkdirSync(folder)
    return folder
  }
}

/** The files are kept with `.txt` behind their names, so that nothing takes the failing test for one of ours. */
function copyTemplate(template: string, folder: string): void {
  for (const name of readdirSync(template, { recursive: true, encoding: 'utf8' })) {
    const from = join(template, name)
    if (!statSync(from).isFile() || !name.endsWith(stored)) continue
    const to = join(folder, relative(template, from).slice(0, -stored.length))
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(from))
  }
}

/** Undefined when all went well, else what did not. */
async function commitAll(folder: string, runGit: RunGit, at: string): Promise<string | undefined> {
  const env = {
    GIT_AUTHOR_NAME: demoName,
    GIT_AUTHOR_EMAIL: demoEmail,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: demoName,
    GIT_COMMITTER_EMAIL: demoEmail,
    GIT_COMMITTER_DATE: at,
  }
  const steps: (readonly string[])[] = [
    ['init', '--quiet', '--initial-branch=main', '--template='],
    ['add', '--all'],
    ['commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message=Read and write durations'],
  ]
  for (const args of steps) {
    const output = await runGit(folder, args, { env })
    if (output.exitCode !== 0)
      return `git ${args[0]} did not work: ${output.stderr.trim() || `exit code ${output.exitCode}`}`
  }
  for (const [key, value] of [
    ['user.name', demoName],
    ['user.email', demoEmail],
  ] as const) {
    const known = await runGit(folder, ['config', '--get', key])
    if (known.exitCode === 0 && known.stdout.toString('utf8').trim() !== '') continue
    const set = await runGit(folder, ['config', '--local', key, value])
    if (set.exitCode !== 0) return `git config did not work: ${set.stderr.trim()}`
  }
  return undefined
}
