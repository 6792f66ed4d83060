import { statSync } from 'node:fs'
import { systemClock } from '../platform/clock.ts'
import { couldFilter, emptiedFilters, listFilterArgs } from './configured-filters.ts'
import { findProgram } from './find-program.ts'
import { gitEnvironment, hardenedSettings, type GitSetting } from './git-environment.ts'
import type { Git, GitOutput } from './git.ts'
import { hardenArgs } from './hardened-args.ts'
import { readFacts } from './read-facts.ts'
import { findGitDirectories, readHead } from './read-head.ts'
import { rememberDirectories } from './remember-directories.ts'
import { exitCodes, runProcess } from './run-process.ts'

const defaultMaxBytes = 256 * 1024 * 1024

/** What `createGit` is given. */
export interface GitDeps {
  /** The host's environment: the search path git is found on, and the home its configuration is in. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A home to read the person's git configuration from instead of `env.HOME`. */
  readonly homeForIdentity?: string
  readonly platform?: NodeJS.Platform
  /** Milliseconds that only grow. */
  readonly monotonic?: () => number
}

/**
 * The system's git, found once on the search path. Before a command that could convert files, the repository's filters
 * are listed and emptied for that command; the rest of the guard is in `git-environment.ts` and `hardened-args.ts`.
 */
export function createGit(deps: GitDeps): Git {
  const { env, homeForIdentity, platform = process.platform, monotonic = systemClock.monotonic } = deps
  const host = homeForIdentity === undefined ? env : { ...env, HOME: homeForIdentity, XDG_CONFIG_HOME: undefined }
  const program = findProgram('git', env['PATH'] ?? env['Path'] ?? '', platform)
  const directoriesOf = rememberDirectories(monotonic)
  let asked: ReturnType<Git['version']> | undefined

  async function start(
    folder: string,
    args: readonly string[],
    settings: readonly GitSetting[],
    options: Parameters<Git['run']>[2] = {},
  ): Promise<GitOutput> {
    if (program === undefined) return refusal(missingReason)
    if (!isFolder(folder)) return refusal(`The folder ${folder} does not exist.`)
    return runProcess({
      program,
      args: hardenArgs(args),
      folder,
      env: gitEnvironment(host, settings, options.env),
      maxBytes: options.maxBytes ?? defaultMaxBytes,
      ...(options.stdin !== undefined && { stdin: options.stdin }),
      ...(options.signal && { signal: options.signal }),
    })
  }

  const git: Git = {
    version: () => (asked ??= readVersion()),
    facts: async (folder) => {
      const version = await git.version()
      return version.status === 'unavailable' ? version : readFacts(git, folder, directoriesOf)
    },
    head: (folder) => git.headFacts(folder)?.head,
    headFacts(folder) {
      const directories = findGitDirectories(folder)
      return directories && readHead(directories)
    },
    async run(folder, args, options = {}) {
      if (!couldFilter(args)) return start(folder, args, hardenedSettings, options)
      const { env: extra, signal } = options
      const listed = await start(folder, listFilterArgs, hardenedSettings, {
        ...(extra && { env: extra }),
        ...(signal && { signal }),
      })
      // Exit 1 says that none is configured; anything else means they are not known, and then nothing may run.
      if (listed.exitCode > 1 && !/not a git repository/.test(listed.stderr)) return listed
      return start(folder, args, [...hardenedSettings, ...emptiedFilters(listed)], options)
    },
  }

  async function readVersion(): ReturnType<Git['version']> {
    if (program === undefined) return { status: 'unavailable', reason: missingReason, fix: installLine(platform) }
    const output = await start('/', ['version'], hardenedSettings)
    const version = output.stdout.toString('utf8').match(/^git version (\S+)/)?.[1]
    if (output.exitCode === 0 && version !== undefined) return { status: 'available', version }
    return {
      status: 'unavailable',
      reason: `${program} does not answer: ${output.stderr.trim()}`,
      fix: installLine(platform),
    }
  }

  return git
}

const missingReason = 'Git is not installed, or not on the search path.'

function installLine(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'xcode-select --install'
  if (platform === 'win32') return 'winget install --id Git.Git'
  return 'apt-get install git'
}

function refusal(stderr: string): GitOutput {
  return { exitCode: exitCodes.couldNotStart, stdout: Buffer.alloc(0), stderr }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
