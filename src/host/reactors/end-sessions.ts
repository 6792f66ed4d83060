import { permissionDenied } from '../../protocol/errors.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import type { Terminals } from '../terminals/terminals.ts'
import type { ChangesetKeeper } from './keep-changesets.ts'
import type { RetiredTerminals } from './retire-terminals.ts'
import type { TurnRunner } from './run-turns.ts'

/** Everything a session may have left something in. */
export interface SessionEnderNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly terminals: Terminals
  readonly runner: TurnRunner
  readonly keeper: ChangesetKeeper
  readonly retired: RetiredTerminals
  /** Why nothing can be written now, in words; undefined when it can. */
  findObstacle(): string | undefined
  /** Removes what is kept of a session outside the channels. */
  removeKept(session: string): void
}

/** Ends a session: its turns, its processes, its checkpoints, then its channels. Nothing of it is left (invariant 6). */
export function createSessionEnder(needs: SessionEnderNeeds): (session: string) => Promise<void> {
  const { channels, index } = needs
  return async (session) => {
    // Asked first: half a session is worse than a whole one.
    const obstacle = needs.findObstacle()
    if (obstacle !== undefined) throw permissionDenied(`${obstacle} The session is kept.`)
    await needs.runner.stopSession(session)
    for (const uri of channels.list('terminal')) {
      const claim = channels.state(uri, 'terminal')?.claim
      if (claim?.kind !== 'session' || claim.session !== session) continue
      const parsed = parseChannelUri(uri)
      if (parsed?.kind === 'terminal') await needs.terminals.dispose(parsed.id)
    }
    await needs.retired.endSession(session)
    await needs.keeper.endSession(session)
    for (const chat of channels.state(session, 'session')?.chats ?? []) index.remove(chat.resource)
    if (channels.has(session)) channels.close(session)
    await channels.settled()
    if (channels.has(session)) throw permissionDenied('The disk refused: the session could not be deleted and is kept.')
    needs.removeKept(session)
  }
}
