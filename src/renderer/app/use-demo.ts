import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ROOT_URI } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { useCommand } from '../hosts/use-request.ts'
import { useI18n } from '../platform/i18n.tsx'

/** Starts the demo and shows its session; one at a time. */
export function useDemo(onStarted: (session: string) => void): { isStarting: boolean; start(): Promise<void> } {
  const command = useCommand()
  const toast = useToast()
  const { t } = useI18n()
  const [isStarting, setStarting] = useState(false)
  const latest = useRef(onStarted)
  useEffect(() => {
    latest.current = onStarted
  })

  const start = useCallback(async () => {
    setStarting(true)
    const outcome = await command('x-roadstead/startDemo', { channel: ROOT_URI })
    setStarting(false)
    if (outcome.kind === 'done') latest.current(outcome.result.session)
    else toast({ text: t('first.failed', { reason: outcome.reason }), tone: 'bad' })
  }, [command, t, toast])
  return useMemo(() => ({ isStarting, start }), [isStarting, start])
}
