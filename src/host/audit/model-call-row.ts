import { z } from 'zod'
import { shareTokens } from '../../protocol/share-tokens.ts'
import { Effort, ModelCall, WireApi } from '../../protocol/model-facts.ts'
import { check } from '../../protocol/schema.ts'
import { usageOfLastTry } from '../models/usage.ts'
import { parseColumn } from '../store/json-column.ts'
import { KeptEnd, KeptShares } from './kept-words.ts'

/** A call's row without what was said. */
const CallRow = z.object({
  id: z.number(),
  session: z.string(),
  chat: z.string(),
  turn: z.string(),
  round: z.number(),
  at: z.string(),
  provider: z.string(),
  model: z.string(),
  wire_api: WireApi,
  effort: z.nullable(Effort),
  status: ModelCall.shape.status,
  shares: z.string(),
  ended: z.nullable(z.string()),
  cost: z.nullable(z.number()),
})
export type CallRow = z.infer<typeof CallRow>

const noEnd: KeptEnd = { attempts: [] }

/** The columns of a `CallRow`. */
export const callColumns =
  'id, session, chat, turn, round, at, provider, model, wire_api, effort, status, shares, ended, cost'

/** A row as clients see it; what is damaged in how it ended is left out, of a row that is damaged itself there is nothing. */
export function modelCallOf(found: unknown): ModelCall | undefined {
  const checked = check(CallRow, found)
  if (!checked.ok) return undefined
  const row = checked.value
  const end = row.ended === null ? undefined : parseColumn(KeptEnd, row.ended)
  const { attempts, ...figures } = end ?? noEnd
  return {
    id: String(row.id),
    chat: row.chat,
    turnId: row.turn,
    round: row.round,
    at: row.at,
    provider: row.provider,
    model: row.model,
    wireApi: row.wire_api,
    ...(row.effort === null ? {} : { effort: row.effort }),
    status: row.status,
    attempts,
    shares: shareTokens(
      parseColumn(KeptShares, row.shares) ?? [],
      usageOfLastTry(figures.usage ?? {}, attempts).inputTokens,
    ),
    ...figures,
    ...(row.cost === null ? {} : { costUsd: row.cost }),
  }
}
