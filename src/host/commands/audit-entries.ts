import { invalidParams, sessionNotFound } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { Audit } from '../audit/audit.ts'
import type { Channels } from '../channels/channels.ts'

const pageSize = 200

/** `x-roadstead/auditEntries`: a session's audit chain, oldest first, 200 entries a page. */
export function auditEntries(
  channels: Channels,
  audit: Audit,
  params: RoadsteadCommandParams<'x-roadstead/auditEntries'>,
): RoadsteadCommandResult<'x-roadstead/auditEntries'> {
  if (channels.kindOf(params.channel) !== 'session') throw sessionNotFound(params.channel)
  const from = params.cursor === undefined ? 0 : Number(params.cursor)
  if (!Number.isSafeInteger(from) || from < 0) throw invalidParams('cursor: unknown')
  const entries = audit.list(params.channel, from, pageSize + 1)
  const items = entries.slice(0, pageSize).map((entry) => ({ ...entry, detail: { ...entry.detail } }))
  return entries.length > pageSize ? { items, nextCursor: String(from + pageSize) } : { items }
}
