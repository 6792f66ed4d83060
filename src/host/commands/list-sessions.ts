import type { ListSessionsParams, ListSessionsResult } from '../../protocol/channels/root/commands.ts'
import { invalidParams } from '../../protocol/errors.ts'
import type { Channels } from '../channels/channels.ts'
import { summarizeSession } from '../sessions/summarize.ts'

const largestPage = 500

/** `listSessions`: most recently modified first. The cursor names the last session of the page before (SPEC 8, Paging). */
export function listSessions(channels: Channels, params: ListSessionsParams): ListSessionsResult {
  const summaries = channels
    .list('session')
    .flatMap((uri) => {
      const state = channels.state(uri, 'session')
      return state === undefined || state.lifecycle === 'creating' ? [] : [summarizeSession(uri, state)]
    })
    .sort((a, b) =>
      a.modifiedAt === b.modifiedAt ? (a.resource < b.resource ? -1 : 1) : a.modifiedAt < b.modifiedAt ? 1 : -1,
    )
  let from = 0
  if (params.cursor !== undefined) {
    const last = summaries.findIndex((summary) => summary.resource === params.cursor)
    if (last === -1) throw invalidParams('cursor: unknown')
    from = last + 1
  }
  const size = Math.max(1, Math.min(params.limit ?? largestPage, largestPage))
  const items = summaries.slice(from, from + size)
  const last = items.at(-1)
  return last !== undefined && from + size < summaries.length ? { items, nextCursor: last.resource } : { items }
}
