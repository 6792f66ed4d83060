import { useCallback, useMemo, useState } from 'react'
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

  const start = useCallback(async () => {
    setStarting(true)
    const outcome = await command('x-roadstead/startDemo', { channel: ROOT_URI })
    setStarting(false)
    if (outcome.kind === 'done') onStarted(outcome.result.session)
    else toast({ text: t('first.failed', { reason: outcome.reason }), tone: 'bad' })
    // The callback is a new one with each drawing; what it does is not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [command, t, toast])
  return useMemo(() => ({ isStarting, start }), [isStarting, start])
}
