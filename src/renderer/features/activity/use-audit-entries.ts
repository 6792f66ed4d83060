import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AuditEntry } from '../../../protocol/roadstead.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'

/** Milliseconds of quiet after a change before the entries are asked for again. */
const settleMs = 400

const none: readonly AuditEntry[] = []

/** The audit of a session, all pages, asked for again after the session has changed. */
export function useAuditEntries(session: string): {
  status: 'loading' | 'ready' | 'failed'
  entries: readonly AuditEntry[]
  reason: string
  retry(): void
} {
  const { client } = useHost()
  const isOnline = useIsOnline()
  const query = useQuery({
    queryKey: ['audit', session],
    enabled: isOnline,
    staleTime: 0,
    queryFn: async () => {
      const entries: AuditEntry[] = []
      let cursor: string | undefined
      do {
        const page = await client.request('x-roadstead/auditEntries', {
          channel: session,
          ...(cursor === undefined ? {} : { cursor }),
        })
        entries.push(...page.items)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return entries
    },
  })
  const { refetch } = query

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.sessions.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void refetch(), settleMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, refetch])

  return {
    status: query.data !== undefined ? 'ready' : query.isError ? 'failed' : 'loading',
    entries: query.data ?? none,
    reason: query.error?.message ?? '',
    retry: () => void refetch(),
  }
}
