import { expect } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { HostClient } from '../../src/client/host-client.ts'
import type { AgentInfo } from '../../src/protocol/channels/root/state.ts'
import { ErrorCode } from '../../src/protocol/errors.ts'
import { ModelFacts } from '../../src/protocol/model-facts.ts'
import { roadsteadMeta } from '../../src/protocol/roadstead.ts'
import { ROOT_URI } from '../../src/protocol/uri.ts'
import { createAgentSession, frontEnv, tell } from '../support/agent.ts'
import { runCli } from '../support/cli.ts'
import { stateWhen } from '../support/client.ts'
import { startModelFront } from '../support/model-front.ts'
import { say } from '../support/model-replies.ts'
import { test } from '../support/scene.ts'
import { errorOf, textOf, turnEnded } from '../support/turns.ts'
import { promptOf } from '../support/wire-prompt.ts'

/** No key of any provider, whatever the machine that runs the tests has. */
const noKeys = Object.fromEntries(
  [
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'GEMINI_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'AZURE_OPENAI_ENDPOINT',
  ].map((name) => [name, '']),
)

const key = 'canary-key-of-the-person-5f2c9d'
const model = 'anthropic/claude-sonnet-5-5'

function usableIn(agents: readonly AgentInfo[]): string[] {
  return agents.flatMap(({ models }) =>
    models.flatMap(({ id, _meta }) => (roadsteadMeta(ModelFacts, _meta)?.usable === true ? [id] : [])),
  )
}

/** Anthropic's models that can be used, once `wanted` holds for them. */
async function usable(client: HostClient, wanted: (ids: readonly string[]) => boolean): Promise<readonly string[]> {
  const own = (agents: readonly AgentInfo[]) => usableIn(agents).filter((id) => id.startsWith('anthropic/'))
  return own((await stateWhen(client, ROOT_URI, 'root', ({ agents }) => wanted(own(agents)))).agents)
}

test('a key from a client makes the agent work until the host ends, and is found nowhere', async ({ scene }) => {
  const front = await startModelFront()
  front.acceptOnly(key)
  front.list(['claude-sonnet-5-5', 'claude-haiku-5-5'])
  const env = { ...noKeys, ANTHROPIC_BASE_URL: front.url }
  const host = await scene.start({ env })
  const client = await scene.connect(host)
  expect(await usable(client, () => true)).toEqual([])

  const { session, chat } = await createAgentSession(client, scene.repository('repo'))
  const without = await turnEnded(client, chat, await tell(client, chat, 'Hello', model))
  expect([without.state, errorOf(without)]).toEqual([
    'error',
    'Anthropic needs a key. Add one in Settings → Models & keys.',
  ])
  expect(front.requests).toEqual([])

  const resource = `${front.url}/v1`
  const authenticate = (token: string, place = resource) =>
    client.request('authenticate', { channel: ROOT_URI, resource: place, token })
  const wrong = await authenticate('canary-key-that-is-wrong').catch((error: unknown) => error)
  expect(wrong).toMatchObject({
    code: ErrorCode.AuthRequired,
    data: { resources: [{ resource, resource_name: 'Anthropic' }] },
  })
  expect(ErrorCode.AuthRequired).toBe(-32007)
  expect(JSON.stringify(wrong) + String(wrong)).not.toContain('canary')
  await expect(authenticate(key, 'https://nobody.example')).rejects.toMatchObject({ code: -32602 })
  expect(await usable(client, () => true)).toEqual([])

  expect(await authenticate(key)).toEqual({})
  expect(await usable(client, ({ length }) => length > 0)).toEqual([
    'anthropic/claude-sonnet-5-5',
    'anthropic/claude-haiku-5-5',
  ])
  front.script('claude-sonnet-5-5', [say('Here I am.')])
  const turn = await turnEnded(client, chat, await tell(client, chat, 'And now?', model))
  expect([turn.state, textOf(turn)]).toEqual(['complete', 'Here I am.'])
  expect(front.requests.map(({ headers }) => headers['x-api-key'])).toEqual([key])

  // The key is taken away at the provider while the host runs.
  const needed: string[] = []
  const stop = client.onNotification('auth/required', ({ resource: { resource: place } }) => void needed.push(place))
  front.acceptOnly('another key')
  const late = await turnEnded(client, chat, await tell(client, chat, 'Still there?', model))
  expect([late.state, errorOf(late)]).toEqual([
    'error',
    'Anthropic did not accept the key. Set another one in Settings → Models & keys.',
  ])
  expect(needed).toEqual([resource])
  stop()
  front.acceptOnly(key)
  await authenticate(key)

  await host.stop()
  const again = await scene.connect(await scene.start({ env }))
  expect(await usable(again, () => true)).toEqual([])
  const { items } = await again.request('x-roadstead/modelProviders', { channel: ROOT_URI })
  expect(items.find(({ id }) => id === 'anthropic')).toMatchObject({ key: 'none', status: 'needs-key' })
  expect(host.log()).not.toContain('canary')
  const kept = readdirSync(scene.root, { recursive: true, encoding: 'utf8' }).filter((file) => {
    const whole = path.join(scene.root, file)
    return statSync(whole, { throwIfNoEntry: false })?.isFile() === true && readFileSync(whole).includes('canary-key')
  })
  expect(kept).toEqual([])
  expect((await stateWhen(again, session, 'session', () => true)).title).toBe('Hello')
  await front.stop()
})

test('roadstead run starts nothing without a key or a model, and says what is missing', async ({ scene }) => {
  const front = await startModelFront()
  const folder = scene.repository('repo')
  const args = ['run', '--cwd', folder, '--data', scene.dataDir, '--trust']
  const env = {
    ...noKeys,
    ANTHROPIC_BASE_URL: front.url,
    OPENAI_BASE_URL: `${front.url}/v1`,
    GOOGLE_GEMINI_BASE_URL: front.url,
  }
  const problems: readonly [args: readonly string[], env: Record<string, string>, code: number, problem: string][] = [
    [['--model', model], env, 2, 'There is no key for Anthropic. Set it in the environment of the host,'],
    [['--model', 'nobody/claude'], env, 2, 'There is no model "nobody/claude" here. A model is written PROVIDER/NAME.'],
    [
      ['--model', model, '--effort', 'a-lot'],
      env,
      2,
      '--effort is one of none, minimal, low, medium, high, xhigh, max.',
    ],
    [
      ['--model', model, '--effort', 'minimal'],
      frontEnv(front),
      2,
      'Claude Sonnet 5.5 knows no effort "minimal". It knows: none, low, medium, high, xhigh, max.',
    ],
  ]
  for (const [more, given, code, problem] of problems) {
    const result = await runCli([...args, ...more, 'Hello'], { env: given })
    expect([more, result.code, result.lines]).toEqual([more, code, []])
    expect(result.stderr).toContain(problem)
  }
  expect(front.requests).toEqual([])
  await front.stop()
})

test('an effort that was asked for goes over each wire in its own words', async ({ scene }) => {
  const front = await startModelFront()
  const args = ['run', '--cwd', scene.repository('repo'), '--data', scene.dataDir, '--trust', '--effort', 'low']
  const sent: readonly [id: string, expected: Record<string, unknown>][] = [
    ['anthropic/claude-sonnet-5-5', { output_config: { effort: 'low' }, thinking: { type: 'adaptive' } }],
    ['openai/gpt-6.2-sol', { reasoning: { effort: 'low', summary: 'auto' }, store: false }],
    [
      'google/gemini-3.1-pro-preview',
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } } },
    ],
  ]
  for (const [id, expected] of sent) {
    const name = id.slice(id.indexOf('/') + 1)
    front.script(name, [say('Here I am.')])
    const result = await runCli([...args, '--model', id, 'Hello'], { env: frontEnv(front) })
    expect([id, result.code, result.stderr]).toEqual([id, 0, ''])
    expect(front.of(name)).toHaveLength(1)
    expect(front.of(name)[0]?.body).toMatchObject(expected)
    expect(promptOf(front.of(name)[0]!).pieces.map(({ text }) => text)[0]).toBe('Hello')
  }
  await front.stop()
})

test('roadstead models lists what each provider offers now, what can be used first', async ({ scene }) => {
  const front = await startModelFront()
  front.list(['claude-sonnet-5-5', 'claude-haiku-5-5'])
  const env = { ...noKeys, ANTHROPIC_BASE_URL: front.url, ANTHROPIC_API_KEY: key, OPENAI_BASE_URL: `${front.url}/v1` }
  const json = await runCli(['models', '--data', scene.dataDir, '--json'], { env })
  expect([json.code, json.stderr]).toEqual([0, ''])
  const providers = json.lines.flatMap(({ provider }) =>
    provider === undefined ? [] : [provider as Record<string, unknown>],
  )
  expect(providers.find(({ id }) => id === 'anthropic')).toMatchObject({
    key: 'environment',
    status: 'ready',
    models: 2,
  })
  expect(providers.find(({ id }) => id === 'openai')).toMatchObject({ key: 'none', status: 'needs-key' })
  const models = json.lines.flatMap(({ model: each }) => (each === undefined ? [] : [each as Record<string, unknown>]))
  const own = models.filter(({ providerId }) => providerId === 'anthropic')
  expect(own.map(({ id, usable: ready, efforts }) => [id, ready, efforts])).toEqual([
    ['anthropic/claude-sonnet-5-5', true, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
    ['anthropic/claude-haiku-5-5', true, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
  ])
  const firstWithout = models.findIndex(({ usable: ready }) => ready === false)
  expect(models.slice(firstWithout).filter(({ usable: ready }) => ready === true)).toEqual([])

  const plain = await runCli(['models', '--data', scene.dataDir], { env })
  expect(plain.stdout).toContain('✓ Anthropic (anthropic): key from the environment; 2 models')
  expect(plain.stdout).toContain('· OpenAI (openai): no key')
  expect(plain.stdout).toContain('✓ anthropic/claude-sonnet-5-5  1000k tokens  $2 in, $10 out per million')
  expect(json.stdout + plain.stdout).not.toContain(key)
  await front.stop()
})
