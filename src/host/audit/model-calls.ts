import type { CallAttempt, CallUsage, ModelCall, PromptPartText, Spending } from '../../protocol/model-facts.ts'
import type { Said, ToldResult } from '../models/conversation.ts'
import type { CallEnd, TurnCalls } from '../models/turn-calls.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { parseColumn } from '../store/json-column.ts'
import type { Store } from '../store/store.ts'
import { KeptResults, KeptSaid, KeptTold, readableReply, type KeptEnd } from './kept-words.ts'
import { callColumns, modelCallOf, type CallRow } from './model-call-row.ts'
import { createPromptParts, promptTables } from './prompt-parts.ts'
import { createSpendingBook, spendingTables } from './spending.ts'

/** The turn whose calls are recorded. */
export interface CallPlace {
  readonly session: string
  readonly chat: string
  readonly turnId: string
}

/** Which calls to list, newest first. `before`: only calls older than the one with this id. */
export interface CallQuery {
  readonly session: string
  readonly turnId?: string
  readonly before?: number
  readonly limit: number
}

/** Every call of a model there was, with what it sent and what came back. */
export interface ModelCallBook {
  of(place: CallPlace): TurnCalls
  /** The calls that were running when the host went away did not end: they are said to be interrupted. Returns how many. */
  markInterrupted(): number
  list(query: CallQuery): readonly ModelCall[]
  /** What a call of this session sent, in order, and what came back. */
  read(
    session: string,
    id: string,
  ): { readonly call: ModelCall; readonly parts: readonly PromptPartText[]; readonly reply?: string } | undefined
  /** Of all sessions, also of those that were deleted. */
  spending(since: string): Spending
  /** Takes everything of a session out; only what it cost is remembered, by the hour. */
  removeSession(session: string): void
}

/** What the book is kept with. */
export interface ModelCallBookNeeds {
  readonly clock: Clock
  readonly secrets: Pick<SecretBook, 'redact' | 'redactValue'>
  /** Told in the transaction that ends a call. */
  ended?(session: string, call: ModelCall): void
}

/** A row holds a whole answer: whatever is asked of many of them is answered from an index. */
const tables = `
  CREATE TABLE IF NOT EXISTS model_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, chat TEXT NOT NULL, turn TEXT NOT NULL, round INTEGER NOT NULL,
    at TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL, wire_api TEXT NOT NULL, effort TEXT, status TEXT NOT NULL,
    previous INTEGER, kept INTEGER NOT NULL, renamed TEXT NOT NULL, shares TEXT NOT NULL,
    ended TEXT, input_tokens INTEGER, output_tokens INTEGER, cost REAL, said TEXT
  );
  CREATE INDEX IF NOT EXISTS model_calls_of_session ON model_calls (session);
  CREATE INDEX IF NOT EXISTS model_calls_of_turn ON model_calls (session, turn);
  CREATE INDEX IF NOT EXISTS model_calls_running ON model_calls (id) WHERE status = 'running';
  CREATE INDEX IF NOT EXISTS model_calls_costs ON model_calls (at, status, input_tokens, output_tokens, cost);
  CREATE TABLE IF NOT EXISTS model_results (
    session TEXT NOT NULL, chat TEXT NOT NULL, turn TEXT NOT NULL, round INTEGER NOT NULL, results TEXT NOT NULL,
    PRIMARY KEY (session, turn, chat, round)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS model_told (
    session TEXT NOT NULL, id TEXT NOT NULL, told TEXT NOT NULL, PRIMARY KEY (session, id)
  );
  ${promptTables}
  ${spendingTables}
`

/**
 * The book on the tables of this store. A call is on disk before `begin` returns; what ends it is written at once too, but
 * is only forced to the disk by the next write that is: it outlives the process, and a loss of power may take it.
 */
export function createModelCallBook(store: Store, needs: ModelCallBookNeeds): ModelCallBook {
  const { database } = store
  const { clock, secrets } = needs
  if (store.mode.status === 'writable') database.exec(tables)
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'model_calls'").get() !== undefined
  if (!exists) return emptyBook

  const parts = createPromptParts(store, (text) => secrets.redact(text))
  const spendingBook = createSpendingBook(database)
  const addCall = database.prepare(
    `INSERT INTO model_calls (session, chat, turn, round, at, provider, model, wire_api, effort, status, previous, kept, renamed, shares)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?)`,
  )
  const endCall = database.prepare(
    `UPDATE model_calls SET status = ?, ended = ?, input_tokens = ?, output_tokens = ?, cost = ?, said = ?
     WHERE id = ? AND status = 'running'`,
  )
  const callById = database.prepare<[number], CallRow & { said: string | null }>(
    `SELECT ${callColumns}, said FROM model_calls WHERE id = ?`,
  )
  const roundsOfTurn = database.prepare<[string, string], RoundRow>(
    `SELECT c.id, c.chat, c.round, c.said, r.results FROM model_calls c
     LEFT JOIN model_results r ON r.session = c.session AND r.turn = c.turn AND r.chat = c.chat AND r.round = c.round
     WHERE c.session = ? AND c.turn = ? AND c.status = 'succeeded' AND c.said IS NOT NULL ORDER BY c.round, c.id`,
  )
  const addResults = database.prepare('INSERT OR REPLACE INTO model_results VALUES (?, ?, ?, ?, ?)')
  const addTold = database.prepare('INSERT OR REPLACE INTO model_told VALUES (?, ?, ?)')
  const toldById = database.prepare<[string, string], { told: string }>(
    'SELECT told FROM model_told WHERE session = ? AND id = ?',
  )

  /** Written now and forced to the disk by whoever writes next. */
  function writeSoftly(action: () => void): void {
    database.pragma('synchronous = NORMAL')
    try {
      store.write(action)
    } finally {
      database.pragma('synchronous = FULL')
    }
  }

  function end(session: string, id: number, { status, said, finish, error, figures }: CallEnd): void {
    const usage = figures?.usage ?? {}
    const ended: KeptEnd = {
      attempts: (figures?.attempts ?? []).map((attempt) => ({ ...attempt }) satisfies CallAttempt),
      ...(figures === undefined
        ? {}
        : {
            requestBytes: figures.requestBytes,
            durationMs: figures.durationMs,
            usage: { ...usage } satisfies CallUsage,
            ...(figures.firstByteMs === undefined ? {} : { firstByteMs: figures.firstByteMs }),
          }),
      ...(finish === undefined ? {} : { finish }),
      ...(error === undefined ? {} : { error }),
    }
    writeSoftly(() => {
      endCall.run(
        status,
        JSON.stringify(secrets.redactValue(ended)),
        usage.inputTokens ?? null,
        usage.outputTokens ?? null,
        figures?.costUsd ?? null,
        said === undefined ? null : JSON.stringify(secrets.redactValue(said)),
        id,
      )
      const call = modelCallOf(callById.get(id))
      if (call !== undefined) needs.ended?.(session, call)
    })
  }

  return {
    of: ({ session, chat, turnId }) => ({
      begin(start) {
        const laid = store.write(() => {
          const prompt = parts.lay(session, chat, start.parts)
          const { previous, kept, renamed, shares } = prompt
          const row = addCall.run(
            session,
            chat,
            turnId,
            start.round,
            isoNow(clock),
            start.provider,
            start.model,
            start.wireApi,
            start.effort ?? null,
            previous,
            kept,
            JSON.stringify(renamed),
            JSON.stringify(shares),
          )
          const id = Number(row.lastInsertRowid)
          parts.keep(id, prompt)
          return { id, prompt }
        })
        parts.stands(session, chat, laid.id, start.parts, laid.prompt)
        let over = false
        return {
          end(how) {
            if (over) return
            over = true
            end(session, laid.id, how)
          },
        }
      },
      keepResults(round, results) {
        writeSoftly(
          () => void addResults.run(session, chat, turnId, round, JSON.stringify(secrets.redactValue(results))),
        )
      },
      keepTold(id, told) {
        writeSoftly(() => void addTold.run(session, id, JSON.stringify(secrets.redactValue(told))))
      },
      toldOf(id) {
        const row = toldById.get(session, id)
        return row && parseColumn(KeptTold, row.told)
      },
      roundsOf(id) {
        const rounds = new Map<number, { round: number; said: Said; results: readonly ToldResult[] }>()
        for (const { round, said, results } of rowsFor(chat, roundsOfTurn.all(session, id))) {
          const words = parseColumn(KeptSaid, said)
          if (words === undefined) continue
          rounds.set(round, {
            round,
            said: words,
            results: (results === null ? undefined : parseColumn(KeptResults, results)) ?? [],
          })
        }
        return [...rounds.values()]
      },
    }),
    markInterrupted: () =>
      store.write(() => {
        const cut = database
          .prepare<[], CallRow>(`SELECT ${callColumns} FROM model_calls WHERE status = 'running' ORDER BY id`)
          .all()
        database.prepare("UPDATE model_calls SET status = 'interrupted' WHERE status = 'running'").run()
        for (const row of cut) {
          const call = modelCallOf({ ...row, status: 'interrupted' })
          if (call !== undefined) needs.ended?.(row.session, call)
        }
        return cut.length
      }),
    list: ({ session, turnId, before, limit }) =>
      database
        .prepare<(string | number)[], CallRow>(
          `SELECT ${callColumns} FROM model_calls WHERE session = ? AND id < ? ${turnId === undefined ? '' : 'AND turn = ?'}
           ORDER BY id DESC LIMIT ?`,
        )
        .all(session, before ?? Number.MAX_SAFE_INTEGER, ...(turnId === undefined ? [] : [turnId]), limit)
        .flatMap((row) => modelCallOf(row) ?? []),
    read(session, id) {
      const row = /^[1-9]\d{0,15}$/.test(id) ? callById.get(Number(id)) : undefined
      const call = row?.session === session ? modelCallOf(row) : undefined
      if (row === undefined || call === undefined) return undefined
      const said = row.said === null ? undefined : parseColumn(KeptSaid, row.said)
      return {
        call,
        parts: parts.read(row.id),
        ...(said === undefined ? {} : { reply: readableReply(said) }),
      }
    },
    spending: (since) => spendingBook.since(since),
    removeSession(session) {
      if (store.mode.status !== 'writable') return
      store.write(() => {
        spendingBook.remember(session)
        database
          .prepare('DELETE FROM model_call_parts WHERE call IN (SELECT id FROM model_calls WHERE session = ?)')
          .run(session)
        for (const table of ['model_texts', 'model_results', 'model_told', 'model_calls'])
          database.prepare(`DELETE FROM ${table} WHERE session = ?`).run(session)
      })
      parts.forget(session)
    },
  }
}

interface RoundRow {
  id: number
  chat: string
  round: number
  said: string
  results: string | null
}

/**
 * A forked chat shares turns with the chat it came from: it goes on where that one's rounds end for it. What either does with
 * such a turn later stays its own.
 */
function rowsFor(chat: string, rows: readonly RoundRow[]): readonly RoundRow[] {
  const own = rows.filter((row) => row.chat === chat)
  const first = rows.reduce<RoundRow | undefined>((a, b) => (a !== undefined && a.id < b.id ? a : b), undefined)
  if (first === undefined || first.chat === chat) return own
  const from = own[0]?.round ?? Number.POSITIVE_INFINITY
  return [...rows.filter((row) => row.chat === first.chat && row.round < from), ...own]
}

/** A read-only database of a version that knew of no calls. */
const emptyBook: ModelCallBook = {
  of: () => ({
    begin() {
      throw new Error('no model is called while nothing can be kept')
    },
    keepResults() {},
    keepTold() {},
    toldOf: () => undefined,
    roundsOf: () => [],
  }),
  markInterrupted: () => 0,
  list: () => [],
  read: () => undefined,
  spending: () => ({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 }),
  removeSession() {},
}
