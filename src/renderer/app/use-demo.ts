import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ROOT_URI } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { useOffers } from '../hosts/use-offer.ts'
import { useI18n } from '../platform/i18n.tsx'

/** Starts the demo and shows its session; one at a time. */
export function useDemo(onStarted: (session: string) => void): { isStarting: boolean; start(): Promise<void> } {
  const offers = useOffers(useToast())
  const { t } = useI18n()
  const [isStarting, setStarting] = useState(false)
  const latest = useRef(onStarted)
  useEffect(() => {
    latest.current = onStarted
  })

  const start = useCallback(async () => {
    setStarting(true)
    const outcome = await offers.ask('x-roadstead/startDemo', { channel: ROOT_URI }, (reason) =>
      t('first.failed', { reason }),
    )
    setStarting(false)
    if (outcome.kind === 'done') latest.current(outcome.result.session)
  }, [offers, t])
  return useMemo(() => ({ isStarting, start }), [isStarting, start])
}
