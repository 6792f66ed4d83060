import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useChannel } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useRequest } from '../../hosts/use-request.ts'

const method = 'x-roadstead/modelProviders'
const params = { channel: ROOT_URI }

export interface Providers {
  /** undefined until they are known. */
  readonly items: readonly ProviderFacts[] | undefined
  /** Why they are not. */
  readonly problem: string | undefined
  /** Answers how it stands then; undefined when that cannot be learned. */
  refresh(): Promise<readonly ProviderFacts[] | undefined>
  /** Asks them all, and the usual local ports; answers how it stands then. */
  look(): Promise<readonly ProviderFacts[]>
}

/** Where models are called. What is known is asked again whenever the agents' models have changed. */
export function useProviders(isWanted = true): Providers {
  const { client } = useHost()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const agents = useChannel(ROOT_URI, 'root').state?.agents
  const answer = useRequest(method, params, { enabled: isOnline && isWanted })
  const { refetch } = answer
  const seen = useRef(agents)
  useEffect(() => {
    if (seen.current === agents) return
    const isFirst = seen.current === undefined
    seen.current = agents
    if (!isFirst && isOnline && isWanted) void refetch()
  }, [agents, isOnline, isWanted, refetch])
  const refresh = useCallback(async () => (await refetch()).data?.items, [refetch])
  const look = useCallback(async () => {
    const found = await client.request(method, { ...params, look: true })
    queries.setQueryData([method, params], found)
    return found.items
  }, [client, queries])
  return { items: answer.data?.items, problem: answer.error?.message, refresh, look }
}
