import { homedir, tmpdir } from 'node:os'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { HostDeps } from './deps.ts'
import { createGit } from './git/create-git.ts'
import { createBuiltinHarness } from './harnesses/builtin/adapter.ts'
import { createScriptedHarness } from './harnesses/scripted/adapter.ts'
import { createDemoRepository } from './harnesses/scripted/demo.ts'
import { startHost, type HostOutcome } from './host.ts'
import { createModels } from './models/create-models.ts'
import { systemClock } from './platform/clock.ts'
import { redactingLogger, type Logger } from './platform/logger.ts'
import { privateFolder } from './platform/private-folder.ts'
import type { SecretBook } from './platform/secret-book.ts'
import { createSandbox } from './sandbox/create-sandbox.ts'
import { endLeftovers } from './sandbox/leftovers.ts'
import { findOwner } from './store/ownership.ts'
import { builtinTools } from './tools/catalogue.ts'

/** How the standalone host is started. */
export interface ServerHostOptions {
  /** Absolute path. */
  readonly dataFolder: string
  readonly port?: number
  /** The folder of the program: `resources` and `out/web` are in it. */
  readonly programFolder: string
  readonly version: string
  readonly logger: Logger
  readonly secrets: SecretBook
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the sandbox keeps what it needs; in the data folder unless somebody else may be using that. */
  readonly sandboxFolder?: string
}

const demoPrompt = 'The tests fail. Find out why, fix it, and commit the fix.'

/** The real machine behind a host: its git, its sandbox, its clock. */
export async function createServerDeps(options: ServerHostOptions): Promise<HostDeps> {
  const { dataFolder, env, version, programFolder, secrets } = options
  const logger = redactingLogger(options.logger, secrets)
  const home = realHome(env)
  const clock = systemClock
  const git = createGit({ env, monotonic: () => clock.monotonic() })
  const scratchRoot = privateFolder(join(realpathSync(tmpdir()), `roadstead-${process.getuid?.() ?? 'user'}`))
  const sandbox = createSandbox({
    platform: process.platform,
    arch: process.arch,
    clock,
    hostEnv: env,
    folder: options.sandboxFolder ?? join(dataFolder, 'sandbox'),
  })
  // The test runs beside everything else a start does; who needs its result waits for it.
  const tested = Promise.all([sandbox.selfTest(), git.version()])
  const scripted = createScriptedHarness()
  return {
    version,
    clock,
    logger,
    secrets,
    git,
    sandbox,
    tools: builtinTools(commandLimitOf(env)),
    ready: async () => void (await tested),
    createModels,
    createHarnesses(models) {
      const builtin = createBuiltinHarness({
        models,
        platform: process.platform,
        sandbox: () => sandbox.state(),
        limits: roundLimitOf(env),
      })
      return new Map([builtin, scripted].map((harness) => [harness.provider, harness]))
    },
    home,
    platform: process.platform,
    env,
    scratchRoot,
    demo: {
      async create(parent = `${dataFolder}-demo`) {
        const made = await createDemoRepository({
          resources: join(programFolder, 'resources', 'demo'),
          parent,
          runGit: (folder, args, runOptions) => git.run(folder, args, runOptions),
          now: () => clock.now(),
        })
        if (made.kind === 'failed') return made
        return { kind: 'created', folder: realpathSync(made.folder), script: made.script, prompt: demoPrompt }
      },
    },
  }
}

/** `ROADSTEAD_COMMAND_LIMIT_MS`: how long a command may keep its agent waiting; a minute where it is not a whole number. */
function commandLimitOf(env: Readonly<Record<string, string | undefined>>): { commandLimitMs?: number } {
  const text = env['ROADSTEAD_COMMAND_LIMIT_MS']
  return text !== undefined && /^[1-9]\d{1,8}$/.test(text) ? { commandLimitMs: Number(text) } : {}
}

/** `ROADSTEAD_ROUND_LIMIT`: how many rounds a turn of the built-in agent may have before it waits to be resumed. */
function roundLimitOf(env: Readonly<Record<string, string | undefined>>): { rounds?: number } {
  const text = env['ROADSTEAD_ROUND_LIMIT']
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? { rounds: Number(text) } : {}
}

function realHome(env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] ?? homedir()
  try {
    return realpathSync(home)
  } catch {
    return home
  }
}

/** Starts a host on this machine, as `roadstead host` does. */
export async function startServerHost(options: ServerHostOptions): Promise<HostOutcome> {
  // Another host's sandbox keeps its notes in this folder: they are no leftovers while it runs.
  const owner = findOwner(options.dataFolder)
  if (owner !== undefined) return { kind: 'owned', ...owner }
  endLeftovers(options.dataFolder)
  const deps = await createServerDeps(options)
  return startHost({
    dataFolder: options.dataFolder,
    deps,
    webRoot: join(options.programFolder, 'out', 'web'),
    ...(options.port === undefined ? {} : { port: options.port }),
  })
}
