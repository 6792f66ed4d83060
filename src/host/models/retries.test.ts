import { expect, test } from 'vitest'
import { ask, eventsOf, json, modelScene, modelServer, outcomeOf, sse } from '../testing/model-scene.ts'
import type { ModelEvent } from './models.ts'
import { usageOfLastTry } from './usage.ts'

type Answer = Parameters<Parameters<typeof modelServer>[0]>[1]

/** OpenAI's chat, saying one word. */
function say(response: Answer, text = 'fine'): void {
  sse(response, [
    { id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: text } }] },
    {
      id: 'c',
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    },
    '[DONE]',
  ])
}

async function sceneWith(answer: Parameters<typeof modelServer>[0], options: Parameters<typeof modelScene>[1] = {}) {
  const server = await modelServer((request, response, count) => {
    // The endpoint is asked for its models when it is added.
    if (request.method === 'GET') return json(response, 404, {})
    return answer(request, response, count - 1)
  })
  const scene = modelScene({}, options)
  const { models } = scene
  models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: server.url })
  const calls = () => server.seen.filter(({ method }) => method === 'POST').length
  return { ...scene, server, calls }
}

const failed =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  (response: Answer) =>
    json(response, status, { error: { message, type: 'x' } }, headers)

test('guard: a call that met a limit is made again after the time the provider asked for', async () => {
  let calls = 0
  const { models, waits } = await sceneWith((_, response) => {
    calls += 1
    if (calls === 1) return failed(429, 'Rate limit reached', { 'retry-after': '7' })(response)
    return say(response)
  })
  const { last, retries, text } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(text).toBe('fine')
  expect(retries).toMatchObject([
    { attempt: 2, of: 6, waitMs: 7000, failure: { kind: 'rate-limit', retryAfterMs: 7000 } },
  ])
  expect(waits).toContain(7000)
  if (last?.kind !== 'end') throw new Error('it failed')
  expect(last.figures.attempts).toMatchObject([{ failure: 'rate-limit', httpStatus: 429, waitMs: 7000 }])
  expect(last.figures.usage).toEqual({ inputTokens: 3, outputTokens: 1, cacheReadTokens: 0, reasoningTokens: 0 })
})

test.each([
  ['retry-after-ms', { 'retry-after-ms': '2500' }, 'slow down', 2500],
  ['a date', { 'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT' }, 'slow down', 9000],
  ['words with a dot', {}, 'Rate limit reached. Please try again in 4.5s.', 4500],
  ['words with minutes', {}, 'Please try again in 1m2s.', 62_000],
  ['words of Azure', {}, 'Please retry after 6 seconds. Please go here to increase the quota.', 6000],
])('what a provider asks to be waited is read from %s', async (_, headers, message, waitMs) => {
  let calls = 0
  const { models } = await sceneWith((_request, response) => {
    calls += 1
    if (calls === 1) return failed(429, message, headers)(response)
    return say(response)
  })
  const { retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(retries).toMatchObject([{ waitMs }])
})

test('Google says in its answer how long to wait, and that is no exhausted quota', async () => {
  let calls = 0
  const server = await modelServer((_, response) => {
    calls += 1
    if (calls > 1)
      return sse(response, [{ candidates: [{ content: { parts: [{ text: 'fine' }] }, finishReason: 'STOP' }] }])
    const details = [
      { violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' }] },
      { retryDelay: '12s' },
    ]
    const message = 'You exceeded your current quota, please check your plan and billing details.'
    return json(response, 429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message, details } })
  })
  const { models } = modelScene({ GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url })
  const { retries, text } = await outcomeOf(models, ask(models, 'google/gemini-4-argon'))
  expect(text).toBe('fine')
  expect(retries).toMatchObject([{ waitMs: 12_000, failure: { kind: 'rate-limit' } }])
})

test('guard: waits grow and end, and the last failure is told with every try', async () => {
  const { models, calls } = await sceneWith((_, response) => failed(529, 'Overloaded')(response))
  const { last, retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(retries.map((event) => (event.kind === 'retry' ? event.waitMs : 0))).toEqual([500, 1000, 2000, 4000, 8000])
  expect(calls()).toBe(6)
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'overloaded', retryable: true, httpStatus: 529 } })
  if (last?.kind === 'failed') expect(last.figures.attempts).toHaveLength(5)
})

test('guard: who asks for a longer wait than is bearable is told of at once', async () => {
  const { models, calls } = await sceneWith((_, response) => failed(429, 'later', { 'retry-after': '3600' })(response))
  const { last, retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(retries).toEqual([])
  expect(calls()).toBe(1)
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'rate-limit', retryAfterMs: 3_600_000 } })
})

test.each([
  [500, 'server-error', 4],
  [408, 'server-error', 4],
  [409, 'server-error', 4],
  [502, 'server-error', 4],
  [503, 'overloaded', 5],
] as const)('a status %i is a %s and tried again %i times', async (status, kind, times) => {
  const { models } = await sceneWith((_, response) => failed(status, 'sorry')(response))
  const { last, retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind } })
  expect(retries).toHaveLength(times)
})

test('a server that says so is not asked again', async () => {
  const { models } = await sceneWith((_, response) => failed(500, 'sorry', { 'x-should-retry': 'false' })(response))
  const { retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(retries).toEqual([])
})

test('an overload that is told inside the stream is tried again as long as nothing was shown', async () => {
  let calls = 0
  const server = await modelServer((_, response) => {
    calls += 1
    const start = {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'x',
        content: [],
        usage: { input_tokens: 4, output_tokens: 0 },
      },
    }
    if (calls === 1)
      return sse(response, [start, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }])
    return sse(response, [
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'fine' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ])
  })
  const { models } = modelScene({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url })
  const { last, retries, text } = await outcomeOf(models, ask(models, 'anthropic/claude-sonnet-5-5'))
  expect(retries).toMatchObject([{ failure: { kind: 'overloaded' } }])
  expect(text).toBe('fine')
  if (last?.kind !== 'end') throw new Error('it failed')
  // Both tries were counted by the provider, so both are told.
  const first = last.figures.attempts[0]?.usage
  expect(first).toMatchObject({ inputTokens: 4 })
  expect(last.figures.usage).toMatchObject({ inputTokens: 8, outputTokens: 2 })
  expect(usageOfLastTry(last.figures.usage, last.figures.attempts)).toMatchObject({ inputTokens: 4, outputTokens: 2 })
})

test('guard: what was shown is not asked for again', async () => {
  const { models, calls } = await sceneWith((_, response) =>
    sse(response, [
      { id: 'c', choices: [{ index: 0, delta: { content: 'Half a ' } }] },
      { error: { message: 'The server is overloaded', type: 'server_error' } },
    ]),
  )
  const { last, retries, text } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(text).toBe('Half a ')
  expect(retries).toEqual([])
  expect(calls()).toBe(1)
  expect(last).toMatchObject({
    kind: 'failed',
    failure: { kind: 'overloaded' },
    said: { parts: [{ kind: 'text', text: 'Half a ' }] },
  })
})

test('an empty answer is asked for once more, and told when it stays empty', async () => {
  const { models, calls } = await sceneWith((_, response) => say(response, ''))
  const { last, retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(retries).toMatchObject([{ waitMs: 0, failure: { kind: 'empty-answer' } }])
  expect(calls()).toBe(2)
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'empty-answer' } })
})

test('reasoning that its provider does not take back is left out at once', async () => {
  const bodies: string[] = []
  const { models } = await sceneWith((request, response) => {
    bodies.push(request.body)
    if (bodies.length === 1)
      return failed(400, 'messages.1.content.0: Invalid `signature` in `thinking` block')(response)
    return say(response)
  })
  const { retries, text } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(text).toBe('fine')
  expect(retries).toMatchObject([{ attempt: 2, of: 2, waitMs: 0, failure: { kind: 'bad-request' } }])
})

test('an account that may not see what a model thinks gets its answer without', async () => {
  const bodies: string[] = []
  const server = await modelServer((request, response) => {
    bodies.push(request.body)
    if (bodies.length === 1) {
      const message = 'Your organization must be verified to generate reasoning summaries.'
      return json(response, 400, {
        error: { message, type: 'invalid_request_error', param: 'reasoning.summary', code: 'unsupported_value' },
      })
    }
    return json(response, 400, { error: { message: 'no' } })
  })
  const { models } = modelScene({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url })
  const { retries } = await outcomeOf(models, ask(models, 'openai/gpt-5'))
  expect(retries).toHaveLength(1)
  expect(bodies.map((body) => body.includes('"summary":"auto"'))).toEqual([true, false])
})

test('guard: a stop ends the wait for the next try at once', async () => {
  const { models, calls } = await sceneWith((_, response) => failed(429, 'later', { 'retry-after': '60' })(response), {
    holdTimers: true,
  })
  const stop = new AbortController()
  const events: ModelEvent[] = []
  for await (const event of models.call(ask(models, 'mine/qwen3'), stop.signal)) {
    events.push(event)
    if (event.kind === 'retry') setImmediate(() => stop.abort())
  }
  expect(events.map(({ kind }) => kind)).toEqual(['retry', 'stopped'])
  expect(calls()).toBe(1)
})

test('a call that is stopped before it began does nothing', async () => {
  const { models, calls } = await sceneWith((_, response) => say(response))
  expect(await eventsOf(models.call(ask(models, 'mine/qwen3'), AbortSignal.abort()))).toEqual([])
  expect(calls()).toBe(0)
})

test('of an answer that is stopped, what its provider has told by then is known, and no price', async () => {
  const usage = { input_tokens: 400, cache_read_input_tokens: 30, cache_creation_input_tokens: null, output_tokens: 1 }
  const server = await modelServer((_, response) =>
    sse(
      response,
      [
        {
          type: 'message_start',
          message: { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], usage },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
      ],
      { end: false },
    ),
  )
  const { models } = modelScene({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url })
  const stop = new AbortController()
  let last: ModelEvent | undefined
  for await (const event of models.call(ask(models, 'anthropic/claude-sonnet-5-5'), stop.signal)) {
    last = event
    if (event.kind === 'text') setImmediate(() => stop.abort())
  }
  if (last?.kind !== 'stopped') throw new Error('it was not stopped')
  expect(last.figures.usage).toEqual({ inputTokens: 430, cacheReadTokens: 30 })
  expect(last.figures.costUsd).toBeUndefined()
})

test('an answer that was empty and then was not costs what both tries used', async () => {
  let calls = 0
  const server = await modelServer((request, response) => {
    if (request.method === 'GET') return json(response, 404, {})
    calls += 1
    return say(response, calls === 1 ? '' : 'fine')
  })
  const { models } = modelScene({ OPENAI_API_KEY: 'k' })
  models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: server.url })
  const model = models.find('mine/qwen3')
  if (model === undefined) throw new Error('there is no such model')
  const priced = { ...ask(models, 'mine/qwen3'), model: { ...model, price: { input: 1e6, output: 1e6 } } }
  const { last } = await outcomeOf(models, priced)
  if (last?.kind !== 'end') throw new Error('it failed')
  expect(last.figures.usage).toMatchObject({ inputTokens: 6, outputTokens: 2 })
  expect(last.figures.costUsd).toBeCloseTo(8)
})
