import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAgentScene } from '../../testing/agent-scene.ts'
import { playAnswers } from '../../testing/fake-models.ts'
import { modelScene } from '../../testing/model-scene.ts'

const mock = new LLMock({ logLevel: 'silent' })
beforeAll(() => mock.start())
afterAll(() => mock.stop())
beforeEach(() => void mock.clearFixtures().clearChaos())

/** The models of a host whose every provider is the mock. */
async function mockedModels() {
  const { models } = modelScene({
    ANTHROPIC_API_KEY: 'key-of-anthropic',
    ANTHROPIC_BASE_URL: mock.url,
    OPENAI_API_KEY: 'key-of-openai',
    OPENAI_BASE_URL: `${mock.url}/v1`,
    GEMINI_API_KEY: 'key-of-google',
    GOOGLE_GEMINI_BASE_URL: mock.url,
  })
  models.setEndpoint({ id: 'chat', kind: 'openai', name: 'Chat', baseUrl: `${mock.url}/v1`, wireApi: 'openai-chat' })
  models.setEndpoint({ id: 'compatible', kind: 'openai-compatible', name: 'Compatible', baseUrl: `${mock.url}/v1` })
  await models.authenticate(`${mock.url}/v1`, 'key-of-the-address')
  return models
}

interface Step {
  readonly say: string
  readonly call?: readonly [name: string, input: object]
}

/** Matches a request with so many results in it: the wires cut what a model said into messages each in their own way. */
function after(results: number) {
  const predicate = ({ messages }: { messages: readonly { role: string }[] }) =>
    messages.filter(({ role }) => role === 'tool').length === results
  return { predicate }
}

/** Answers the requests of one turn in order, however often the client asks for the same. */
function script(steps: readonly Step[]) {
  for (const [index, { say, call }] of steps.entries()) {
    const toolCalls = call && [{ id: `call_${index}`, name: call[0], arguments: JSON.stringify(call[1]) }]
    mock.on(after(index), toolCalls ? { content: say, toolCalls } : { content: say })
  }
}

const replace = ['replace_string_in_file', { path: 'date.js', old_string: 'return 1', new_string: 'return 2' }] as const
const patch = [
  'apply_patch',
  { patch: '*** Begin Patch\n*** Update File: date.js\n@@\n-return 1\n+return 2\n*** End Patch' },
] as const

test.each([
  ['anthropic/claude-sonnet-4-5', replace],
  ['openai/gpt-5', patch],
  ['chat/gpt-5', patch],
  ['google/gemini-2.5-pro', replace],
  ['compatible/qwen3', replace],
] as const)('%s reads, edits, runs and answers, over its own wire', async (id, edit) => {
  script([
    { say: 'I look at it.', call: ['read_file', { path: 'date.js' }] },
    { say: 'I see.', call: edit },
    { say: 'Now I try it.', call: ['run_command', { command: 'grep -c "return 2" date.js' }] },
    { say: 'It returns 2 now.' },
  ])
  const scene = createAgentScene(playAnswers(), { realModels: await mockedModels() })
  scene.repository.write('date.js', 'return 1\n')
  expect(await scene.say({ text: 'Make it return 2.', model: { id } })).toEqual({ kind: 'complete' })
  expect(scene.repository.read('date.js')).toBe('return 2\n')
  expect(scene.text()).toContain('It returns 2 now.')
  expect(scene.calls().map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array.from({ length: 4 }, () => ['succeeded', 0]),
  )
  expect(scene.calls()[0]?.requestBytes).toBeLessThanOrEqual(15_000)
})

test('the model may change with every turn, over all wires, and none refuses what the others left', async () => {
  const ids = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5', 'google/gemini-2.5-pro', 'chat/gpt-5', 'compatible/qwen3']
  const scene = createAgentScene(playAnswers(), { realModels: await mockedModels() })
  scene.repository.write('a.txt', 'one\n')
  for (const [at, id] of ids.entries()) {
    mock.clearFixtures()
    mock.on(after(at), {
      content: 'I look.',
      toolCalls: [{ id: `c${at}`, name: 'read_file', arguments: '{"path":"a.txt"}' }],
    })
    mock.on(after(at + 1), { content: `Seen by ${id}.` })
    expect(await scene.say({ text: 'Look.', model: { id } })).toEqual({ kind: 'complete' })
    expect(scene.text()).toContain(`Seen by ${id}.`)
  }
  expect(scene.calls().every(({ status }) => status === 'succeeded')).toBe(true)
})

test('an answer that breaks off in its middle ends the turn in words, and a resume finishes it', async () => {
  mock.on(
    {},
    { content: 'This will be a long answer that breaks off.' },
    { chunkSize: 5, latency: 5, truncateAfterChunks: 6 },
  )
  const scene = createAgentScene(playAnswers(), { realModels: await mockedModels() })
  const id = 'anthropic/claude-sonnet-4-5'
  expect(await scene.say({ text: 'Go', model: { id } })).toMatchObject({
    ...{ errorType: 'broken-stream', resumable: true },
    text: { key: 'model.broken-stream' },
  })
  expect(scene.text()).not.toBe('')
  mock.clearFixtures()
  mock.on({}, { content: ' And here is the rest.' })
  expect(await scene.resume()).toEqual({ kind: 'complete' })
  expect(scene.text()).toContain('And here is the rest.')
})
