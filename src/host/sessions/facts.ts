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

/** Facts to change; one that is undefined is taken out. */
export type FactChanges = { readonly [K in keyof SessionFacts]?: SessionFacts[K] | undefined }

/** `_meta` with the facts changed; everything else in it stays. */
export function withSessionFacts(session: SessionState, changes: FactChanges): Record<string, unknown> {
  const facts = Object.entries({ ...sessionFactsOf(session), ...changes }).filter(([, value]) => value !== undefined)
  return withRoadsteadMeta(session._meta, Object.fromEntries(facts))
}

/** Applies changed facts to a session, if it is still there. */
export function changeSessionFacts(channels: Channels, session: string, changes: FactChanges): void {
  const state = channels.state(session, 'session')
  if (state !== undefined)
    channels.apply(session, { type: 'session/metaChanged', _meta: withSessionFacts(state, changes) })
}
