import { INTERRUPTED } from '../../protocol/roadstead.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../platform/clock.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { markInterrupted } from './run-turns.ts'

/**
 * After a start: what ran when the host went away did not end by itself. Turns are marked interrupted (never rerun),
 * terminals exited; their kept output is shown again.
 */
export function recover(channels: Channels, clock: Clock, terminals: Terminals): { interruptedTurns: number } {
  let interruptedTurns = 0
  for (const chat of channels.list('chat')) {
    if (markInterrupted(channels, clock, chat, 'host-stopped')) interruptedTurns += 1
    for (const work of channels.state(chat, 'chat')?.backgroundWork ?? []) {
      channels.apply(chat, { type: 'chat/backgroundWorkRemoved', id: work.id })
    }
  }
  for (const uri of channels.list('terminal')) {
    const state = channels.state(uri, 'terminal')
    const parsed = parseChannelUri(uri)
    if (state === undefined || parsed?.kind !== 'terminal') continue
    const shownBefore = state.content.some((part) => (part.type === 'command' ? part.output : part.value) !== '')
    const kept = terminals.keptOutput(parsed.id)
    if (!shownBefore && kept !== undefined && kept.text !== '')
      channels.apply(uri, { type: 'terminal/data', data: kept.text })
    if (state.lifecycle.status !== 'running') continue
    for (const part of state.content) {
      if (part.type === 'command' && !part.isComplete) {
        channels.apply(uri, { type: 'terminal/commandFinished', commandId: part.commandId })
      }
    }
    channels.apply(uri, { type: 'terminal/exited' })
  }
  for (const uri of channels.list('session')) {
    // A session that never became ready has no agent behind it any more.
    if (channels.state(uri, 'session')?.lifecycle !== 'creating') continue
    const error = { errorType: INTERRUPTED, message: 'The host stopped before the session was ready.' }
    channels.apply(uri, { type: 'session/creationFailed', error })
  }
  return { interruptedTurns }
}
