import { useEffect, useMemo, useRef } from 'react'
import { useHost } from '../../hosts/host-context.ts'
import { useChannel } from '../../hosts/use-channel.ts'

/** Changes are told of at most once in this time. Milliseconds. */
const settleMs = 500

/** Calls back after the session or any of its chats has changed, and has been let settle; never while nothing happens. */
export function useChanges(session: string, onChange: () => void): void {
  const { watches } = useHost()
  const state = useChannel(session, 'session').state
  const chats = useMemo(() => (state?.chats ?? []).map(({ resource }) => resource), [state])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const key = chats.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, settleMs)
    }
    const stops = [session, ...key.split(' ').filter(Boolean)].map((uri) => watches.readable(uri).subscribe(hear))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [watches, session, key])
}
