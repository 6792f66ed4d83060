import { expect, test } from 'vitest'
import { ask, json, modelScene, modelServer, outcomeOf, toolNamed } from '../testing/model-scene.ts'
import type { Effort, ModelEndpoint } from '../../protocol/model-facts.ts'

/** What is sent for a model, as the provider sees it. The answer is a failure: it does not matter here. */
async function sent(
  id: string,
  more: Parameters<typeof ask>[3] = {},
  endpoint?: Omit<ModelEndpoint, 'baseUrl'> & { path: string },
  env: (url: string) => Record<string, string> = () => ({}),
) {
  const server = await modelServer((_, response) => json(response, 400, { error: { message: 'no' } }))
  const { models } = modelScene({
    ANTHROPIC_API_KEY: 'key-a',
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: 'key-o',
    OPENAI_BASE_URL: server.url,
    GEMINI_API_KEY: 'key-g',
    GOOGLE_GEMINI_BASE_URL: server.url,
    ...env(server.url),
  })
  if (endpoint !== undefined) {
    const { path, ...rest } = endpoint
    expect(models.setEndpoint({ ...rest, baseUrl: server.url + path })).toMatchObject({ kind: 'kept' })
  }
  await outcomeOf(models, ask(models, id, 'hello', more))
  const request = server.seen.find(({ method }) => method === 'POST')
  if (request === undefined) throw new Error('nothing was sent')
  return { ...request, json: JSON.parse(request.body) as Record<string, unknown> }
}

const effort = (of: Effort) => ({ effort: of })

test('each provider is called at its own place with its own header, and no other key is sent along', async () => {
  const keys = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
  const seen = async (...args: Parameters<typeof sent>) => {
    const { url, headers } = await sent(...args)
    return { url, ...Object.fromEntries(keys.filter((name) => name in headers).map((name) => [name, headers[name]])) }
  }
  expect(await seen('anthropic/claude-sonnet-5-5')).toEqual({ url: '/v1/messages', 'x-api-key': 'key-a' })
  expect(await seen('openai/gpt-5')).toEqual({ url: '/v1/responses', authorization: 'Bearer key-o' })
  expect(await seen('google/gemini-4-argon')).toEqual({
    url: '/v1beta/models/gemini-4-argon:streamGenerateContent?alt=sse',
    'x-goog-api-key': 'key-g',
  })
  const compatible = { id: 'mine', kind: 'openai-compatible', name: 'Mine', path: '' } as const
  expect(await seen('mine/org/qwen3', {}, compatible)).toEqual({ url: '/v1/chat/completions' })
})

test('Azure OpenAI is called by deployment with a version, Foundry like OpenAI without one', async () => {
  const host = (url: string) => ({ AZURE_OPENAI_ENDPOINT: url, AZURE_OPENAI_API_KEY: 'key-z' })
  const openai = await sent('azure/my deployment', {}, undefined, host)
  expect(openai.url).toBe('/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21')
  expect(openai.headers).toMatchObject({ 'api-key': 'key-z' })
  expect(openai.headers).not.toHaveProperty('authorization')

  const dated = await sent('azure/d', {}, undefined, (url) => ({
    ...host(url),
    OPENAI_API_VERSION: '2025-04-01-preview',
  }))
  expect(dated.url).toBe('/openai/deployments/d/chat/completions?api-version=2025-04-01-preview')

  const foundry = await sent('azure/gpt-5', {}, undefined, (url) => host(`${url}/openai/v1/`))
  expect(foundry.url).toBe('/openai/v1/responses')
  expect(foundry.headers).toMatchObject({ 'api-key': 'key-z' })
  expect(foundry.headers).not.toHaveProperty('authorization')
})

test('an endpoint of Azure is known by its address, whatever kind it was added as', async () => {
  const server = await modelServer((_, response) => json(response, 200, { data: [] }))
  const { models } = modelScene()
  const add = (kind: ModelEndpoint['kind'], baseUrl: string) => models.setEndpoint({ kind, name: 'Work', baseUrl })
  expect(add('azure-foundry', server.url)).toEqual({ kind: 'kept', id: 'work' })
  expect(add('azure-openai', `${server.url}/openai/v1`)).toEqual({ kind: 'kept', id: 'work-2' })
  const kinds = models.providers().filter(({ custom }) => custom)
  expect(kinds.map(({ id, kind, baseUrl }) => [id, kind, baseUrl])).toEqual([
    ['work', 'azure-openai', server.url],
    ['work-2', 'azure-foundry', `${server.url}/openai/v1`],
  ])
  expect(add('azure-openai', `${server.url}/openai/deployments/gpt/chat/completions`)).toEqual({
    kind: 'bad',
    problem: expect.stringContaining('/openai/v1'),
  })
})

test('what is to be thought is said as each wire takes it', async () => {
  const anthropic = async (name: string, of: Effort) => {
    const { json: body } = await sent(`anthropic/${name}`, effort(of))
    return { thinking: body['thinking'], output_config: body['output_config'] }
  }
  expect(await anthropic('claude-opus-5', 'xhigh')).toEqual({
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'xhigh' },
  })
  expect(await anthropic('claude-sonnet-5-5', 'low')).toEqual({
    thinking: { type: 'adaptive', display: 'summarized', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    output_config: { effort: 'low' },
  })
  expect(await anthropic('claude-sonnet-5-5', 'none')).toEqual({ thinking: { type: 'between_tools' } })
  expect(await anthropic('claude-sonnet-4-5', 'low')).toMatchObject({
    thinking: { type: 'enabled', budget_tokens: 6400 },
  })
  expect(await anthropic('claude-sonnet-4-5', 'none')).toEqual({ thinking: { type: 'disabled' } })

  const { json: responses } = await sent('openai/gpt-6.2-sol', effort('max'))
  expect(responses).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'max', summary: 'auto' },
  })
  const { json: luna } = await sent('openai/gpt-6-luna', effort('none'))
  expect(luna['reasoning']).toEqual({ effort: 'none' })
  const { json: plain } = await sent('openai/gpt-4.1', effort('high'))
  expect(plain).not.toHaveProperty('reasoning')

  const google = async (name: string, of: Effort) => (await sent(`google/${name}`, effort(of))).json['generationConfig']
  expect(await google('gemini-4-argon', 'high')).toMatchObject({
    thinkingConfig: { thinkingLevel: 'high', includeThoughts: true },
  })
  expect(await google('gemini-2.5-flash', 'none')).toMatchObject({ thinkingConfig: { thinkingBudget: 0 } })
})

test('a model that cannot think so much is told what it usually thinks', async () => {
  const { json: body } = await sent('anthropic/claude-opus-5-5', effort('none'))
  expect(body['output_config']).toEqual({ effort: 'medium' })
})

test('Anthropic is told what stays the same, with at most four marks', async () => {
  const { body, json: whole } = await sent('anthropic/claude-sonnet-5-5', {
    tools: [toolNamed('read_file'), toolNamed('list_dir')],
    tail: 'It is Friday.',
  })
  const marks = body.match(/"cache_control"/g) ?? []
  expect(marks.length).toBeGreaterThanOrEqual(3)
  expect(marks.length).toBeLessThanOrEqual(4)
  const tools = whole['tools'] as Record<string, unknown>[]
  expect(tools.map((tool) => 'cache_control' in tool)).toEqual([false, true])
})

test('nothing that only one wire knows is said on another', async () => {
  const { body } = await sent('openai/gpt-5', { tools: [toolNamed('read_file')] })
  expect(body).not.toContain('cache_control')
})
