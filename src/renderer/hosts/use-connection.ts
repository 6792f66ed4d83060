import { useSyncExternalStore } from 'react'
import type { ConnectionState, HostIdentity } from '../../client/connection.ts'
import type { SessionListView } from '../../client/session-list.ts'
import { Advertisement, roadsteadMeta } from '../../protocol/roadstead.ts'
import type { RoadsteadCommandName } from '../../protocol/roadstead-commands.ts'
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

/** What the host said of itself; undefined while it cannot be asked. */
export function useHostIdentity(): HostIdentity | undefined {
  const connection = useConnection()
  return connection.status === 'in-sync' || connection.status === 'catching-up' ? connection.host : undefined
}

/** Whether the host can be asked now and says that it answers a command of ours. */
export function useAnswers(command: RoadsteadCommandName): boolean {
  return roadsteadMeta(Advertisement, useHostIdentity()?.meta)?.commands.includes(command) === true
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
