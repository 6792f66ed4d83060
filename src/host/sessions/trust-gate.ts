import type { Channels } from '../channels/channels.ts'
import { sessionFactsOf } from './facts.ts'

/**
 * Why no agent may run in a session now, in words; undefined when one may. None runs in a folder the person has not trusted,
 * and none before its session is ready.
 */
export function refusesRuns(channels: Channels, session: string | undefined): string | undefined {
  const state = session === undefined ? undefined : channels.state(session, 'session')
  if (state?.lifecycle !== 'ready') return 'the session is not ready'
  return sessionFactsOf(state).folderTrust === 'trusted' ? undefined : 'the folder is not trusted yet'
}
