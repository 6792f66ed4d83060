import type { SessionState } from '../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts, withRoadsteadMeta } from '../../protocol/roadstead.ts'
import type { Channels } from '../channels/channels.ts'

const unknownFacts: SessionFacts = { folderTrust: 'untrusted' }

/** Facts of a session; what is not there or not readable counts as untrusted. */
export function sessionFactsOf(session: SessionState | undefined): SessionFacts {
  return roadsteadMeta(SessionFacts, session?._meta) ?? unknownFacts
}

/** When a session began, as ISO text; the oldest instant there is where nobody wrote it down. */
export function createdAtOf(session: SessionState): string {
  return sessionFactsOf(session).createdAt ?? '1970-01-01T00:00:00.000Z'
}

/** `_meta` with the facts changed; everything else in it stays. */
export function withSessionFacts(session: SessionState, changes: Partial<SessionFacts>): Record<string, unknown> {
  return withRoadsteadMeta(session._meta, { ...sessionFactsOf(session), ...changes })
}

/** Applies changed facts to a session, if it is still there. */
export function changeSessionFacts(channels: Channels, session: string, changes: Partial<SessionFacts>): void {
  const state = channels.state(session, 'session')
  if (state !== undefined)
    channels.apply(session, { type: 'session/metaChanged', _meta: withSessionFacts(state, changes) })
}
