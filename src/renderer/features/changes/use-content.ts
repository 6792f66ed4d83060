import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResourceReadResult } from '../../../protocol/channels/root/resource-commands.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import type { ContentRef } from '../../../protocol/values.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** The content of one side. `shown` while newer content of the same file is on its way is what was there before. */
export type SideContent =
  | { readonly status: 'absent' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly reason: string; retry(): void }
  | { readonly status: 'text'; readonly text: string }
  | { readonly status: 'bytes'; readonly base64: string; readonly contentType?: string }

/** Reads a side of a change through the host; a version of a file, told apart by its nonce, is read once. */
export function useContent(side: ContentRef | undefined, options: { enabled: boolean; bytes: boolean }): SideContent {
  const { client } = useHost()
  const { hostText } = useI18n()
  const encoding = options.bytes ? ('base64' as const) : ('utf-8' as const)
  const query = useQuery<ResourceReadResult>({
    queryKey: ['content', side?.uri, side?.nonce, encoding],
    queryFn: () => client.request('resourceRead', { channel: ROOT_URI, uri: side?.uri ?? '', encoding }),
    enabled: side !== undefined && options.enabled,
    staleTime: side?.nonce === undefined ? 0 : Number.POSITIVE_INFINITY,
    // Only for the same file: a diff must never show one file's content under another's name.
    placeholderData: (before, held) => (held?.queryKey[1] === side?.uri ? keepPreviousData(before) : undefined),
  })
  if (side === undefined) return { status: 'absent' }
  if (query.isError)
    return { status: 'failed', reason: hostText(query.error.message), retry: () => void query.refetch() }
  if (query.data === undefined) return { status: 'loading' }
  const { data, encoding: got, contentType } = query.data
  return got === 'base64'
    ? { status: 'bytes', base64: data, ...(contentType === undefined ? {} : { contentType }) }
    : { status: 'text', text: data }
}
