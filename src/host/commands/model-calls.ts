import { invalidParams, notFound, sessionNotFound } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { ModelCallBook } from '../audit/model-calls.ts'
import type { Channels } from '../channels/channels.ts'

/** What the record of model calls is read with. */
export interface ModelCallCommandsNeeds {
  readonly channels: Channels
  readonly modelCalls: ModelCallBook
}

const pageSize = 100

/** `x-roadstead/modelCalls`: newest first, 100 a page. The cursor names the last call of the page before. */
export function listModelCalls(
  { channels, modelCalls }: ModelCallCommandsNeeds,
  { channel: session, cursor, turnId }: RoadsteadCommandParams<'x-roadstead/modelCalls'>,
): RoadsteadCommandResult<'x-roadstead/modelCalls'> {
  if (channels.kindOf(session) !== 'session') throw sessionNotFound(session)
  const before = cursor === undefined ? undefined : Number(cursor)
  if (before !== undefined && !(Number.isSafeInteger(before) && before > 0)) throw invalidParams('cursor: unknown')
  const found = modelCalls.list({
    session,
    limit: pageSize + 1,
    ...(before === undefined ? {} : { before }),
    ...(turnId === undefined ? {} : { turnId }),
  })
  const items = found.slice(0, pageSize)
  const last = items.at(-1)
  return found.length > pageSize && last !== undefined ? { items, nextCursor: last.id } : { items }
}

/** `x-roadstead/modelCallPrompt`: what one call sent, part by part, and what came back. */
export function modelCallPrompt(
  { channels, modelCalls }: ModelCallCommandsNeeds,
  { channel: session, id }: RoadsteadCommandParams<'x-roadstead/modelCallPrompt'>,
): RoadsteadCommandResult<'x-roadstead/modelCallPrompt'> {
  if (channels.kindOf(session) !== 'session') throw sessionNotFound(session)
  const read = modelCalls.read(session, id)
  if (read === undefined) throw notFound(`model call ${id}`)
  const { call, parts, reply } = read
  return { call, parts: [...parts], ...(reply === undefined ? {} : { reply }) }
}

/** `x-roadstead/spending`: over all sessions, since an instant. */
export function spending(
  { modelCalls }: ModelCallCommandsNeeds,
  { since }: RoadsteadCommandParams<'x-roadstead/spending'>,
): RoadsteadCommandResult<'x-roadstead/spending'> {
  const at = Date.parse(since)
  if (Number.isNaN(at)) throw invalidParams('since: not an instant')
  return modelCalls.spending(new Date(at).toISOString())
}
