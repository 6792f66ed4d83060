import { isExecutable } from '../platform/is-executable.ts'
import { mkdirSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import * as pty from 'node-pty'
import type { Clock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { OutputRing, readKept, removeKept, type KeptOutput } from './output-ring.ts'
import { PtyTerminal, withinSides } from './pty-terminal.ts'
import type { Terminal, TerminalLaunch, Terminals } from './terminals.ts'

/** Carried by every process of a terminal, so that those which left its process tree are found when it ends. */
const markVariable = 'ROADSTEAD_TERMINAL'

const defaultRingBytes = 4 * 1024 * 1024
const stopGraceMs = 1_000

/** What terminals need from outside. */
export interface TerminalsDeps {
  /** Where output is kept, one or two files for each terminal. Made if missing (0700). */
  readonly ringFolder: string
  readonly clock: Clock
  readonly logger: Logger
  /** Output is redacted before it is kept or shown; keys of known shapes where no book is given. */
  readonly secrets?: Pick<SecretBook, 'stream'>
  /** `ringBytes`: output kept per terminal; default 4 MiB. */
  readonly limits?: { readonly ringBytes?: number }
}

/** Why a launch cannot work. Asked beforehand, since a pty reports it only as output of a process that ended at once. */
function findObstacle(launch: TerminalLaunch): string | undefined {
  if (!(statSync(launch.cwd, { throwIfNoEntry: false })?.isDirectory() ?? false))
    return `There is no folder ${launch.cwd}.`
  if (process.platform === 'win32') return undefined
  const folders = (launch.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = isAbsolute(launch.file) ? [launch.file] : folders.map((folder) => join(folder, launch.file))
  return candidates.some((path) => isExecutable(path)) ? undefined : `There is no program ${launch.file}.`
}

class PtyTerminals implements Terminals {
  private readonly terminals = new Map<string, PtyTerminal>()
  private readonly deps: TerminalsDeps
  private readonly secrets: Pick<SecretBook, 'stream'>
  private stopped = false

  constructor(deps: TerminalsDeps) {
    this.deps = deps
    this.secrets = deps.secrets ?? createSecretBook()
    try {
      mkdirSync(deps.ringFolder, { recursive: true, mode: 0o700 })
    } catch (error) {
      deps.logger.warn('Terminal output cannot be kept', { reason: String(error) })
    }
  }

  start(
    id: string,
    launch: TerminalLaunch,
  ): { kind: 'started'; terminal: Terminal } | { kind: 'failed'; reason: string } {
    if (this.stopped) return { kind: 'failed', reason: 'The host is stopping.' }
    if (this.terminals.has(id)) return { kind: 'failed', reason: 'There is a terminal of this id already.' }
    const obstacle = findObstacle(launch)
    if (obstacle !== undefined) return { kind: 'failed', reason: obstacle }
    try {
      const terminal = this.spawn(id, launch)
      this.terminals.set(id, terminal)
      return { kind: 'started', terminal }
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }

  get(id: string): Terminal | undefined {
    return this.terminals.get(id)
  }

  keptOutput(id: string): KeptOutput | undefined {
    return this.terminals.get(id)?.output() ?? readKept(this.deps.ringFolder, id)
  }

  async dispose(id: string): Promise<void> {
    await this.terminals.get(id)?.kill()
    this.terminals.delete(id)
    removeKept(this.deps.ringFolder, id)
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all([...this.terminals.values()].map((terminal) => terminal.kill(stopGraceMs)))
  }

  private spawn(id: string, launch: TerminalLaunch): PtyTerminal {
    const { clock, logger, limits, ringFolder } = this.deps
    const mark = `${markVariable}=${newId()}`
    const ring = new OutputRing(ringFolder, id, limits?.ringBytes ?? defaultRingBytes, logger)
    try {
      const spawned = pty.spawn(launch.file, [...launch.args], {
        name: launch.env['TERM'] ?? 'xterm-256color',
        cols: withinSides(launch.cols),
        rows: withinSides(launch.rows),
        cwd: launch.cwd,
        env: { ...launch.env, [markVariable]: mark.slice(markVariable.length + 1) },
      })
      return new PtyTerminal(id, spawned, ring, { mark, clock, logger, secrets: this.secrets })
    } catch (error) {
      ring.close()
      removeKept(ringFolder, id)
      throw error
    }
  }
}

/** All ptys of a host, through node-pty. `stop()` ends every process started here, also those that left their terminal. */
export function createTerminals(deps: TerminalsDeps): Terminals {
  return new PtyTerminals(deps)
}
