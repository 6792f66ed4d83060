import type { TerminalInfo } from '../../../protocol/channels/root/state.ts'
import { parseChannelUri, terminalUri } from '../../../protocol/uri.ts'

/** Whose a terminal is. `elsewhere`: a person types in it from another window; once it has ended it is simply theirs. */
export type Owner = 'agent' | 'here' | 'elsewhere'

/** A terminal of the session's pane. */
export interface TerminalTab {
  readonly uri: string
  readonly title: string
  readonly owner: Owner
  readonly running: boolean
  /** Absent while running, and when the process was ended by a signal. */
  readonly exitCode?: number
}

/**
 * The terminals of a session, newest first: the agent's by their claim, a person's by the session in their id. A shell
 * that names no session is shown with every one, so that it can be found.
 */
export function sessionTabs(terminals: readonly TerminalInfo[], session: string, clientId: string): TerminalTab[] {
  return terminals
    .flatMap((info): TerminalTab[] => {
      const { claim, lifecycle } = info
      const running = lifecycle.status === 'running'
      const isHere = claim.kind === 'client' && (claim.clientId === clientId || !running)
      const owner = claim.kind === 'session' ? 'agent' : isHere ? 'here' : 'elsewhere'
      if (claim.kind === 'session' ? claim.session !== session : !belongsTo(info.resource, session)) return []
      return [
        {
          uri: info.resource,
          title: info.title,
          owner,
          running,
          ...(lifecycle.status === 'exited' && lifecycle.exitCode !== undefined
            ? { exitCode: lifecycle.exitCode }
            : {}),
        },
      ]
    })
    .reverse()
}

/** The URI of a new shell of the person's, which says for which session it was opened. */
export function shellUri(session: string, unique: string): string {
  const parsed = parseChannelUri(session)
  return terminalUri(parsed?.kind === 'session' ? `${parsed.id}~${unique}` : unique)
}

function belongsTo(uri: string, session: string): boolean {
  const parsed = parseChannelUri(uri)
  const named =
    parsed?.kind === 'terminal' && parsed.id.includes('~') ? parsed.id.slice(0, parsed.id.lastIndexOf('~')) : undefined
  if (named === undefined) return true
  const own = parseChannelUri(session)
  return own?.kind === 'session' && own.id === named
}
