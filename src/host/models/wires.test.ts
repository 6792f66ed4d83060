import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SaidPart } from './conversation.ts'
import { ask, modelScene, outcomeOf, toolNamed } from '../testing/model-scene.ts'

const mock = new LLMock({ logLevel: 'silent' })

/** Each wire, by the model it is asked for. */
const wires = [
  { wire: 'anthropic-messages', id: 'anthropic/claude-sonnet-4-5' },
  { wire: 'openai-responses', id: 'openai/gpt-5' },
  { wire: 'openai-chat', id: 'chat/gpt-5' },
  { wire: 'openai-chat', id: 'compatible/qwen3' },
  { wire: 'google-generate', id: 'google/gemini-2.5-pro' },
] as const

async function scene() {
  const made = modelScene({
    ANTHROPIC_API_KEY: 'key-of-anthropic',
    ANTHROPIC_BASE_URL: mock.url,
    OPENAI_API_KEY: 'key-of-openai',
    OPENAI_BASE_URL: `${mock.url}/v1`,
    GEMINI_API_KEY: 'key-of-google',
    GOOGLE_GEMINI_BASE_URL: mock.url,
  })
  const { models } = made
  models.setEndpoint({ id: 'chat', kind: 'openai', name: 'Chat', baseUrl: `${mock.url}/v1`, wireApi: 'openai-chat' })
  models.setEndpoint({ id: 'compatible', kind: 'openai-compatible', name: 'Compatible', baseUrl: `${mock.url}/v1` })
  await models.authenticate(`${mock.url}/v1`, 'key-of-the-address')
  return made
}

beforeAll(() => mock.start())
afterAll(() => mock.stop())
beforeEach(() => void mock.clearFixtures().clearChaos())

describe.each(wires)('over $wire, $id', ({ wire, id }) => {
  test('text comes as it is said, with usage, time and size', async () => {
    mock.onMessage('hello', { content: 'Good morning to you.', usage: usage(11, 7) }, { chunkSize: 4 })
    const { models } = await scene()
    const { events, last, text } = await outcomeOf(models, ask(models, id))
    expect(text).toBe('Good morning to you.')
    expect(events.filter((event) => event.kind === 'text').length).toBeGreaterThan(2)
    if (last?.kind !== 'end') throw new Error(JSON.stringify(last))
    expect(last.said).toMatchObject({ wireApi: wire, provider: id.split('/')[0], model: id.split('/')[1] })
    expect(spoken(last.said.parts)).toMatchObject([{ kind: 'text', text: 'Good morning to you.' }])
    expect(last.finish).toBe('stop')
    expect(last.figures).toMatchObject({ usage: { inputTokens: 11, outputTokens: 7 }, attempts: [] })
    expect(last.figures.requestBytes).toBeGreaterThan(50)
    expect(last.figures.firstByteMs).toBeGreaterThanOrEqual(0)
    expect(last.figures.durationMs).toBeGreaterThanOrEqual(last.figures.firstByteMs ?? 0)
  })

  test('calls side by side come with their arguments in pieces, and whole at the end', async () => {
    mock.onMessage('hello', {
      content: 'I look.',
      toolCalls: [
        { id: 'call_a', name: 'read_file', arguments: '{"path":"/a/long/path.txt"}' },
        { id: 'call_b', name: 'list_dir', arguments: '{"path":"/b"}' },
      ],
    })
    const { models } = await scene()
    const tools = [toolNamed('read_file'), toolNamed('list_dir')]
    const { events, last } = await outcomeOf(models, ask(models, id, 'hello', { tools }))
    if (last?.kind !== 'end') throw new Error(JSON.stringify(last))
    const calls = events.filter((event) => event.kind === 'toolCall')
    expect(calls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ['read_file', { path: '/a/long/path.txt' }],
      ['list_dir', { path: '/b' }],
    ])
    for (const { call, arguments: args } of calls) {
      const pieces = events.filter((event) => event.kind === 'toolCallDelta' && event.call === call)
      expect(pieces.map((piece) => (piece.kind === 'toolCallDelta' ? piece.text : '')).join('')).toBe(args)
    }
    expect(spoken(last.said.parts).map((part) => part.kind)).toEqual(['text', 'toolCall', 'toolCall'])
    expect(last.finish).toBe('tool-calls')
  })

  test('reasoning comes apart from the text, with what its provider wants back', async () => {
    mock.onMessage('hello', { content: 'Nine.', reasoning: 'Three by three.', reasoningSignature: 'c2lnbmF0dXJl' })
    const { models } = await scene()
    const { events, last, text } = await outcomeOf(models, ask(models, id))
    expect(text).toBe('Nine.')
    const thought = events.map((event) => (event.kind === 'reasoning' ? event.text : '')).join('')
    // OpenAI's own chat tells nothing of what it thinks.
    expect(thought).toBe(id.startsWith('chat/') ? '' : 'Three by three.')
    if (last?.kind !== 'end') throw new Error(JSON.stringify(last))
    const reasoning = last.said.parts.filter((part) => part.kind === 'reasoning')
    if (wire === 'anthropic-messages') expect(reasoning[0]?.data).toEqual({ anthropic: { signature: 'c2lnbmF0dXJl' } })
    if (wire === 'openai-responses') {
      expect(reasoning[0]?.data?.['openai']?.['reasoningEncryptedContent']).toEqual(expect.any(String))
    }
  })

  test('an error before the first byte is tried again and then answered', async () => {
    mock.onMessage('hello', { content: 'Here I am.' })
    mock.nextRequestError(503, { message: 'The engine is overloaded', type: 'server_error' })
    const { models } = await scene()
    const { text, retries } = await outcomeOf(models, ask(models, id))
    expect(text).toBe('Here I am.')
    expect(retries).toMatchObject([{ failure: { kind: 'overloaded', httpStatus: 503 } }])
  })

  test('a slow answer comes as it is written', async () => {
    mock.onMessage(
      'hello',
      { content: 'One two three four.' },
      { chunkSize: 5, streamingProfile: { ttft: 30, tps: 200 } },
    )
    const { models } = await scene()
    const { last, text } = await outcomeOf(models, ask(models, id))
    expect(text).toBe('One two three four.')
    if (last?.kind !== 'end') throw new Error(JSON.stringify(last))
    expect(last.figures.durationMs).toBeGreaterThan(last.figures.firstByteMs ?? Infinity)
  })

  test('whatever a server does to it, a call has one end', async () => {
    mock.onMessage('hello', { content: 'Fine.' })
    mock.setChaos({ dropRate: 0.25, malformedRate: 0.25, disconnectRate: 0.25, rateLimitRate: 0.25 })
    const { models } = await scene()
    for (let count = 0; count < 25; count += 1) {
      const { events, text } = await outcomeOf(models, ask(models, id))
      const ends = events.filter(({ kind }) => kind === 'end' || kind === 'failed')
      expect(ends).toEqual([events.at(-1)])
      if (events.at(-1)?.kind === 'end') expect(text).toBe('Fine.')
    }
  })
})

/** Without the reasoning a wire puts before it. */
function spoken(parts: readonly SaidPart[]): SaidPart[] {
  return parts.filter((part) => part.kind !== 'reasoning')
}

function usage(input: number, output: number) {
  return {
    input_tokens: input,
    output_tokens: output,
    prompt_tokens: input,
    completion_tokens: output,
    promptTokenCount: input,
    candidatesTokenCount: output,
    total_tokens: input + output,
    totalTokenCount: input + output,
  }
}
