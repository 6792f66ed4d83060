import type { CreateTerminalParams, DisposeTerminalParams } from '../../protocol/channels/terminal/commands.ts'
import { alreadyExists, invalidParams, notFound, permissionDenied, ProtocolError } from '../../protocol/errors.ts'
import { fileUri } from '../../protocol/uri.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../platform/clock.ts'
import { showTerminal, terminalColumns, terminalRows } from '../sessions/show-terminal.ts'
import type { CommandContext } from '../server/server.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { resolveFolder } from './create-sessions.ts'

export interface TerminalCommandsNeeds {
  readonly channels: Channels
  readonly clock: Clock
  readonly terminals: Terminals
  readonly home: string
  shell(): { file: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  /** Why a folder may not be opened in a terminal; undefined when it may. */
  refusesFolder(path: string): string | undefined
}

const validSize = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1000

/** `createTerminal`: a shell of the person's own, unsandboxed, claimed by the client that asks (attacks README, W12). */
export async function createTerminal(
  needs: TerminalCommandsNeeds,
  params: CreateTerminalParams,
  who: CommandContext,
): Promise<null> {
  const parsed = parseChannelUri(params.channel)
  if (parsed?.kind !== 'terminal') throw invalidParams('channel: not the URI of a terminal')
  if (needs.channels.has(params.channel)) throw alreadyExists(params.channel)
  const { claim } = params
  if (claim.kind !== 'client' || claim.clientId !== who.clientId) {
    throw invalidParams('claim: a terminal is claimed by the client that asks')
  }
  const cols = params.cols ?? terminalColumns
  const rows = params.rows ?? terminalRows
  if (!validSize(cols) || !validSize(rows)) throw invalidParams('cols and rows are 1 to 1000')
  const folder = await resolveFolder(params.cwd ?? fileUri(needs.home))
  if (folder.kind === 'bad') throw invalidParams(`cwd: ${folder.problem}`)
  const refusal = needs.refusesFolder(folder.path)
  if (refusal !== undefined) throw permissionDenied(refusal)
  if (needs.channels.has(params.channel)) throw alreadyExists(params.channel)
  const shell = needs.shell()
  const started = needs.terminals.start(parsed.id, { ...shell, cwd: folder.path, cols, rows })
  if (started.kind === 'failed') throw new ProtocolError(-32603, `the shell could not be started: ${started.reason}`)
  const title = params.name ?? shell.file.split('/').at(-1) ?? 'terminal'
  showTerminal(needs, {
    uri: params.channel,
    terminal: started.terminal,
    title,
    claim,
    cwd: fileUri(folder.path),
    cols,
    rows,
  })
  await needs.channels.settled()
  return null
}

/** `disposeTerminal`: kills the process; its record goes too (SPEC 19). */
export async function disposeTerminal(needs: TerminalCommandsNeeds, params: DisposeTerminalParams): Promise<null> {
  const parsed = parseChannelUri(params.channel)
  const state = needs.channels.state(params.channel, 'terminal')
  if (parsed?.kind !== 'terminal' || state === undefined) throw notFound(params.channel)
  if (state.claim.kind === 'session' && state.lifecycle.status === 'running' && state.claim.toolCallId !== undefined) {
    throw permissionDenied('the agent is using this terminal; stop the turn first')
  }
  await needs.terminals.dispose(parsed.id)
  needs.channels.close(params.channel)
  return null
}
