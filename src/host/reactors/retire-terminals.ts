import type { TerminalState } from '../../protocol/channels/terminal/state.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { TerminalRecords } from '../audit/terminal-records.ts'
import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Terminals } from '../terminals/terminals.ts'

/** Ended terminals of an agent that stay open in a session; older ones become records. */
const keptOpen = 12

/**
 * An agent runs hundreds of commands; their terminals must not fill the root channel for ever. The oldest ended ones are
 * closed, and opened again as they were when somebody asks for them (SPEC 15.2: reconstructed exited state).
 */
export interface RetiredTerminals {
  isRetired(uri: string): boolean
  /** Opens the channel of a retired terminal again; leaves every other URI alone. */
  reopen(uri: string): void
  /** What is kept of a retired terminal's output; undefined for one of another session. */
  read(session: string, uri: string): { readonly text: string; readonly truncated: boolean } | undefined
  /** Nobody looks at it any more. */
  subscribersChanged(uri: string, count: number): void
  /** Removes a session's records and their kept output. */
  endSession(session: string): Promise<void>
  readonly dispose: Dispose
}

/** Retires ended terminals from now on. */
export function retireTerminals(
  channels: Channels,
  terminals: Pick<Terminals, 'keptOutput' | 'dispose'>,
  records: TerminalRecords,
): RetiredTerminals {
  const reopened = new Set<string>()

  function retireOldest(session: string): void {
    const ended = channels.list('terminal').filter((uri) => {
      const state = channels.state(uri, 'terminal')
      return isEndedOf(state, session) && !reopened.has(uri)
    })
    for (const uri of ended.slice(0, Math.max(0, ended.length - keptOpen))) {
      const state = channels.state(uri, 'terminal')
      if (state === undefined) continue
      records.add(uri, session, state)
      channels.close(uri)
    }
  }

  const dispose = channels.onApplied(({ envelope, after }) => {
    if (envelope.action.type !== 'terminal/exited' || after.kind !== 'terminal') return
    const { claim } = after.state
    if (claim.kind === 'session' && channels.has(envelope.channel)) retireOldest(claim.session)
  })

  return {
    isRetired: (uri) => records.get(uri) !== undefined,
    reopen(uri) {
      const parsed = parseChannelUri(uri)
      const record = parsed?.kind === 'terminal' ? records.get(uri) : undefined
      if (parsed?.kind !== 'terminal' || record === undefined || channels.has(uri) || !channels.has(record.session))
        return
      const state = withOutput(record.state, terminals.keptOutput(parsed.id)?.text ?? '')
      reopened.add(uri)
      channels.open(uri, { kind: 'terminal', state }, { session: record.session, logged: false })
    },
    read(session, uri) {
      const parsed = parseChannelUri(uri)
      if (parsed?.kind !== 'terminal' || records.get(uri)?.session !== session) return undefined
      return terminals.keptOutput(parsed.id) ?? { text: '', truncated: false }
    },
    subscribersChanged(uri, count) {
      if (count > 0 || !reopened.delete(uri)) return
      if (channels.has(uri)) channels.close(uri)
    },
    async endSession(session) {
      for (const uri of records.ofSession(session)) {
        reopened.delete(uri)
        const parsed = parseChannelUri(uri)
        if (parsed?.kind === 'terminal') await terminals.dispose(parsed.id)
      }
      records.removeSession(session)
    },
    dispose,
  }
}

function isEndedOf(state: TerminalState | undefined, session: string): boolean {
  return state?.lifecycle.status === 'exited' && state.claim.kind === 'session' && state.claim.session === session
}

/** The kept output stands in the terminal's one command, where there is one. */
function withOutput(state: TerminalState, text: string): TerminalState {
  const at = state.content.findIndex((part) => part.type === 'command')
  if (at === -1) return { ...state, content: text === '' ? [] : [{ type: 'unclassified', value: text }] }
  return {
    ...state,
    content: state.content.map((part, index) =>
      index === at && part.type === 'command' ? { ...part, output: text } : part,
    ),
  }
}
