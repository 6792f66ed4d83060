import { shareTokens } from '../../protocol/share-tokens.ts'
import type { ModelCall } from '../../protocol/model-facts.ts'
import { usageOfLastTry } from '../models/usage.ts'
import { parseColumn } from '../store/json-column.ts'
import { KeptEnd, KeptShares } from './kept-words.ts'

/** A call's row without what was said. */
export interface CallRow {
  id: number
  session: string
  chat: string
  turn: string
  round: number
  at: string
  provider: string
  model: string
  wire_api: string
  effort: string | null
  status: string
  shares: string
  ended: string | null
  cost: number | null
}

const noEnd: KeptEnd = { attempts: [] }

/** The columns of a `CallRow`. */
export const callColumns =
  'id, session, chat, turn, round, at, provider, model, wire_api, effort, status, shares, ended, cost'

/** A row as clients see it; what is damaged in it is left out. */
export function modelCallOf(row: CallRow): ModelCall {
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
    wireApi: row.wire_api as ModelCall['wireApi'],
    ...(row.effort === null ? {} : { effort: row.effort as NonNullable<ModelCall['effort']> }),
    status: row.status as ModelCall['status'],
    attempts,
    shares: shareTokens(
      parseColumn(KeptShares, row.shares) ?? [],
      usageOfLastTry(figures.usage ?? {}, attempts).inputTokens,
    ),
    ...figures,
    ...(row.cost === null ? {} : { costUsd: row.cost }),
  }
}
