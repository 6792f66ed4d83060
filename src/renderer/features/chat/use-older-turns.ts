import { useQuery } from '@tanstack/react-query'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'

/** Turns that are older than those this page has. */
export interface OlderTurns {
  readonly status: 'none' | 'idle' | 'loading' | 'failed'
  load(): void
}

/** Loads older turns page by page: whenever `isWanted` is true, until there are none. `cursor` is the chat's. */
export function useOlderTurns(chat: string, cursor: string | undefined, isWanted: boolean): OlderTurns {
  const { client } = useHost()
  const isOnline = useIsOnline()
  // What is loaded arrives in the chat's state; the answer only says that it has. The cursor of the state moves with it.
  const { isFetching, isError, refetch } = useQuery({
    queryKey: ['older-turns', chat, cursor],
    queryFn: () => client.request('fetchTurns', { channel: chat, cursor: cursor ?? '' }),
    enabled: cursor !== undefined && isWanted && isOnline,
    staleTime: Infinity,
    gcTime: 0,
  })
  return {
    status: cursor === undefined ? 'none' : isFetching ? 'loading' : isError ? 'failed' : 'idle',
    load: () => void refetch(),
  }
}
