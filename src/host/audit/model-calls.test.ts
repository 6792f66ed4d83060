import { expect, test } from 'vitest'
import type { Said } from '../models/conversation.ts'
import { StoreFailure, type Store } from '../store/store.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { CallStart, SentPart } from '../models/turn-calls.ts'
import { createModelCallBook } from './model-calls.ts'

const noSecrets = { redact: (text: string) => text, redactValue: <T>(value: T) => value }
const place = { session: 'ahp-session:/s1', chat: 'ahp-chat:/k1', turnId: 't1' }

function bookOn(store: Store, more: Partial<Parameters<typeof createModelCallBook>[1]> = {}) {
  let now = Date.parse('2026-01-01T00:00:00.000Z')
  const clock = { now: () => (now += 1000), monotonic: () => now }
  return createModelCallBook(store, { clock, secrets: noSecrets, ...more })
}

function start(round: number, parts: readonly SentPart[]): CallStart {
  return { round, provider: 'p', model: 'm', wireApi: 'openai-chat', parts }
}

function said(text: string): Said {
  return { wireApi: 'openai-chat', provider: 'p', model: 'm', parts: [{ kind: 'text', text }] }
}

const figures = {
  requestBytes: 100,
  attempts: [],
  usage: { inputTokens: 10, outputTokens: 2 },
  costUsd: 0.5,
  firstByteMs: 3,
  durationMs: 7,
}

const system: SentPart = { name: 'system', role: 'system', text: 'Be good.' }
const message: SentPart = { name: 'message', role: 'user', text: 'Go' }

test('a call is on record as running before it is made, and ends once', () => {
  const book = bookOn(openTestStore(temporaryFolder()))
  const call = book.of(place).begin({ ...start(1, [system, message]), effort: 'high' })
  const base = {
    ...{ id: '1', chat: place.chat, turnId: 't1', round: 1, at: '2026-01-01T00:00:01.000Z' },
    ...{ provider: 'p', model: 'm', wireApi: 'openai-chat', effort: 'high', attempts: [] },
  }
  const shares = [
    { name: 'system', bytes: 8 },
    { name: 'message', bytes: 2 },
  ]
  const query = { session: place.session, limit: 10 }
  expect(book.list(query)).toEqual([{ ...base, status: 'running', shares }])
  call.end({ status: 'succeeded', said: said('Done'), finish: 'stop', figures })
  call.end({ status: 'failed', error: 'again' })
  const { attempts: _, costUsd, ...timing } = figures
  expect(book.list(query)).toEqual([
    {
      ...{ ...base, ...timing, costUsd, status: 'succeeded', finish: 'stop' },
      shares: [
        { name: 'system', bytes: 8, tokens: 8 },
        { name: 'message', bytes: 2, tokens: 2 },
      ],
    },
  ])
})

test('each prompt is read back whole, and each text is kept once in a session', () => {
  const store = openTestStore(temporaryFolder())
  const book = bookOn(store)
  const calls = book.of(place)
  const reply: SentPart = { name: 'reply', role: 'assistant', text: 'I read it.' }
  const results: SentPart = { name: 'results', role: 'tool', text: 'the file' }
  const todo = (text: string): SentPart => ({ name: 'todo', text })
  calls.begin(start(1, [system, message, todo('one')])).end({ status: 'succeeded', said: said('I read it.') })
  calls.begin(start(2, [system, message, reply, results, todo('two')])).end({ status: 'stopped' })
  // The next turn calls what was the message history, and says the same text again.
  const history = [message, reply, results].map((part): SentPart => ({ ...part, name: 'history' }))
  const next = book.of({ ...place, turnId: 't2' })
  const prompt = [system, ...history, { ...message }, todo('two')]
  next.begin(start(1, prompt)).end({ status: 'failed', error: 'no' })
  const namesOf = (id: string) => book.read(place.session, id)?.parts.map(({ name, text }) => `${name}: ${text}`)
  expect(namesOf('1')).toEqual(['system: Be good.', 'message: Go', 'todo: one'])
  expect(namesOf('2')).toEqual([
    'system: Be good.',
    'message: Go',
    'reply: I read it.',
    'results: the file',
    'todo: two',
  ])
  expect(namesOf('3')).toEqual([
    'system: Be good.',
    'history: Go',
    'history: I read it.',
    'history: the file',
    'message: Go',
    'todo: two',
  ])
  const part = book.read(place.session, '1')?.parts[0]
  expect(part).toEqual({ name: 'system', role: 'system', text: 'Be good.', bytes: 8, hash: part?.hash })
  expect(book.read('ahp-session:/other', '1')).toBeUndefined()
  expect(store.database.prepare('SELECT count(*) AS texts FROM model_texts').get()).toEqual({ texts: 6 })
  // Beside the call before: one new part each for the reply, the results, the plan; then the message and the plan.
  expect(store.database.prepare('SELECT count(*) AS rows FROM model_call_parts').get()).toEqual({ rows: 3 + 3 + 2 })
})

test('what the model said and was told comes back byte for byte, rounds whose call failed left out', () => {
  const book = bookOn(openTestStore(temporaryFolder()))
  const calls = book.of(place)
  const whole: Said = {
    wireApi: 'anthropic-messages',
    provider: 'p',
    model: 'm',
    parts: [
      {
        kind: 'reasoning',
        text: 'Hm\u0000\ud83d\ude00',
        data: { anthropic: { signature: 'AbC+/=\n', z: 1, a: [null] } },
      },
      { kind: 'toolCall', call: 'c1', name: 'read_file', arguments: '{"a": 1' },
    ],
  }
  const results = [
    {
      call: 'c1',
      name: 'read_file',
      succeeded: false,
      text: 'no',
      images: [{ contentType: 'image/png', data: 'AA==' }],
    },
  ]
  calls.begin(start(1, [message])).end({ status: 'failed', said: said('half') })
  calls.begin(start(1, [message])).end({ status: 'succeeded', said: whole })
  calls.keepResults(1, results)
  calls.begin(start(2, [message])).end({ status: 'succeeded', said: said('not yet answered') })
  calls.begin(start(3, [message])).end({ status: 'stopped', said: said('cut') })
  calls.keepTold('t1', { text: 'Go', images: [{ contentType: 'image/png', data: 'AA==' }] })
  const rounds = book.of({ ...place, chat: 'ahp-chat:/fork', turnId: 't9' }).roundsOf('t1')
  expect(rounds).toEqual([
    { round: 1, said: whole, results },
    { round: 2, said: said('not yet answered'), results: [] },
  ])
  expect(JSON.stringify(rounds[0]?.said)).toBe(JSON.stringify(whole))
  expect(calls.toldOf('t1')).toEqual({ text: 'Go', images: [{ contentType: 'image/png', data: 'AA==' }] })
  expect([calls.toldOf('t2'), book.of({ ...place, session: 'x' }).roundsOf('t1')]).toEqual([undefined, []])
})

test('a chat that was forked has the rounds of the turns it took over, and what either adds to one stays its own', () => {
  const book = bookOn(openTestStore(temporaryFolder()))
  const round = (chat: string, number: number, text: string) => {
    const calls = book.of({ ...place, chat })
    calls.begin(start(number, [message])).end({ status: 'succeeded', said: said(text) })
    calls.keepResults(number, [{ call: 'c', name: 'n', succeeded: true, text }])
  }
  const textsIn = (chat: string) =>
    book
      .of({ ...place, chat, turnId: 't9' })
      .roundsOf('t1')
      .map(({ results }) => results[0]?.text)
  round('origin', 1, 'o1')
  round('origin', 2, 'o2')
  expect(textsIn('fork')).toEqual(['o1', 'o2'])
  round('fork', 3, 'f3')
  round('origin', 3, 'o3')
  round('origin', 4, 'o4')
  round('fork', 4, 'f4')
  expect([textsIn('fork'), textsIn('origin'), textsIn('a second fork')]).toEqual([
    ['o1', 'o2', 'f3', 'f4'],
    ['o1', 'o2', 'o3', 'o4'],
    ['o1', 'o2', 'o3', 'o4'],
  ])
})

test('guard: secrets are replaced before anything of a call reaches the disk', () => {
  const store = openTestStore(temporaryFolder())
  const secrets = {
    redact: (text: string) => text.replaceAll('canary', '[key]'),
    redactValue: <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll('canary', '[key]')) as T,
  }
  const calls = bookOn(store, { secrets }).of(place)
  const call = calls.begin(start(1, [{ name: 'message', text: 'my canary' }]))
  call.end({
    status: 'failed',
    said: said('canary'),
    error: 'wrong key canary',
    figures: { ...figures, attempts: [{ at: 'now', problem: 'canary', failure: 'server-error' }] },
  })
  calls.keepResults(1, [{ call: 'c', name: 'n', succeeded: true, text: 'canary' }])
  calls.keepTold('t1', { text: 'canary' })
  const tables = ['model_calls', 'model_texts', 'model_results', 'model_told']
  const kept = JSON.stringify(tables.map((table) => store.database.prepare(`SELECT * FROM ${table}`).all()))
  expect(kept).not.toContain('canary')
  expect(kept.split('[key]').length - 1).toBe(6)
})

test('calls that ran when the host went away are interrupted afterwards, and said so to who keeps the audit', () => {
  const folder = temporaryFolder()
  const store = openTestStore(folder)
  bookOn(store)
    .of(place)
    .begin(start(1, [message]))
  store.close()
  const ended: string[] = []
  const book = bookOn(openTestStore(folder), {
    ended: (session, { status }) => void ended.push(`${session} ${status}`),
  })
  expect([book.markInterrupted(), book.markInterrupted()]).toEqual([1, 0])
  expect(book.list({ session: place.session, limit: 1 }).map(({ status }) => status)).toEqual(['interrupted'])
  expect(ended).toEqual([`${place.session} interrupted`])
})

test('calls are listed newest first, by turn, from a call on', () => {
  const book = bookOn(openTestStore(temporaryFolder()))
  for (const [turnId, round] of [
    ['t1', 1],
    ['t1', 2],
    ['t2', 1],
  ] as const)
    book.of({ ...place, turnId }).begin(start(round, [message]))
  const { session } = place
  const ids = (more: object) => book.list({ session, limit: 2, ...more }).map(({ id }) => id)
  expect([ids({}), ids({ before: 2 }), ids({ turnId: 't1' })]).toEqual([['3', '2'], ['1'], ['2', '1']])
})

test('guard: of a deleted session nothing is left but what it cost', () => {
  const store = openTestStore(temporaryFolder())
  const book = bookOn(store)
  for (const session of ['s1', 's2']) {
    const calls = book.of({ ...place, session })
    calls.begin(start(1, [message])).end({ status: 'succeeded', said: said('x'), figures })
    const { costUsd: _, ...unpriced } = figures
    calls.begin(start(2, [message])).end({ status: 'succeeded', said: said('x'), figures: unpriced })
    calls.keepResults(1, [])
    calls.keepTold('t1', { text: 'x' })
  }
  const before = book.spending('2026-01-01T00:00:00.000Z')
  expect(before).toEqual({ calls: 4, inputTokens: 40, outputTokens: 8, costUsd: 1, unpricedCalls: 2 })
  book.removeSession('s1')
  expect(book.spending('2026-01-01T00:00:00.000Z')).toEqual(before)
  expect(book.spending('2026-01-02T00:00:00.000Z').calls).toBe(0)
  for (const table of ['model_calls', 'model_texts', 'model_results', 'model_told']) {
    const rows = store.database.prepare(`SELECT DISTINCT session FROM ${table}`).all()
    expect([table, rows]).toEqual([table, [{ session: 's2' }]])
  }
  expect(store.database.prepare('SELECT DISTINCT call FROM model_call_parts').all()).toEqual([{ call: 3 }])
  // What was known of the session is forgotten in memory too.
  book
    .of({ ...place, session: 's1' })
    .begin(start(1, [message]))
    .end({ status: 'stopped' })
  expect(book.read('s1', '5')?.parts.map(({ text }) => text)).toEqual(['Go'])
})

test('a disk that refuses is told in words, and nothing of the call is kept or remembered', () => {
  const store = openTestStore(temporaryFolder())
  const book = bookOn(store)
  store.database.pragma('max_page_count = 1')
  const big: SentPart = { name: 'message', text: 'x'.repeat(2_000_000) }
  expect(() => book.of(place).begin(start(1, [big]))).toThrow(StoreFailure)
  expect(() => book.of(place).begin(start(1, [big]))).toThrow(/The disk that holds .* is full/)
  store.database.pragma('max_page_count = 1000000')
  book.of(place).begin(start(1, [big]))
  expect(book.list({ session: place.session, limit: 9 }).length).toBe(1)
  expect(book.read(place.session, book.list({ session: place.session, limit: 1 })[0]?.id ?? '')?.parts).toHaveLength(1)
})

test('guard: two hundred rounds look at each text once and keep a row for each new part', () => {
  const store = openTestStore(temporaryFolder())
  let looked = 0
  const redact = (text: string) => (looked++, text)
  const calls = bookOn(store, { secrets: { ...noSecrets, redact } }).of(place)
  const parts: SentPart[] = [system, message]
  for (let round = 1; round <= 200; round++) {
    calls.begin(start(round, parts)).end({ status: 'succeeded', said: said(`round ${round}`), figures })
    parts.push({ name: 'reply', text: `round ${round}` }, { name: 'results', text: `${round} `.repeat(1200) })
  }
  expect(looked).toBe(2 + 2 * 199)
  expect(store.database.prepare('SELECT count(*) AS rows FROM model_call_parts').get()).toEqual({ rows: 2 + 2 * 199 })
})

test('guard: of the prompts of many chats only the last are held, and one that was let go is laid down again without its texts', () => {
  const store = openTestStore(temporaryFolder())
  let looked = 0
  const redact = (text: string) => (looked++, text)
  const book = bookOn(store, { secrets: { ...noSecrets, redact } })
  const ask = (chat: number, parts: readonly SentPart[]) =>
    book
      .of({ ...place, session: `ahp-session:/s${chat % 30}`, chat: `ahp-chat:/k${chat}` })
      .begin(start(1, parts))
      .end({ status: 'stopped' })
  const prompts = Array.from({ length: 120 }, (_, chat): SentPart[] => [
    { ...system },
    { name: 'message', role: 'user', text: `chat ${chat}` },
  ])
  for (const [chat, prompt] of prompts.entries()) ask(chat, prompt)
  const rowsOf = (call: number) =>
    store.database.prepare('SELECT count(*) AS rows FROM model_call_parts WHERE call = ?').get(call)
  const texts = store.database.prepare('SELECT count(*) AS texts FROM model_texts').get()
  const before = looked
  const reply: SentPart = { name: 'reply', role: 'assistant', text: 'Yes.' }
  ask(119, [...(prompts[119] ?? []), reply])
  expect([rowsOf(121), looked - before]).toEqual([{ rows: 1 }, 1])
  ask(0, [...(prompts[0] ?? []), reply])
  expect(rowsOf(122)).toEqual({ rows: 3 })
  expect(book.read('ahp-session:/s0', '122')?.parts.map(({ text }) => text)).toEqual(['Be good.', 'chat 0', 'Yes.'])
  const added = store.database.prepare('SELECT count(*) AS texts FROM model_texts').get()
  expect([texts, added]).toEqual([{ texts: 150 }, { texts: 152 }])
})

test('nothing that is asked of the record reads or sorts the calls of other turns and sessions', () => {
  const { database, ...store } = openTestStore(temporaryFolder())
  const asked: string[] = []
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => (asked.push(sql), prepare(sql))) as typeof database.prepare
  const book = bookOn({ ...store, database })
  book.of(place).begin(start(1, [message]))
  book.list({ session: place.session, limit: 9 })
  book.list({ session: place.session, turnId: place.turnId, limit: 9 })
  book.markInterrupted()
  book.removeSession(place.session)
  const plans = asked
    .filter(
      (sql) => /^\s*(SELECT|UPDATE|DELETE)/.test(sql) && sql.includes('model_calls') && !/WHERE c\.session/.test(sql),
    )
    .map((sql) => {
      const values = sql.replaceAll(/[^?]/g, '').split('').fill('1')
      const steps = prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
      return steps.map(({ detail }) => detail).join('; ')
    })
  expect(plans.length).toBeGreaterThan(6)
  expect(plans.filter((plan) => /ORDER BY|SCAN model_calls(?! USING INDEX model_calls_running)/.test(plan))).toEqual([])
  expect(plans).toContain('SEARCH model_calls USING COVERING INDEX model_calls_costs (at>?)')
})

test('a call that was cut off cost something nobody knows; one that failed before it began cost nothing', () => {
  const book = bookOn(openTestStore(temporaryFolder()))
  const calls = book.of(place)
  calls.begin(start(1, [message])).end({ status: 'stopped' })
  calls.begin(start(2, [message])).end({ status: 'failed', error: 'wrong key' })
  calls.begin(start(3, [message])).end({ status: 'succeeded', said: said('x'), figures })
  expect(book.spending('2026-01-01T00:00:00.000Z')).toMatchObject({ calls: 3, unpricedCalls: 1 })
})

test('a row that somebody damaged is left out, and the others are as they were', () => {
  const store = openTestStore(temporaryFolder())
  const book = bookOn(store)
  for (const round of [1, 2, 3])
    book
      .of(place)
      .begin(start(round, [message]))
      .end({ status: 'succeeded', said: said('x'), figures })
  store.database.prepare("UPDATE model_calls SET status = x'00' WHERE id = 1").run()
  store.database.prepare("UPDATE model_calls SET ended = '{' WHERE id = 2").run()
  const listed = book.list({ session: place.session, limit: 9 })
  expect(listed.map(({ id, usage }) => [id, usage])).toEqual([
    ['3', figures.usage],
    ['2', undefined],
  ])
  expect(book.read(place.session, '1')).toBeUndefined()
  expect(book.read(place.session, '3')?.call.status).toBe('succeeded')
})
