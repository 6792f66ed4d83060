import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { HostClient } from '../../../client/host-client.ts'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import type { AuditEntry } from '../../../protocol/roadstead.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useChanges } from './use-changes.ts'

/** The records of a session; `reason` is why there are none, in the host's words. */
export interface Records {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly audits: readonly AuditEntry[]
  readonly calls: readonly ModelCall[]
  readonly reason: string
  retry(): void
}

const noAudits: readonly AuditEntry[] = []
const noCalls: readonly ModelCall[] = []

/** The audit of a session and the calls of its models, asked for anew when the session has changed. */
export function useRecords(session: string): Records {
  const { client } = useHost()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const audits = useQuery({
    queryKey: ['audit', session],
    enabled: isOnline,
    staleTime: 0,
    queryFn: () => fetchAudits(client, session, queries.getQueryData<AuditEntry[]>(['audit', session]) ?? []),
  })
  const calls = useQuery({
    queryKey: ['model-calls', session],
    enabled: isOnline,
    staleTime: 0,
    queryFn: () => fetchCalls(client, session, knownCalls(queries, session)),
  })
  const retry = (): void => {
    void audits.refetch()
    void calls.refetch()
  }
  useChanges(session, retry)
  return {
    status: audits.data !== undefined ? 'ready' : audits.isError ? 'failed' : 'loading',
    audits: audits.data ?? noAudits,
    calls: calls.data ?? noCalls,
    reason: audits.error?.message ?? '',
    retry,
  }
}

function knownCalls(queries: QueryClient, session: string): readonly ModelCall[] {
  return queries.getQueryData<ModelCall[]>(['model-calls', session]) ?? []
}

/** The chain only grows: what is known need not be asked for again. */
async function fetchAudits(client: HostClient, session: string, known: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const entries = [...known]
  let cursor: string | undefined = known.length === 0 ? undefined : String(known.length)
  do {
    const page = await client.request('x-roadstead/auditEntries', {
      channel: session,
      ...(cursor === undefined ? {} : { cursor }),
    })
    entries.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return entries
}

/** Newest first, page by page, until a page brings only calls that are known and over. */
async function fetchCalls(client: HostClient, session: string, known: readonly ModelCall[]): Promise<ModelCall[]> {
  const over = new Set(known.filter(({ status }) => status !== 'running').map(({ id }) => id))
  const found = new Map<string, ModelCall>()
  let cursor: string | undefined
  do {
    const page: { items: ModelCall[]; nextCursor?: string | undefined } = await client.request(
      'x-roadstead/modelCalls',
      { channel: session, ...(cursor === undefined ? {} : { cursor }) },
    )
    for (const call of page.items) found.set(call.id, call)
    cursor = page.items.every(({ id }) => over.has(id)) ? undefined : page.nextCursor
  } while (cursor !== undefined)
  for (const call of known) if (!found.has(call.id)) found.set(call.id, call)
  return [...found.values()]
}
