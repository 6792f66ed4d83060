import type { TerminalClaim, TerminalState } from '../../protocol/channels/terminal/state.ts'
import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'

/** Size a terminal starts with, until a client that holds the claim resizes it. */
export const terminalColumns = 120
/** The size of a terminal until somebody looks at it. */
export const terminalRows = 30

/** Content of a terminal channel above this many characters is cut to the newest `keptCharacters`. */
const contentLimit = 2_000_000
const keptCharacters = 500_000

/** The part of a running terminal that is shown; structurally the terminals room's Terminal. */
export interface LiveTerminal {
  onData(listener: (data: string) => void): Dispose
  readonly exited: Promise<{ readonly exitCode?: number }>
  output(): { readonly text: string }
}

/** A terminal that has a channel. */
export interface ShownTerminal {
  /** Settles when the channel says that the process has ended. */
  readonly ended: Promise<void>
}

/** A terminal and what its channel says of it. */
export interface TerminalToShow {
  readonly uri: string
  readonly terminal: LiveTerminal
  readonly title: string
  readonly claim: TerminalClaim
  /** A file URI. */
  readonly cwd: string
  readonly session?: string
  /** The one command it runs; absent for a shell of the person's own. */
  readonly command?: string
  readonly cols?: number
  readonly rows?: number
}

/** Opens the channel of a running terminal and keeps it: output, the command's end, the exit. */
export function showTerminal(needs: { channels: Channels; clock: Clock }, shown: TerminalToShow): ShownTerminal {
  const { channels, clock } = needs
  const { uri, terminal, command } = shown
  const state: TerminalState = {
    title: shown.title,
    cwd: shown.cwd,
    cols: shown.cols ?? terminalColumns,
    rows: shown.rows ?? terminalRows,
    content: [],
    lifecycle: { status: 'running' },
    claim: shown.claim,
    isPty: true,
  }
  channels.open(uri, { kind: 'terminal', state }, shown.session === undefined ? {} : { session: shown.session })
  const startedAt = clock.now()
  const startedMonotonic = clock.monotonic()
  const commandExecuted = {
    type: 'terminal/commandExecuted' as const,
    commandId: '1',
    commandLine: command ?? '',
    timestamp: startedAt,
  }
  if (command !== undefined) channels.apply(uri, commandExecuted)

  let characters = 0
  const stopData = terminal.onData((data) => {
    if (!channels.has(uri)) return
    characters += data.length
    if (characters > contentLimit) {
      // Both sides may trim; clearing and sending the newest part again keeps every client equal (SPEC 19).
      const kept = terminal.output().text.slice(-keptCharacters)
      channels.apply(uri, { type: 'terminal/cleared' })
      if (command !== undefined) channels.apply(uri, commandExecuted)
      channels.apply(uri, { type: 'terminal/data', data: kept })
      characters = kept.length
      return
    }
    channels.apply(uri, { type: 'terminal/data', data })
  })

  const ended = terminal.exited.then((exit) => {
    stopData()
    if (!channels.has(uri)) return
    const code = exit.exitCode === undefined ? {} : { exitCode: exit.exitCode }
    if (command !== undefined) {
      const durationMs = Math.round(clock.monotonic() - startedMonotonic)
      channels.apply(uri, { type: 'terminal/commandFinished', commandId: '1', durationMs, ...code })
    }
    channels.apply(uri, { type: 'terminal/exited', ...code })
  })
  return { ended }
}
