import { createContext, use } from 'react'
import type { HostClient } from '../../client/host-client.ts'
import type { Platform } from '../platform/platform.ts'
import type { WatchCache } from './watch-cache.ts'

/** The host this page is a client of. */
export interface Host {
  readonly client: HostClient
  readonly platform: Platform
  readonly watches: WatchCache
  /** Forgets this device's credential and shows the pairing screen. */
  unpair(): void
}

export const HostContext = createContext<Host | undefined>(undefined)

/** The host in use. Only inside HostProvider, once it has let the children in. */
export function useHost(): Host {
  const host = use(HostContext)
  if (host === undefined) throw new Error('useHost is called outside of a HostProvider')
  return host
}
