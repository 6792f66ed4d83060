import type { Database } from 'better-sqlite3'
import type { Spending } from '../../protocol/model-facts.ts'

/** What calls cost, also those of sessions that are gone: of these only sums by the hour are kept. */
export interface SpendingBook {
  /** `since`: an ISO instant in UTC. */
  since(since: string): Spending
  /** Adds up what a session's calls cost, before they are removed. */
  remember(session: string): void
}

/** The table of the sums. */
export const spendingTables = `
  CREATE TABLE IF NOT EXISTS model_spending (
    hour TEXT PRIMARY KEY, calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
    cost REAL NOT NULL, unpriced INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/**
 * A call whose price is not known counts as unpriced when it used tokens. One that was cut off used some, but nobody said how
 * many.
 */
const sums = `count(*) AS calls, total(input_tokens) AS input_tokens, total(output_tokens) AS output_tokens, total(cost) AS cost,
  count(CASE WHEN cost IS NULL AND (input_tokens IS NOT NULL OR status IN ('stopped', 'interrupted')) THEN 1 END) AS unpriced`

interface Sums {
  calls: number
  input_tokens: number
  output_tokens: number
  cost: number
  unpriced: number
}

/** The sums over the calls in this database. */
export function createSpendingBook(database: Database): SpendingBook {
  const ofCalls = database.prepare<[string], Sums>(`SELECT ${sums} FROM model_calls WHERE at >= ?`)
  const ofHours = database.prepare<[string], Sums>(
    `SELECT total(calls) AS calls, total(input_tokens) AS input_tokens, total(output_tokens) AS output_tokens,
       total(cost) AS cost, total(unpriced) AS unpriced FROM model_spending WHERE hour >= ?`,
  )
  const remember = database.prepare(
    `INSERT INTO model_spending SELECT substr(at, 1, 13) || ':00:00.000Z' AS hour, ${sums} FROM model_calls WHERE session = ?
     GROUP BY hour ON CONFLICT (hour) DO UPDATE SET calls = calls + excluded.calls,
       input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       cost = cost + excluded.cost, unpriced = unpriced + excluded.unpriced`,
  )
  return {
    since(since) {
      const rows = [ofCalls.get(since), ofHours.get(since)].filter((row) => row !== undefined)
      const sum = (of: (row: Sums) => number) => rows.reduce((total, row) => total + of(row), 0)
      return {
        calls: sum((row) => row.calls),
        inputTokens: sum((row) => row.input_tokens),
        outputTokens: sum((row) => row.output_tokens),
        costUsd: sum((row) => row.cost),
        unpricedCalls: sum((row) => row.unpriced),
      }
    },
    remember: (session) => void remember.run(session),
  }
}
