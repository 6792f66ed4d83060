import { useEffect, useState } from 'react'
import type { Spending } from '../../../protocol/model-facts.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useRequest } from '../../hosts/use-request.ts'

/** What is spent is asked for at most once in this time. Milliseconds. */
const settleMs = 1_500

/** What was spent since midnight where this page is; undefined until the host has told. Asked for anew when a session has changed. */
export function useSpending(): Spending | undefined {
  const { client } = useHost()
  const isOnline = useIsOnline()
  const [since, setSince] = useState(midnight)
  const { data, refetch } = useRequest(
    'x-roadstead/spending',
    { channel: ROOT_URI, since },
    { enabled: isOnline, staleTime: 60_000 },
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.sessions.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        const today = midnight()
        setSince(today)
        void refetch()
      }, settleMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, refetch])
  return data
}

/** The instant at which this day began, by the clock of the page. */
export function midnight(now = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}
