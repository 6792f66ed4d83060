import { useEffect } from 'react'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { isUnread } from '../features/sessions/group.ts'
import { useSessionCommands } from '../features/sessions/use-session-commands.ts'
import { setIconCount } from '../platform/favicon.ts'

/** What the tab says of itself, `(2) Roadstead – Fix the parser`, and what counts as seen: what is open in it. */
export function useAttention(needYou: number, title: string, open: readonly SessionSummary[]): void {
  const commands = useSessionCommands()
  const unread = open
    .filter(isUnread)
    .map(({ resource }) => resource)
    .join(' ')
  useEffect(() => {
    if (unread === '') return
    function see(): void {
      if (document.visibilityState !== 'visible') return
      for (const session of unread.split(' ')) commands.setRead(session, true)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [unread, commands])

  useEffect(() => {
    const name = title === '' ? 'Roadstead' : `Roadstead – ${title}`
    document.title = needYou > 0 ? `(${needYou}) ${name}` : name
    setIconCount(needYou)
  }, [title, needYou])
}
