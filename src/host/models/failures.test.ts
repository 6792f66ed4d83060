import { describe, expect, test } from 'vitest'
import { modelFailureTexts } from '../../protocol/model-failures.ts'
import { ask, json, modelScene, modelServer, outcomeOf } from '../testing/model-scene.ts'
import type { ModelFailureKind } from '../../protocol/model-failures.ts'

const key = 'a-key-that-nobody-knows-0123456789'

/** What providers answer, as their documents and their users show it; the kind it is told as. */
const answers: readonly [who: string, model: string, status: number, body: unknown, kind: ModelFailureKind][] = [
  // Anthropic: Errors.
  [
    'wrong key',
    'anthropic/claude-sonnet-5-5',
    401,
    anthropic('authentication_error', 'invalid x-api-key'),
    'wrong-key',
  ],
  [
    'no right',
    'anthropic/claude-sonnet-5-5',
    403,
    anthropic('permission_error', 'Your API key does not have permission to use the specified resource.'),
    'forbidden',
  ],
  ['unknown model', 'anthropic/claude-nope', 404, anthropic('not_found_error', 'model: claude-nope'), 'unknown-model'],
  [
    'no credit',
    'anthropic/claude-sonnet-5-5',
    400,
    anthropic(
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    'quota',
  ],
  [
    'spending limit',
    'anthropic/claude-sonnet-5-5',
    400,
    anthropic(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    ),
    'quota',
  ],
  [
    'billing',
    'anthropic/claude-sonnet-5-5',
    402,
    anthropic('billing_error', 'There is an issue with your billing.'),
    'quota',
  ],
  [
    'too long',
    'anthropic/claude-sonnet-5-5',
    400,
    anthropic('invalid_request_error', 'prompt is too long: 1206523 tokens > 1000000 maximum'),
    'context-too-long',
  ],
  [
    'too long with room for the answer',
    'anthropic/claude-sonnet-5-5',
    400,
    anthropic(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    ),
    'context-too-long',
  ],
  [
    'too many bytes',
    'anthropic/claude-sonnet-5-5',
    413,
    anthropic('request_too_large', 'Request exceeds the maximum size'),
    'context-too-long',
  ],
  [
    'bad request',
    'anthropic/claude-sonnet-5-5',
    400,
    anthropic('invalid_request_error', 'messages.1: all messages must have non-empty content'),
    'bad-request',
  ],
  // OpenAI: Error codes.
  [
    'wrong key',
    'openai/gpt-5',
    401,
    openai('Incorrect API key provided: sk-very*****6789.', 'invalid_request_error', 'invalid_api_key'),
    'wrong-key',
  ],
  [
    'scopes',
    'openai/gpt-5',
    401,
    openai(
      'You have insufficient permissions for this operation. Missing scopes: model.request.',
      'invalid_request_error',
      null,
    ),
    'forbidden',
  ],
  [
    'country',
    'openai/gpt-5',
    403,
    openai('Country, region, or territory not supported', 'request_forbidden', 'unsupported_country_region_territory'),
    'forbidden',
  ],
  [
    'unknown model',
    'openai/gpt-nope',
    404,
    openai(
      'The model `gpt-nope` does not exist or you do not have access to it.',
      'invalid_request_error',
      'model_not_found',
    ),
    'unknown-model',
  ],
  [
    'quota',
    'openai/gpt-5',
    429,
    openai(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    'quota',
  ],
  [
    'too long',
    'openai/gpt-5',
    400,
    openai(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
      'invalid_request_error',
      'context_length_exceeded',
    ),
    'context-too-long',
  ],
  [
    'window',
    'openai/gpt-5',
    400,
    openai(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'invalid_request_error',
      'context_length_exceeded',
    ),
    'context-too-long',
  ],
  [
    'filter',
    'openai/gpt-5',
    400,
    openai(
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
      'invalid_request_error',
      'invalid_prompt',
    ),
    'refused',
  ],
  // Azure OpenAI.
  [
    'deployment',
    'azure/gone',
    404,
    { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
    'unknown-model',
  ],
  [
    'filter',
    'azure/gone',
    400,
    {
      error: {
        code: 'content_filter',
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
    'refused',
  ],
  [
    'wrong key',
    'azure/gone',
    401,
    { error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' } },
    'wrong-key',
  ],
  // Google: Troubleshooting.
  [
    'wrong key',
    'google/gemini-4-argon',
    400,
    google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [{ reason: 'API_KEY_INVALID' }]),
    'wrong-key',
  ],
  [
    'no key',
    'google/gemini-4-argon',
    403,
    google(
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity).",
    ),
    'wrong-key',
  ],
  [
    'unknown model',
    'google/gemini-nope',
    404,
    google(
      404,
      'NOT_FOUND',
      'models/gemini-nope is not found for API version v1beta, or is not supported for generateContent.',
    ),
    'unknown-model',
  ],
  [
    'daily quota',
    'google/gemini-4-argon',
    429,
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', [
      { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
      { retryDelay: '36000s' },
    ]),
    'quota',
  ],
  [
    'too long',
    'google/gemini-4-argon',
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    'context-too-long',
  ],
  // What speaks OpenAI's chat.
  [
    'ollama, unknown model',
    'compatible/nope',
    404,
    { error: { message: 'model "nope" not found, try pulling it first', type: 'api_error' } },
    'unknown-model',
  ],
  [
    'vllm, unknown model',
    'compatible/nope',
    404,
    { object: 'error', message: 'The model `nope` does not exist.', type: 'NotFoundError', code: 404 },
    'unknown-model',
  ],
  [
    'vllm, too long',
    'compatible/qwen3',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    'context-too-long',
  ],
  [
    'llama.cpp, too long',
    'compatible/qwen3',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
      },
    },
    'context-too-long',
  ],
  [
    'lm studio, too long',
    'compatible/qwen3',
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
    'context-too-long',
  ],
  [
    'lm studio, none loaded',
    'compatible/qwen3',
    400,
    { error: { message: 'No models loaded. Please load a model in the developer page.' } },
    'unknown-model',
  ],
  [
    'openrouter, no credit',
    'compatible/qwen3',
    402,
    { error: { code: 402, message: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits' } },
    'quota',
  ],
  [
    'deepseek, no balance',
    'compatible/qwen3',
    402,
    { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } },
    'quota',
  ],
  ['fastapi', 'compatible/qwen3', 422, { detail: 'tools: field required' }, 'bad-request'],
  ['a page of a proxy', 'compatible/qwen3', 404, '<html><body>Not here</body></html>', 'bad-request'],
]

async function answered(model: string, status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = await modelServer((_, response) => {
    if (typeof body !== 'string') return json(response, status, body, headers)
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    return response.end(body)
  })
  const scene = modelScene({
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: server.url,
    GEMINI_API_KEY: key,
    GOOGLE_GEMINI_BASE_URL: server.url,
    AZURE_OPENAI_ENDPOINT: server.url,
    AZURE_OPENAI_API_KEY: key,
  })
  scene.models.setEndpoint({
    id: 'compatible',
    kind: 'openai-compatible',
    name: 'My server',
    baseUrl: `${server.url}/v1`,
  })
  const outcome = await outcomeOf(scene.models, ask(scene.models, model))
  if (outcome.last?.kind !== 'failed') throw new Error(JSON.stringify(outcome.last))
  return { ...outcome, failure: outcome.last.failure, server, scene }
}

describe('a failure is told for what it is', () => {
  test.each(answers)('%s of %s (%i)', async (_, model, status, body, kind) => {
    const { failure, server } = await answered(model, status, body)
    expect({ kind: failure.kind, httpStatus: failure.httpStatus }).toEqual({ kind, httpStatus: status })
    expect(failure.retryable).toBe(false)
    expect(failure.text.key).toBe(`model.${kind}`)
    expect(failure.message).not.toMatch(/[{}<>\n]/)
    const calls = server.seen.filter(({ method }) => method === 'POST')
    expect(calls).toHaveLength(1)
  })
})

test('a message names the provider, the model and what to do', async () => {
  const { failure } = await answered('openai/gpt-nope', 404, openai('no', 'invalid_request_error', 'model_not_found'))
  expect(failure).toEqual({
    kind: 'unknown-model',
    message: 'OpenAI does not know the model gpt-nope. Choose another one.',
    text: { key: 'model.unknown-model', params: { provider: 'OpenAI', model: 'gpt-nope', detail: 'no' } },
    retryable: false,
    httpStatus: 404,
  })
})

test('guard: what a provider says is told without the key', async () => {
  const body = openai(`Bad header: Bearer ${key}`, 'invalid_request_error', null)
  const { failure } = await answered('openai/gpt-5', 400, body)
  expect(JSON.stringify(failure)).not.toContain(key)
  expect(failure.message).toContain('Bad header: Bearer [')
})

test('guard: a long answer is cut down to a line', async () => {
  const { failure } = await answered(
    'openai/gpt-5',
    400,
    openai(`a\n${'b '.repeat(4000)}`, 'invalid_request_error', null),
  )
  expect(failure.message.length).toBeLessThan(450)
  expect(failure.message).not.toContain('\n')
})

test('a provider without a key is not called', async () => {
  const { models } = modelScene()
  const { events } = await outcomeOf(models, ask(models, 'anthropic/claude-sonnet-5-5'))
  expect(events).toMatchObject([{ kind: 'failed', failure: { kind: 'no-key', retryable: false } }])
})

test('a server that is not there is told by its fault, and asked once more when it is on this machine', async () => {
  const gone = await modelServer(() => {})
  const { models } = modelScene({}, { fetch: refused })
  models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: `${gone.url}/v1` })
  const { last, retries } = await outcomeOf(models, ask(models, 'mine/qwen3'))
  expect(last).toMatchObject({
    kind: 'failed',
    failure: {
      kind: 'unreachable',
      message: 'Mine cannot be reached (connection refused). Check that it runs, and the address and the connection.',
    },
  })
  expect(retries).toHaveLength(1)
  expect(models.providers().find(({ id }) => id === 'mine')).toMatchObject({ status: 'unreachable' })
})

test('a certificate that is not accepted is not tried again', async () => {
  const { models } = modelScene(
    { OPENAI_API_KEY: key },
    { fetch: () => Promise.reject(fetchFailed('DEPTH_ZERO_SELF_SIGNED_CERT')) },
  )
  const { last, retries } = await outcomeOf(models, ask(models, 'openai/gpt-5'))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'unreachable', retryable: false } })
  expect(retries).toHaveLength(0)
})

test('every kind of failure has its English', () => {
  const kinds: Record<ModelFailureKind, true> = {
    'no-key': true,
    'wrong-key': true,
    forbidden: true,
    'unknown-model': true,
    quota: true,
    'rate-limit': true,
    overloaded: true,
    'server-error': true,
    'context-too-long': true,
    refused: true,
    'bad-request': true,
    unreachable: true,
    'broken-stream': true,
    'empty-answer': true,
    'cut-short': true,
  }
  expect(Object.keys(modelFailureTexts).toSorted()).toEqual(Object.keys(kinds).toSorted())
})

function refused(): Promise<Response> {
  return Promise.reject(fetchFailed('ECONNREFUSED'))
}

/** As Node's `fetch` fails. */
function fetchFailed(code: string): Error {
  return Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`${code} 10.1.2.3`), { code }) })
}

function anthropic(type: string, message: string) {
  return { type: 'error', error: { type, message } }
}

function openai(message: string, type: string, code: string | null) {
  return { error: { message, type, param: null, code } }
}

function google(code: number, status: string, message: string, details: object[] = []) {
  return { error: { code, status, message, details } }
}
