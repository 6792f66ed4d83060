import type { TerminalClaim } from '../../protocol/channels/terminal/state.ts'
import { fileUri, terminalUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Terminals } from '../terminals/terminals.ts'
import type { RunningCommand } from '../tools/tool.ts'
import { showTerminal, terminalColumns, terminalRows } from '../sessions/show-terminal.ts'

/** What commands of agents are run with. */
export interface SessionCommandNeeds {
  readonly channels: Channels
  readonly clock: Clock
  readonly sandbox: Sandbox
  readonly terminals: Terminals
  readonly newId: () => string
  readonly home: string
  readonly dataFolder: string
  /** A writable folder of the session's own, made when it is first asked for. */
  scratchOf(session: string): string
}

/** How long a command of the agent may take to end by itself once it was told to: a stop acts within a second. */
const graceMs = 600

/** Where a command of the agent belongs. */
export interface CommandPlace {
  readonly session: string
  readonly chat: string
  readonly turnId: string
  readonly toolCallId: string
  readonly workspace: string
}

/**
 * Starts a command of the agent: sandbox, then process, in a terminal that people can see (DESIGN, Security). Where the
 * sandbox is missing the command is refused with the reason.
 */
export async function startSessionCommand(
  needs: SessionCommandNeeds,
  place: CommandPlace,
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ kind: 'started'; running: RunningCommand } | { kind: 'refused'; reason: string }> {
  const wrapping = await needs.sandbox.wrap(
    { command, cwd, env },
    {
      workspace: place.workspace,
      scratch: needs.scratchOf(place.session),
      hidden: [needs.dataFolder],
      home: needs.home,
    },
  )
  if (wrapping.kind === 'unavailable') return { kind: 'refused', reason: withFix(wrapping.reason, needs.sandbox) }
  const { wrapped } = wrapping
  const id = needs.newId()
  const uri = terminalUri(id)
  const launch = {
    file: wrapped.file,
    args: wrapped.args,
    cwd: wrapped.cwd,
    env: wrapped.env,
    cols: terminalColumns,
    rows: terminalRows,
  }
  const started = needs.terminals.start(id, launch)
  if (started.kind === 'failed') {
    await wrapped.release()
    return { kind: 'refused', reason: started.reason }
  }
  const { terminal } = started
  const claim: TerminalClaim = {
    kind: 'session',
    session: place.session,
    chat: place.chat,
    turnId: place.turnId,
    toolCallId: place.toolCallId,
  }
  const title = command.split('\n')[0]?.slice(0, 80) ?? command
  const shown = showTerminal(needs, { uri, terminal, title, claim, cwd: fileUri(cwd), session: place.session, command })
  const exited = terminal.exited.then(async (exit) => {
    await shown.ended
    return exit
  })
  const violations = terminal.exited.then(() => wrapped.release())
  // Nobody waits for those of a command in the background; who does wait learns of a failure all the same.
  violations.catch(() => {})
  return {
    kind: 'started',
    running: {
      terminal: uri,
      exited,
      output: () => terminal.output(),
      moveToBackground() {
        needs.channels.apply(uri, {
          type: 'terminal/claimed',
          claim: { kind: 'session', session: place.session, chat: place.chat },
        })
        needs.channels.apply(place.chat, {
          type: 'chat/backgroundWorkSet',
          work: {
            id,
            kind: 'shell',
            label: title,
            startedAt: new Date(needs.clock.now()).toISOString(),
            command,
            terminal: uri,
          },
        })
        void exited.then(() => {
          if (needs.channels.has(place.chat))
            needs.channels.apply(place.chat, { type: 'chat/backgroundWorkRemoved', id })
        })
      },
      kill: () => terminal.kill(graceMs),
      violations,
    },
  }
}

/** Why no command of an agent can run on this machine, and what to do about it; undefined where the sandbox is there. */
export function whyNoCommandRuns(sandbox: Sandbox): string | undefined {
  const state = sandbox.state()
  return state.status === 'available' ? undefined : withFix(state.reason, sandbox)
}

/** Where the sandbox is missing on this machine, the reason says what to do about it. */
function withFix(reason: string, sandbox: Sandbox): string {
  const state = sandbox.state()
  if (state.status === 'available') return reason
  const fix = state.fix === undefined ? '' : ` To install it: ${state.fix}`
  return `Commands of agents run in a sandbox only, and there is none here. ${reason}${fix}`
}
