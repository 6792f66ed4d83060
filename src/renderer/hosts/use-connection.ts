import { useSyncExternalStore } from 'react'
import type { ConnectionState } from '../../client/connection.ts'
import type { SessionListView } from '../../client/session-list.ts'
import { useHost } from './host-context.ts'

/** How the way to the host is. */
export function useConnection(): ConnectionState {
  const { connection } = useHost().client
  return useSyncExternalStore(connection.subscribe, connection.get)
}

/** Whether the host can be asked now; what is shown is last known otherwise. */
export function useIsOnline(): boolean {
  const { status } = useConnection()
  return status === 'in-sync' || status === 'catching-up'
}

/** Whether the list of sessions is as the host has it now: rows, counts and the word for the connection all go by it. */
export function useIsCurrent(): boolean {
  const sessions = useSessions()
  return useIsOnline() && sessions.status === 'ready' && !sessions.stale
}

/** The host's sessions, most recently changed first. */
export function useSessions(): SessionListView {
  const { sessions } = useHost().client
  return useSyncExternalStore(sessions.subscribe, sessions.get)
}
