import { expect, test } from 'vitest'
import { modelServer, type SeenRequest } from '../testing/model-scene.ts'
import { createHttpFetch } from './http-fetch.ts'
import { listModels, type Listing } from './list-models.ts'
import type { Provider } from './model.ts'

/** What a provider that answers so is understood to offer. */
async function listed(
  kind: Provider['kind'],
  body: string | object,
  status = 200,
): Promise<{ listing: Listing; request: SeenRequest | undefined }> {
  const server = await modelServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const http = createHttpFetch()
  const provider = { id: 'p', name: 'P', kind, baseUrl: `${server.url}/v1`, local: false }
  const listing = await listModels(provider, { fetch: http.fetch, signal: new AbortController().signal })
  http.stop()
  return { listing, request: server.seen[0] }
}

test('Anthropic says what its models can do', async () => {
  const supported = { supported: true }
  const { listing, request } = await listed('anthropic', {
    data: [
      {
        type: 'model',
        id: 'claude-new',
        display_name: 'Claude New',
        max_input_tokens: 1_000_000,
        max_tokens: 128_000,
        capabilities: {
          image_input: supported,
          effort: { supported: true, low: supported, medium: supported, high: supported, max: { supported: false } },
        },
      },
      { type: 'model', id: 'claude-old', capabilities: null },
    ],
    has_more: false,
  })
  expect(request).toMatchObject({ url: '/v1/models?limit=1000', headers: { 'anthropic-version': '2023-06-01' } })
  expect(listing).toEqual({
    kind: 'listed',
    models: [
      {
        name: 'claude-new',
        displayName: 'Claude New',
        contextWindow: 1_000_000,
        maxOutput: 128_000,
        vision: true,
        efforts: ['low', 'medium', 'high'],
      },
      { name: 'claude-old' },
    ],
  })
})

test('of what OpenAI lists, what can be talked to is taken', async () => {
  const data = ['gpt-6.2-sol', 'text-embedding-3-large', 'gpt-image-2', 'gpt-realtime'].map((id) => ({
    id,
    object: 'model',
  }))
  const { listing } = await listed('openai', { object: 'list', data })
  expect(listing).toEqual({ kind: 'listed', models: [{ name: 'gpt-6.2-sol' }] })
})

test('of what Google lists, what answers is taken, by its plain name', async () => {
  const { listing } = await listed('google', {
    models: [
      {
        name: 'models/gemini-4-argon',
        displayName: 'Gemini 4 Argon',
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/something', supportedGenerationMethods: ['predict'] },
    ],
  })
  expect(listing).toEqual({
    kind: 'listed',
    models: [{ name: 'gemini-4-argon', displayName: 'Gemini 4 Argon', contextWindow: 1_048_576, maxOutput: 65_536 }],
  })
})

test.each([
  ['vLLM', { id: 'm', max_model_len: 32_768 }, 32_768],
  ['OpenRouter', { id: 'm', context_length: 200_000 }, 200_000],
  ['llama.cpp', { id: 'm', meta: { n_ctx: 8192 } }, 8192],
])('the window of a model is read as %s tells it', async (_, model, contextWindow) => {
  const { listing } = await listed('openai-compatible', { data: [model] })
  expect(listing).toEqual({ kind: 'listed', models: [{ name: 'm', contextWindow }] })
})

test.each([
  ['a page', '<html></html>', 200, 'no-list'],
  ['other JSON', { hello: 'world' }, 200, 'no-list'],
  ['not found', {}, 404, 'no-list'],
  ['no right', {}, 403, 'refused'],
  ['no key', {}, 401, 'refused'],
  ['a wrong key of Google', { error: { message: 'API key not valid. Please pass a valid API key.' } }, 400, 'refused'],
] as const)('%s is no list of models', async (_, body, status, kind) => {
  expect((await listed('openai-compatible', body, status)).listing.kind).toBe(kind)
})

test('a list without end is given up', async () => {
  const { listing } = await listed('openai-compatible', `{"data":[{"id":"${'x'.repeat(9 * 1024 * 1024)}"}]}`)
  expect(listing.kind).toBe('no-list')
})

test('of a list that means harm only so much is taken, and nothing that no line can show', async () => {
  const good = Array.from({ length: 3000 }, (_, at) => ({ id: `m${at}`, context_length: -1, max_tokens: 1e308 }))
  const strange = ['two\nlines', '', 'x'.repeat(5000), 'a\u202Eb', 'm0'].map((id) => ({ id }))
  const { listing } = await listed('openai-compatible', { data: [...strange, ...good] })
  const names = listing.kind === 'listed' ? listing.models.map(({ name }) => name) : []
  expect(names).toEqual(Array.from({ length: 1000 }, (_, at) => `m${at}`))
  expect(listing).toMatchObject({ models: expect.arrayContaining([{ name: 'm7' }]) })
})
