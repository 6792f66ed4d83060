import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { createHostClient, type HostClient } from '../../client/host-client.ts'
import type { Admission, PairOutcome, Platform } from '../platform/platform.ts'
import { HostContext, type Host } from './host-context.ts'
import { createWatchCache } from './watch-cache.ts'

/** Turns of a chat that are there at once; older ones come as they are scrolled to. */
const turnWindow = 60

/** What the pairing screen is told and may do. */
export interface PairingProps {
  /** Why there is no pairing: a code in the address that failed, or a credential that was revoked. */
  readonly reason:
    { readonly kind: 'first-time' } | { readonly kind: 'revoked' } | Exclude<PairOutcome, { kind: 'paired' }>
  pair(code: string): Promise<PairOutcome>
}

interface HostProviderProps {
  readonly platform: Platform
  readonly starting: ReactNode
  readonly pairing: (props: PairingProps) => ReactNode
  readonly children: ReactNode
}

type Phase =
  | { readonly status: 'starting' }
  | { readonly status: 'unpaired'; readonly reason: PairingProps['reason'] }
  | { readonly status: 'open'; readonly host: Host }

/** Lets the children in once this device is paired, with a client that connects by itself. */
export function HostProvider({ platform, starting, pairing, children }: HostProviderProps) {
  const [phase, setPhase] = useState<Phase>({ status: 'starting' })
  const [round, setRound] = useState(0)
  const [queries] = useState(createQueryClient)

  useEffect(() => {
    let stopped = false
    let stop = (): void => {}
    void admit(platform).then((admission) => {
      if (stopped) return
      if (admission.status === 'unpaired') {
        setPhase({ status: 'unpaired', reason: admission.failed ?? { kind: 'first-time' } })
        return
      }
      const client = createHostClient({
        open: () => platform.host.open(),
        timers: browserTimers,
        clientId: platform.clientId,
        clientInfo: { name: 'roadstead-web', version: '0.1.0' },
        locale: document.documentElement.lang || 'en',
        turnWindow,
      })
      const watches = createWatchCache(client)
      const leave = (reason: PairingProps['reason']): void => {
        void platform.host.forget().finally(() => {
          if (!stopped) setPhase({ status: 'unpaired', reason })
        })
      }
      const stopHearing = client.connection.subscribe(() => {
        const state = client.connection.get()
        if (state.status === 'refused' && state.cause === 'credential') leave({ kind: 'revoked' })
      })
      const stopWaking = retryOnWake(client)
      stop = () => {
        stopHearing()
        stopWaking()
        watches.dispose()
        client.close()
        queries.clear()
      }
      setPhase({
        status: 'open',
        host: { client, platform, watches, unpair: () => leave({ kind: 'first-time' }) },
      })
    })
    return () => {
      stopped = true
      stop()
    }
  }, [platform, queries, round])

  const pair = useCallback(
    async (code: string) => {
      const outcome = await platform.host.pair(code)
      if (outcome.kind === 'paired') {
        setPhase({ status: 'starting' })
        setRound((before) => before + 1)
      }
      return outcome
    },
    [platform],
  )

  if (phase.status === 'starting') return starting
  if (phase.status === 'unpaired') return pairing({ reason: phase.reason, pair })
  return (
    <QueryClientProvider client={queries}>
      <HostContext value={phase.host}>{children}</HostContext>
    </QueryClientProvider>
  )
}

async function admit(platform: Platform): Promise<Admission> {
  try {
    return await platform.host.admit()
  } catch {
    // Storage that cannot be opened holds no credential.
    return { status: 'unpaired' }
  }
}

/** For request–answer data only; what a channel holds never goes through here. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: 5_000 } },
  })
}

const browserTimers = {
  now: () => Date.now(),
  after(ms: number, task: () => void) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

/** A machine that woke up, or a network that came back, need not wait for the next attempt. */
function retryOnWake(client: HostClient): () => void {
  const retry = (): void => {
    if (client.connection.get().status === 'waiting') client.retry()
  }
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') retry()
  }
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', retry)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
