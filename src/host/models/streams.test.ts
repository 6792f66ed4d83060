import { expect, test } from 'vitest'
import { ask, eventsOf, json, modelScene, modelServer, outcomeOf, sse, toolNamed } from '../testing/model-scene.ts'
import type { ModelEvent, Models } from './models.ts'

type Answer = Parameters<Parameters<typeof modelServer>[0]>[1]

/** Providers of each wire, all at one server that answers every call the same way. */
async function sceneAt(answer: (response: Answer, count: number) => void) {
  let calls = 0
  const server = await modelServer((request, response) => {
    if (request.method === 'GET') return json(response, 404, {})
    calls += 1
    return answer(response, calls)
  })
  const scene = modelScene({
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: server.url,
    GEMINI_API_KEY: 'k',
    GOOGLE_GEMINI_BASE_URL: server.url,
  })
  scene.models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: server.url })
  return { ...scene, server, calls: () => calls }
}

const models = {
  anthropic: 'anthropic/claude-sonnet-4-5',
  responses: 'openai/gpt-5',
  google: 'google/gemini-2.5-pro',
  compatible: 'mine/qwen3',
} as const
type Wire = keyof typeof models

const chat = (delta: object, more: object = {}) => ({ id: 'c', choices: [{ index: 0, delta, ...more }] })
const messageStart = {
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
const created = { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5' } }

/** The beginning of an answer that says "Half". */
const half: Record<Wire, readonly object[]> = {
  anthropic: [
    messageStart,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
  ],
  responses: [
    created,
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm1' } },
    { type: 'response.output_text.delta', item_id: 'm1', output_index: 0, content_index: 0, delta: 'Half' },
  ],
  google: [{ candidates: [{ content: { parts: [{ text: 'Half' }], role: 'model' } }] }],
  compatible: [chat({ content: 'Half' })],
}

/** The beginning of an answer that calls a tool, cut in the arguments. */
const halfCall: Partial<Record<Wire, readonly object[]>> = {
  anthropic: [
    messageStart,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't1', name: 'read_file', input: {} },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"path":"/a' } },
  ],
  responses: [
    created,
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { type: 'function_call', id: 'f1', call_id: 't1', name: 'read_file', arguments: '' },
    },
    { type: 'response.function_call_arguments.delta', item_id: 'f1', output_index: 0, delta: '{"path":"/a' },
  ],
  compatible: [
    chat({
      tool_calls: [{ index: 0, id: 't1', type: 'function', function: { name: 'read_file', arguments: '{"path":"/a' } }],
    }),
  ],
}

const everyWire = Object.keys(models).map((wire) => wire as Wire)

test.each(everyWire)(
  'an answer of %s that breaks off is kept as far as it came and not asked for again',
  async (wire) => {
    const { models: all, calls } = await sceneAt((response) => sse(response, half[wire]))
    const { last, text, retries } = await outcomeOf(all, ask(all, models[wire]))
    expect({ text, retries, calls: calls() }).toEqual({ text: 'Half', retries: [], calls: 1 })
    expect(last).toMatchObject({
      kind: 'failed',
      failure: { kind: 'broken-stream', retryable: true },
      said: { parts: [{ text: 'Half' }] },
    })
  },
)

test.each(everyWire)('an answer of %s whose connection is cut is told as broken off', async (wire) => {
  const { models: all } = await sceneAt((response) => {
    sse(response, half[wire], { end: false })
    setImmediate(() => response.destroy())
  })
  const { last, text } = await outcomeOf(all, ask(all, models[wire]))
  expect(text).toBe('Half')
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'broken-stream' } })
})

test.each(everyWire)('an answer of %s that ends before it began is asked for again', async (wire) => {
  const { models: all, calls } = await sceneAt((response) => sse(response, wire === 'anthropic' ? [messageStart] : []))
  const { last, retries } = await outcomeOf(all, ask(all, models[wire]))
  expect(retries).toMatchObject([{ failure: { kind: 'broken-stream' } }, { failure: { kind: 'broken-stream' } }])
  expect(calls()).toBe(3)
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'broken-stream' } })
})

test.each(Object.entries(halfCall))('guard: a call of %s whose arguments are cut is no call', async (wire, events) => {
  const { models: all } = await sceneAt((response) => sse(response, events))
  const request = ask(all, models[wire as Wire], 'hello', { tools: [toolNamed('read_file')] })
  const { events: shown, last } = await outcomeOf(all, request)
  expect(shown.map(({ kind }) => kind)).toEqual(['toolCallStart', 'toolCallDelta', 'failed'])
  expect(last).toMatchObject({
    failure: { kind: 'broken-stream' },
    said: { parts: [{ kind: 'toolCall', name: 'read_file', arguments: '{"path":"/a' }] },
  })
})

test('a call that the output limit cuts is told as cut short', async () => {
  const { models: all } = await sceneAt((response) =>
    sse(response, [...(halfCall.compatible ?? []), chat({}, { finish_reason: 'length' }), '[DONE]']),
  )
  const { last, events } = await outcomeOf(
    all,
    ask(all, models.compatible, 'hello', { tools: [toolNamed('read_file')] }),
  )
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'cut-short', retryable: false } })
  expect(events.some(({ kind }) => kind === 'toolCall')).toBe(false)
})

test('a text that the output limit cuts is an answer', async () => {
  const { models: all } = await sceneAt((response) =>
    sse(response, [chat({ content: 'Half' }), chat({}, { finish_reason: 'length' }), '[DONE]']),
  )
  const { last } = await outcomeOf(all, ask(all, models.compatible))
  expect(last).toMatchObject({ kind: 'end', finish: 'length' })
})

test('an answer that a filter stops is told as refused', async () => {
  const { models: all } = await sceneAt((response) =>
    sse(response, [chat({ content: 'Half' }), chat({}, { finish_reason: 'content_filter' }), '[DONE]']),
  )
  const { last } = await outcomeOf(all, ask(all, models.compatible))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } })
})

test('what is no stream at all is told as such, without its page', async () => {
  const { models: all } = await sceneAt((response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html>Sign in to the hotel network</html>')
  })
  const { last } = await outcomeOf(all, ask(all, models.compatible))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'broken-stream' } })
  expect(JSON.stringify(last)).not.toContain('hotel')
})

test.each(everyWire)('an answer of %s that cannot be read is told as such, without what stands in it', async (wire) => {
  const { models: all, calls } = await sceneAt((response) => sse(response, ['{"garbled": [', '{"garbled": 1}']))
  const { last } = await outcomeOf(all, ask(all, models[wire]))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'broken-stream', retryable: true } })
  expect(JSON.stringify(last)).toContain('it could not be understood')
  expect(JSON.stringify(last)).not.toContain('garbled')
  expect(calls()).toBe(3)
})

test.each(everyWire)(
  'guard: a stop in the middle of an answer of %s ends it at once and closes the connection',
  async (wire) => {
    const { models: all, server } = await sceneAt((response) => sse(response, half[wire], { end: false }))
    const stop = new AbortController()
    const events: ModelEvent[] = []
    let stoppedAt = 0
    for await (const event of all.call(ask(all, models[wire]), stop.signal)) {
      events.push(event)
      setImmediate(() => {
        stoppedAt = performance.now()
        stop.abort()
      })
    }
    expect(performance.now() - stoppedAt).toBeLessThan(100)
    expect(events).toEqual([{ kind: 'text', text: 'Half' }, expect.objectContaining({ kind: 'stopped' })])
    await expect.poll(() => server.openAnswers(), { timeout: 5000 }).toBe(0)
  },
)

test('a stop before the first byte ends the call at once and closes the connection', async () => {
  const stop = new AbortController()
  const { models: all, server } = await sceneAt(() => setImmediate(() => stop.abort()))
  const stopped = expect.objectContaining({ kind: 'stopped' })
  expect(await eventsOf(all.call(ask(all, models.compatible), stop.signal))).toEqual([stopped])
  await expect.poll(() => server.openAnswers(), { timeout: 5000 }).toBe(0)
})

test('guard: who stops reading closes the connection', async () => {
  const { models: all, server } = await sceneAt((response) => sse(response, half.compatible, { end: false }))
  for await (const event of all.call(ask(all, models.compatible), new AbortController().signal)) {
    expect(event.kind).toBe('text')
    break
  }
  await expect.poll(() => server.openAnswers(), { timeout: 5000 }).toBe(0)
})

test('the end of a host ends its calls', async () => {
  const { models: all } = await sceneAt((response) => sse(response, half.compatible, { end: false }))
  const events = await collectUntilStop(all)
  expect(events).toEqual([{ kind: 'text', text: 'Half' }, expect.objectContaining({ kind: 'stopped' })])
})

async function collectUntilStop(all: Models): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of all.call(ask(all, models.compatible), new AbortController().signal)) {
    events.push(event)
    all.stop()
  }
  return events
}

test('letters that arrive in two halves are put together', async () => {
  const { models: all } = await sceneAt((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const bytes = Buffer.from(`data: ${JSON.stringify(chat({ content: '漢字 🙂' }))}\n\n`)
    const middle = bytes.indexOf(Buffer.from('漢')) + 1
    response.write(bytes.subarray(0, middle))
    setImmediate(() => {
      response.write(bytes.subarray(middle))
      response.end(`data: ${JSON.stringify(chat({}, { finish_reason: 'stop' }))}\n\ndata: [DONE]\n\n`)
    })
  })
  const { text } = await outcomeOf(all, ask(all, models.compatible))
  expect(text).toBe('漢字 🙂')
})
