import { useEffect, useRef } from 'react'
import type { SessionListView } from '../../client/session-list.ts'
import { forgetSession } from '../platform/per-session.ts'

/** Forgets what the page remembers of sessions that were there and are gone, here or in another window. */
export function useForgetSessions(sessions: SessionListView): void {
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (sessions.status !== 'ready' || sessions.stale) return
    const now = new Set(sessions.items.map(({ resource }) => resource))
    for (const session of before.current) if (!now.has(session)) forgetSession(session)
    before.current = now
  }, [sessions])
}
