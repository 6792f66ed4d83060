import { useEffect, useRef, useState } from 'react'
import { useConnection } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { connectionWords, type ConnectionWords } from './connection-words.ts'

/** What is said of the connection now. */
export function useConnectionWords(): ConnectionWords {
  const state = useConnection()
  const i18n = useI18n()
  const now = useNow(5_000)
  const wasConnected = useRef(false)
  const [lostAtMs, setLostAt] = useState<number | undefined>(undefined)

  const isConnected = state.status === 'in-sync' || state.status === 'catching-up'
  useEffect(() => {
    if (isConnected) {
      wasConnected.current = true
      setLostAt(undefined)
    } else if (wasConnected.current) setLostAt((since) => since ?? Date.now())
  }, [isConnected])

  return connectionWords(state, isConnected ? undefined : lostAtMs, Math.max(now, lostAtMs ?? 0), i18n)
}
