import { expect, test } from 'vitest'
import { ask, json, modelScene, modelServer, outcomeOf, sse } from '../testing/model-scene.ts'

const key = 'sk-ant-0123456789abcdef'

/** A provider that lists models to who brings the key, and answers calls. */
async function providerServer(
  names: readonly string[] = ['claude-sonnet-5-5', 'claude-new-1'],
  accepted: () => string = () => key,
) {
  return modelServer((request, response) => {
    const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace('Bearer ', '')
    if (given !== accepted())
      return json(response, 401, {
        type: 'error',
        error: { type: 'authentication_error', message: 'invalid x-api-key' },
      })
    if (request.method === 'GET')
      return json(response, 200, { data: names.map((id) => ({ id, type: 'model' })), has_more: false })
    return json(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: 'no' } })
  })
}

const providerOf = (scene: ReturnType<typeof modelScene>, id: string) =>
  scene.models.providers().find((each) => each.id === id)

test('before anybody is asked there are models to choose from, and none can be used', () => {
  const { models } = modelScene()
  expect(models.providers()).toMatchObject([
    {
      id: 'anthropic',
      key: 'none',
      status: 'needs-key',
      resource: 'https://api.anthropic.com/v1',
      local: false,
      custom: false,
    },
    { id: 'openai', key: 'none', status: 'needs-key', resource: 'https://api.openai.com/v1' },
    { id: 'google', key: 'none', status: 'needs-key', resource: 'https://generativelanguage.googleapis.com/v1beta' },
  ])
  expect(models.list().map(({ id }) => id)).toContain('anthropic/claude-sonnet-5-5')
  expect(models.list().some((model) => models.isUsable(model))).toBe(false)
})

test('models of a provider with a key come first', () => {
  const { models } = modelScene({ GOOGLE_GENERATIVE_AI_API_KEY: 'k' })
  expect(models.list()[0]?.id).toBe('google/gemini-4-argon')
  expect(models.list().map((model) => models.isUsable(model))).toEqual(
    [...models.list()].map(({ provider }) => provider.id === 'google'),
  )
})

test('a model its provider did not list is found', () => {
  const { models } = modelScene({}, { localPorts: [{ id: 'ollama', name: 'Ollama', port: 1 }] })
  expect(models.find('anthropic/claude-sonnet-9-20290101')).toMatchObject({
    name: 'claude-sonnet-9-20290101',
    family: 'claude',
    wireApi: 'anthropic-messages',
    efforts: [],
  })
  expect(models.find('ollama/hf.co/org/model:Q4')).toMatchObject({
    name: 'hf.co/org/model:Q4',
    provider: { local: true },
  })
  expect(['nobody/x', 'anthropic/', 'anthropic', '/x', ''].map((id) => models.find(id))).toEqual(
    Array(5).fill(undefined),
  )
})

test('a key is tried by asking for models, and what they are is known from then on', async () => {
  const server = await providerServer()
  const scene = modelScene({ ANTHROPIC_BASE_URL: server.url }, { holdTimers: true })
  let changes = 0
  scene.models.onChanged(() => (changes += 1))
  expect(await scene.models.authenticate(`${server.url}/v1/`, ` ${key} `)).toEqual({ kind: 'kept', verified: true })
  expect(changes).toBe(1)
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'client', status: 'ready', models: 2 })
  expect(
    scene.models
      .list()
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['anthropic/claude-sonnet-5-5', 'anthropic/claude-new-1'])
  expect(scene.held()).toEqual([key])
})

test('guard: a wrong key is not kept, and neither is it held', async () => {
  const server = await providerServer()
  const scene = modelScene({ ANTHROPIC_BASE_URL: server.url }, { holdTimers: true })
  expect(await scene.models.authenticate(`${server.url}/v1`, 'sk-wrong')).toEqual({
    kind: 'wrong',
    problem: 'Anthropic did not accept this key.',
  })
  for (const no of ['two words', '  ']) {
    expect(await scene.models.authenticate(`${server.url}/v1`, no)).toMatchObject({ kind: 'wrong' })
  }
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'none', status: 'needs-key' })
  expect(scene.held()).toEqual([])
})

test('a key of a provider that cannot be reached is kept and not verified', async () => {
  const down = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } }))
  const scene = modelScene({}, { fetch: down })
  expect(await scene.models.authenticate('https://api.openai.com/v1', key)).toEqual({ kind: 'kept', verified: false })
  expect(providerOf(scene, 'openai')).toMatchObject({ key: 'client', status: 'unreachable' })
})

test('why a provider cannot be reached is told in words and in a form that can be translated', async () => {
  const down = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
  const scene = modelScene({ OPENAI_API_KEY: key }, { fetch: down })
  await outcomeOf(scene.models, ask(scene.models, 'openai/gpt-5'))
  expect(providerOf(scene, 'openai')).toMatchObject({
    status: 'unreachable',
    problem: expect.stringMatching(/^OpenAI cannot be reached \(connection refused\)\./),
    text: { key: 'model.unreachable', params: { provider: 'OpenAI', detail: 'connection refused' } },
  })
})

test('a key for what nobody asked for is not taken', async () => {
  const { models, held } = modelScene()
  expect(await models.authenticate('https://evil.example/v1', key)).toEqual({ kind: 'unknown-resource' })
  expect(held()).toEqual([])
})

test('guard: a forgotten key is held no longer; that of the environment is there again, and can be forgotten too', async () => {
  const server = await providerServer()
  const scene = modelScene({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'sk-env' }, { holdTimers: true })
  const resource = `${server.url}/v1`
  expect(scene.held()).toEqual(['sk-env'])
  await scene.models.authenticate(resource, key)
  expect(scene.held()).toEqual([key, 'sk-env'].toSorted())
  expect(scene.models.forgetKey(resource)).toBe(true)
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'environment' })
  expect(scene.held()).toEqual(['sk-env'])
  expect(scene.models.forgetKey(resource)).toBe(true)
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'none', status: 'needs-key' })
  expect(scene.held()).toEqual([])
})

test('guard: a key is used until its time is over, and then asked for again', async () => {
  const server = await providerServer()
  const scene = modelScene({ ANTHROPIC_BASE_URL: server.url }, { holdTimers: true })
  const needed: unknown[] = []
  scene.models.onKeyNeeded((...args) => needed.push(args))
  await scene.models.authenticate(`${server.url}/v1`, key, 60)
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'client', keyExpiresAt: '2026-11-20T10:01:00.000Z' })
  scene.advance(59_999)
  expect(needed).toEqual([])
  scene.advance(1)
  expect(needed).toEqual([[`${server.url}/v1`, 'expired']])
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'none', status: 'needs-key' })
  expect(scene.held()).toEqual([])
  const { last } = await outcomeOf(scene.models, ask(scene.models, 'anthropic/claude-sonnet-5-5'))
  expect(last).toMatchObject({ failure: { kind: 'no-key' } })
})

test('a call that is answered by a 401 asks for another key', async () => {
  let accepted = key
  const server = await providerServer(undefined, () => accepted)
  const scene = modelScene({ ANTHROPIC_BASE_URL: server.url })
  const needed: unknown[] = []
  scene.models.onKeyNeeded((...args) => needed.push(args))
  await scene.models.authenticate(`${server.url}/v1`, key)
  accepted = 'another'
  const { last } = await outcomeOf(scene.models, ask(scene.models, 'anthropic/claude-sonnet-5-5'))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'wrong-key' } })
  expect(needed).toEqual([[`${server.url}/v1`, 'wrong']])
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'client', status: 'wrong-key' })
  expect(scene.models.list().some((model) => scene.models.isUsable(model))).toBe(false)
})

test('guard: the end of a host forgets every key', async () => {
  const scene = modelScene({ OPENAI_API_KEY: 'sk-one', GEMINI_API_KEY: 'sk-two' })
  expect(scene.held().length).toBe(2)
  scene.models.stop()
  expect(scene.held().length).toBe(0)
})

test('guard: a key of the environment is not sent to another machine in the clear', async () => {
  const asked: string[] = []
  const fetch = (input: unknown) => {
    asked.push(String(input))
    return Promise.reject(new Error('nobody'))
  }
  const scene = modelScene({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: 'http://gateway.example/v1' }, { fetch })
  expect(providerOf(scene, 'anthropic')).toMatchObject({ key: 'none', problem: expect.stringContaining('https') })
  await scene.models.look()
  const { last } = await outcomeOf(scene.models, ask(scene.models, 'anthropic/claude-sonnet-5-5'))
  expect(last).toMatchObject({ failure: { kind: 'bad-request' } })
  expect(asked).toEqual([])
})

test('guard: a redirect to another place is not followed with a key', async () => {
  const elsewhere = await modelServer((_, response) => json(response, 200, { data: [] }))
  const server = await modelServer((_, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/v1/messages` })
    response.end()
  })
  const scene = modelScene({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url })
  await scene.models.look()
  const { last } = await outcomeOf(scene.models, ask(scene.models, 'anthropic/claude-sonnet-5-5'))
  expect(last).toMatchObject({ kind: 'failed', failure: { kind: 'unreachable', retryable: false } })
  expect(elsewhere.seen).toEqual([])
})

test('a redirect within the same place is followed', async () => {
  const server = await modelServer((request, response) => {
    if (request.url === '/v1/models?limit=1000') {
      response.writeHead(308, { location: '/moved/v1/models' })
      return response.end()
    }
    return json(response, 200, { data: [{ id: 'claude-moved' }] })
  })
  const { models } = modelScene({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url }, { holdTimers: true })
  await models.look()
  expect(models.list()[0]?.id).toBe('anthropic/claude-moved')
})

test('servers for local models are found on their ports, if what answers there is one', async () => {
  const ollama = await modelServer((_, response) =>
    json(response, 200, { object: 'list', data: [{ id: 'qwen3:8b', object: 'model' }] }),
  )
  const website = await modelServer((_, response) => response.end('<html>hello</html>'))
  const other = await modelServer((_, response) => json(response, 200, { hello: 'world' }))
  const silent = await modelServer(() => {})
  const scene = modelScene(
    {},
    {
      localPorts: [
        { id: 'ollama', name: 'Ollama', port: ollama.port },
        { id: 'vllm', name: 'vLLM', port: website.port },
        { id: 'llama-cpp', name: 'llama.cpp', port: other.port },
        { id: 'lm-studio', name: 'LM Studio', port: silent.port },
      ],
      holdTimers: true,
    },
  )
  const looked = scene.models.look()
  await expect.poll(() => silent.seen.length).toBe(1)
  scene.advance(1000)
  await looked
  expect(scene.models.providers().filter(({ local }) => local)).toEqual([
    {
      id: 'ollama',
      name: 'Ollama',
      kind: 'openai-compatible',
      baseUrl: `http://127.0.0.1:${ollama.port}/v1`,
      key: 'not-needed',
      status: 'ready',
      models: 1,
      local: true,
      custom: false,
    },
  ])
  expect(scene.models.list()[0]).toMatchObject({ id: 'ollama/qwen3:8b', wireApi: 'openai-chat' })
  expect(scene.models.isUsable(scene.models.list()[0] ?? ask(scene.models, 'ollama/qwen3:8b').model)).toBe(true)
  expect(website.seen.map(({ url }) => url)).toEqual(['/v1/models'])
})

test('nothing is asked before somebody looks', async () => {
  const server = await providerServer()
  const { models } = modelScene(
    { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.url },
    { localPorts: [{ id: 'ollama', name: 'Ollama', port: server.port }] },
  )
  models.list()
  models.providers()
  models.find('ollama/x')
  expect(server.seen).toEqual([])
})

test('an endpoint of a person is kept, used after a restart, and gone when it is removed', async () => {
  const server = await modelServer((request, response) => {
    if (request.method === 'GET') return json(response, 200, { data: [{ id: 'qwen3', max_model_len: 40_960 }] })
    return sse(response, [{ choices: [{ delta: { content: 'hi' }, finish_reason: 'stop' }] }])
  })
  const scene = modelScene({}, { holdTimers: true })
  expect(scene.models.setEndpoint({ kind: 'openai-compatible', name: 'My Büro!', baseUrl: `${server.url}/` })).toEqual({
    kind: 'kept',
    id: 'my-bu-ro',
  })
  await expect.poll(() => providerOf(scene, 'my-bu-ro')?.status).toBe('ready')
  expect(scene.models.find('my-bu-ro/qwen3')).toMatchObject({ contextWindow: 40_960 })
  expect(JSON.stringify([...scene.values])).not.toContain('key')

  const kept = new Map(scene.values)
  const again = modelScene(
    {},
    { values: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value), delete: () => {} } },
  )
  expect(again.models.providers().find(({ custom }) => custom)).toMatchObject({
    id: 'my-bu-ro',
    name: 'My Büro!',
    baseUrl: `${server.url}/v1`,
  })
  expect((await outcomeOf(again.models, ask(again.models, 'my-bu-ro/qwen3'))).text).toBe('hi')
  expect(again.models.removeEndpoint('my-bu-ro')).toBe(true)
  expect(again.models.removeEndpoint('my-bu-ro')).toBe(false)
  expect(again.models.find('my-bu-ro/qwen3')).toBeUndefined()
  expect(kept.get('modelEndpoints')).toEqual([])
})

test('an endpoint that wants a key says so, and is usable with one', async () => {
  const server = await providerServer(['qwen3'])
  const scene = modelScene({}, { holdTimers: true })
  scene.models.setEndpoint({ id: 'work', kind: 'openai-compatible', name: 'Work', baseUrl: server.url })
  await expect.poll(() => providerOf(scene, 'work')?.status).toBe('needs-key')
  expect(scene.models.isUsable(ask(scene.models, 'work/qwen3').model)).toBe(false)
  expect(await scene.models.authenticate(`${server.url}/v1`, key)).toEqual({ kind: 'kept', verified: true })
  expect(providerOf(scene, 'work')).toMatchObject({ key: 'client', status: 'ready', models: 1 })
})

test('an endpoint is changed by what is shown of it, and its key stays while the address does', async () => {
  const server = await providerServer()
  const scene = modelScene({}, { holdTimers: true })
  const shown = () => providerOf(scene, 'mine')
  scene.models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: server.url })
  await scene.models.authenticate(`${server.url}/v1`, key)
  const before = shown()
  expect(before?.endpoint).toEqual({ wireApi: 'openai-chat', deployments: [] })
  const written = { id: 'mine', kind: 'openai-compatible', baseUrl: before?.baseUrl ?? '' } as const
  scene.models.setEndpoint({ ...written, ...before?.endpoint, name: 'Ours' })
  await expect.poll(() => shown()?.status).toBe('ready')
  expect(shown()).toEqual({ ...before, name: 'Ours' })
})

test.each([
  { kind: 'azure-openai', baseUrl: 'https://x.openai.azure.com/', apiVersion: '2025-01-01', deployments: ['a'] },
  {
    kind: 'azure-foundry',
    baseUrl: 'https://x.services.ai.azure.com',
    wireApi: 'openai-chat',
    deployments: ['a', 'b'],
  },
  { kind: 'anthropic', baseUrl: 'https://x.example.com/v1/messages' },
  { kind: 'google', baseUrl: 'https://x.example.com' },
] as const)('what is shown of an endpoint of $kind makes the same one again', ({ kind, ...given }) => {
  const scene = modelScene({}, { holdTimers: true, fetch: () => new Promise(() => {}) })
  const { deployments = [], ...more } = { deployments: undefined, ...given }
  scene.models.setEndpoint({ ...more, kind, id: 'mine', name: 'Mine', deployments: [...deployments] })
  const { baseUrl = '', endpoint } = providerOf(scene, 'mine') ?? {}
  scene.models.setEndpoint({ kind, id: 'mine', name: 'Mine', baseUrl, ...endpoint })
  expect(providerOf(scene, 'mine')).toMatchObject({ baseUrl, endpoint })
})

test('guard: a key does not follow an endpoint to another address, and is forgotten with it', async () => {
  const first = await providerServer()
  const second = await modelServer((request, response) =>
    json(response, request.method === 'GET' ? 200 : 400, { data: [{ id: 'x' }] }),
  )
  const scene = modelScene({}, { holdTimers: true })
  const endpoint = { id: 'work', kind: 'openai-compatible', name: 'Work' } as const
  scene.models.setEndpoint({ ...endpoint, baseUrl: first.url })
  await scene.models.authenticate(`${first.url}/v1`, key)
  const before = ask(scene.models, 'work/x')
  scene.models.setEndpoint({ ...endpoint, baseUrl: second.url })
  expect(scene.held()).toEqual([])
  await outcomeOf(scene.models, ask(scene.models, 'work/x'))
  await outcomeOf(scene.models, before)
  for (const { headers } of second.seen) expect(headers).not.toHaveProperty('authorization')
  await scene.models.authenticate(`${second.url}/v1`, 'key-of-the-second-place')
  await outcomeOf(scene.models, before)
  expect(JSON.stringify(first.seen)).not.toContain('second-place')
  scene.models.removeEndpoint('work')
  expect(scene.held()).toEqual([])
})

test.each([
  ['ftp://host/v1', 'https://'],
  ['not an address', 'address'],
  ['https://user:password@host/v1', 'key apart'],
  ['https://host/v1?key=secret', 'query'],
])('the address %s is not taken', (baseUrl, words) => {
  const { models, values } = modelScene()
  const outcome = models.setEndpoint({ kind: 'openai-compatible', name: 'x', baseUrl })
  expect(outcome).toEqual({ kind: 'bad', problem: expect.stringContaining(words) })
  expect(values.size).toBe(0)
})

test('an endpoint may not take the name of another provider, nor a wire its kind does not speak', () => {
  const { models } = modelScene()
  const at = { name: 'x', baseUrl: 'https://host.example/v1' }
  expect(models.setEndpoint({ ...at, id: 'anthropic', kind: 'anthropic' })).toMatchObject({ kind: 'bad' })
  expect(models.setEndpoint({ ...at, id: 'ollama2', kind: 'anthropic', wireApi: 'openai-chat' })).toMatchObject({
    kind: 'bad',
  })
  expect(models.setEndpoint({ ...at, id: 'a/b', kind: 'anthropic' })).toMatchObject({ kind: 'bad' })
})

test('deployments of Azure OpenAI are its models', () => {
  const { models } = modelScene({
    AZURE_OPENAI_ENDPOINT: 'https://work.openai.azure.com',
    AZURE_OPENAI_API_KEY: 'k',
    AZURE_OPENAI_DEPLOYMENT: 'prod-gpt, test-gpt',
  })
  expect(
    models
      .list()
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['azure/prod-gpt', 'azure/test-gpt'])
  expect(models.providers().find(({ id }) => id === 'azure')).toMatchObject({
    kind: 'azure-openai',
    models: 2,
    key: 'environment',
  })
})

/** A server that answers when it is told to, and a provider there. */
async function slowScene() {
  const answers: (() => void)[] = []
  const server = await modelServer((_, response) => {
    answers.push(() => json(response, 200, { data: [{ id: 'm' }] }))
  })
  const resource = `${server.url}/v1`
  const scene = modelScene({}, { holdTimers: true })
  const add = () => scene.models.setEndpoint({ id: 'mine', kind: 'openai-compatible', name: 'Mine', baseUrl: resource })
  add()
  const asked = (count: number) => expect.poll(() => answers.length, { timeout: 5000 }).toBe(count)
  await asked(1)
  answers[0]?.()
  return { ...scene, add, answers, asked, resource, key: (letter: string) => `key-${letter.repeat(20)}-0123` }
}

test('a key whose address is taken away while it is tried is not kept for the next one there', async () => {
  const { models, held, add, answers, asked, resource, key } = await slowScene()
  const outcome = models.authenticate(resource, key('a'))
  await asked(2)
  models.removeEndpoint('mine')
  answers[1]?.()
  expect([await outcome, held()]).toEqual([{ kind: 'unknown-resource' }, []])
  add()
  expect(models.providers().find(({ id }) => id === 'mine')?.key).toBe('not-needed')
})

test('of keys that are tried at once the last one given stays, and none that was taken back', async () => {
  const { models, held, answers, asked, resource, key } = await slowScene()
  const first = models.authenticate(resource, key('a'))
  await asked(2)
  const second = models.authenticate(resource, key('b'))
  await asked(3)
  answers[2]?.()
  expect(await second).toEqual({ kind: 'kept', verified: true })
  answers[1]?.()
  expect([await first, held()]).toMatchObject([{ kind: 'wrong' }, [key('b')]])
  const third = models.authenticate(resource, key('c'))
  await asked(4)
  expect(models.forgetKey(resource)).toBe(true)
  answers[3]?.()
  expect([await third, held()]).toMatchObject([{ kind: 'wrong' }, []])
})

test('no more keys are tried at once, and no more endpoints kept, than a person has', async () => {
  const { models, answers, resource, key, held } = await slowScene()
  const outcomes = Promise.all(Array.from({ length: 50 }, () => models.authenticate(resource, key('a'))))
  await expect.poll(() => answers.length, { timeout: 5000 }).toBe(17)
  for (const answer of answers.slice(1)) answer()
  expect((await outcomes).filter(({ kind }) => kind === 'kept')).toHaveLength(1)
  expect(held()).toEqual([key('a')])
  const add = (at: number) =>
    models.setEndpoint({ id: `e-${at}`, kind: 'openai-compatible', name: 'E', baseUrl: 'http://127.0.0.1:1/v1' })
  const added = Array.from({ length: 150 }, (_, at) => add(at))
  expect(added.filter(({ kind }) => kind === 'kept')).toHaveLength(99)
  expect(add(5)).toEqual({ kind: 'kept', id: 'e-5' })
})
