import { useState } from 'react'
import { useConnection, useIsCurrent } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { connectionWords, type ConnectionWords } from './connection-words.ts'

/** What is said of the connection now. */
export function useConnectionWords(): ConnectionWords {
  const connection = useConnection()
  const isCurrent = useIsCurrent()
  // In sync is only what shows no session as last known.
  const state =
    connection.status === 'in-sync' && !isCurrent
      ? { status: 'catching-up' as const, sinceMs: connection.sinceMs, host: connection.host }
      : connection
  const i18n = useI18n()
  const now = useNow(5_000)

  const isConnected = state.status === 'in-sync' || state.status === 'catching-up'
  const [link, setLink] = useState<Link>({ status: 'never' })
  const next = nextLink(link, isConnected)
  if (next !== link) setLink(next)

  const lostAtMs = next.status === 'lost' ? next.atMs : undefined
  return connectionWords(state, lostAtMs, Math.max(now, lostAtMs ?? 0), i18n)
}

type Link =
  { readonly status: 'never' } | { readonly status: 'connected' } | { readonly status: 'lost'; readonly atMs: number }

/** Remembers when a connection that was there went. */
function nextLink(link: Link, isConnected: boolean): Link {
  if (isConnected) return link.status === 'connected' ? link : { status: 'connected' }
  return link.status === 'connected' ? { status: 'lost', atMs: Date.now() } : link
}
