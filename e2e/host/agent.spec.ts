import { expect } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { HostClient } from '../../src/client/host-client.ts'
import type { StateAction } from '../../src/protocol/actions.ts'
import { UsageFacts, type ModelEndpoint, type WireApi } from '../../src/protocol/model-facts.ts'
import { checkAnthropic } from '../../src/host/models/testing/check-anthropic.ts'
import { checkChat } from '../../src/host/models/testing/check-chat.ts'
import { checkCompatible } from '../../src/host/models/testing/check-compatible.ts'
import { checkGoogle } from '../../src/host/models/testing/check-google.ts'
import { checkResponses } from '../../src/host/models/testing/check-responses.ts'
import type { CheckBody } from '../../src/host/models/testing/check.ts'
import { roadsteadMeta, ToolCallFacts } from '../../src/protocol/roadstead.ts'
import { addEndpoint, callsMade, frontEnv } from '../support/agent.ts'
import { runCli, type CliResult } from '../support/cli.ts'
import {
  copyDemo,
  demoSteps,
  demoSummary,
  demoThought,
  demoUsage,
  playSteps,
  type EditTool,
  type Step,
} from '../support/demo-job.ts'
import { startModelFront, type ModelFront, type SeenRequest } from '../support/model-front.ts'
import { git } from '../support/repository.ts'
import { test } from '../support/scene.ts'
import { promptOf, readableTexts, refusalsOf } from '../support/wire-prompt.ts'

/** A provider, and what the job has to look like over its wire. */
interface Way {
  readonly title: string
  readonly model: string
  readonly edit: EditTool
  readonly wire: WireApi
  /** Where it is called, without the front's address. */
  readonly path: string
  /** The header the key stands in, and its whole value; undefined where none is sent. */
  readonly header: readonly [name: string, value: string | undefined]
  readonly check: CheckBody
  /** US dollars per million tokens of input and output; undefined: nobody knows. */
  readonly price?: readonly [input: number, output: number]
  /** What it thinks is not told over this wire. */
  readonly thought?: 'not-told'
  env?(front: ModelFront): Record<string, string>
  endpoint?(front: ModelFront): ModelEndpoint
}

const ways: readonly Way[] = [
  {
    title: 'Anthropic',
    model: 'anthropic/claude-sonnet-5-5',
    edit: 'replace_string_in_file',
    wire: 'anthropic-messages',
    path: '/v1/messages',
    header: ['x-api-key', 'key-for-anthropic'],
    check: checkAnthropic,
    price: [2, 10],
  },
  {
    title: 'OpenAI, Responses',
    model: 'openai/gpt-6.2-sol',
    edit: 'apply_patch',
    wire: 'openai-responses',
    path: '/v1/responses',
    header: ['authorization', 'Bearer key-for-openai'],
    check: checkResponses,
    price: [2, 10],
  },
  {
    title: 'OpenAI, chat',
    model: 'chat/gpt-4.1',
    edit: 'apply_patch',
    wire: 'openai-chat',
    path: '/v1/chat/completions',
    header: ['authorization', 'Bearer key-for-chat'],
    check: checkChat,
    price: [2, 8],
    thought: 'not-told',
    endpoint: ({ url }) => ({ id: 'chat', kind: 'openai', name: 'Chat', baseUrl: `${url}/v1`, wireApi: 'openai-chat' }),
  },
  {
    title: 'Google',
    model: 'google/gemini-3.1-pro-preview',
    edit: 'replace_string_in_file',
    wire: 'google-generate',
    path: '/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse',
    header: ['x-goog-api-key', 'key-for-google'],
    check: checkGoogle(true),
    price: [2, 12],
  },
  {
    title: 'a compatible server whose model thinks',
    model: 'house/deepseek-v4-pro',
    edit: 'replace_string_in_file',
    wire: 'openai-chat',
    path: '/v1/chat/completions',
    header: ['authorization', 'Bearer key-for-house'],
    check: checkCompatible({ reasoning: 'needed', strictTurns: false }),
    endpoint: ({ url }) => ({ id: 'house', kind: 'openai-compatible', name: 'House', baseUrl: `${url}/v1` }),
  },
  {
    title: 'Azure OpenAI, whose address is a host alone',
    model: 'azure/gpt-5.5',
    edit: 'apply_patch',
    wire: 'openai-chat',
    path: '/openai/deployments/gpt-5.5/chat/completions?api-version=2024-10-21',
    header: ['api-key', 'key-for-azure'],
    check: checkChat,
    price: [5, 30],
    env: ({ url }) => ({
      AZURE_OPENAI_ENDPOINT: url,
      AZURE_OPENAI_API_KEY: 'key-for-azure',
      AZURE_OPENAI_DEPLOYMENT: 'gpt-5.5',
    }),
  },
  {
    title: 'Azure Foundry, whose address ends in /openai/v1',
    model: 'azure/gpt-5.5',
    edit: 'apply_patch',
    wire: 'openai-responses',
    path: '/openai/v1/responses',
    header: ['api-key', 'key-for-azure'],
    check: checkResponses,
    price: [5, 30],
    env: ({ url }) => ({ AZURE_OPENAI_ENDPOINT: `${url}/openai/v1`, AZURE_OPENAI_API_KEY: 'key-for-azure' }),
  },
]

/** What is said in a prompt for one round alone: it stands at the end and is gone in the next. */
const passing = new Set(['open-files', 'todo', 'reminder'])

for (const way of ways) {
  test(`${way.title}: the whole job of the demo, and nothing is asked or told that is not on record`, async ({
    scene,
  }) => {
    const front = await startModelFront()
    const repository = path.join(scene.root, 'tea-timer')
    copyDemo(repository)
    const steps = demoSteps(way.edit)
    playSteps(front.mock, steps)
    front.script(
      way.model.slice(way.model.indexOf('/') + 1),
      steps.map(() => ({ kind: 'mock' })),
    )
    const env = { ...frontEnv(front), ...way.env?.(front) }
    const endpoint = way.endpoint?.(front)
    const running = endpoint === undefined ? undefined : await scene.start({ env })
    if (endpoint !== undefined && running !== undefined)
      await addEndpoint(await scene.connect(running), endpoint, `key-for-${endpoint.id}`)
    const args = ['run', '--model', way.model, '--cwd', repository, '--data', scene.dataDir, '--trust', '--yes']
    const result = await runCli([...args, 'A test fails. Mend it and commit.'], { env })

    expect(result.stderr).toBe('')
    expect(result.code).toBe(0)
    expect(git(repository, 'log', '-1', '--format=%an: %s')).toBe('Robin Person: Count 3600 seconds in an hour')
    expect(git(repository, 'status', '--porcelain')).toBe('')
    expectJob(result.lines, way, steps)
    expectRequests(front.requests, way, steps)
    const client = await scene.connect(running ?? (await scene.start({ env })))
    await expectRecord(client, String(result.lines[0]?.['session']), front.requests, way)
    await front.stop()
  })
}

test('a server for local models is found on its usual port and does the whole job without any key', async ({
  scene,
}) => {
  // Usual ports are only sure to be free in a network of our own.
  const inNetwork = ['--user', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const tried = spawnSync('unshare', [...inNetwork, 'true'], { encoding: 'utf8' })
  test.skip(tried.status !== 0, `no network of our own can be made: ${tried.stderr}`)
  const repository = path.join(scene.root, 'tea-timer')
  copyDemo(repository)
  const file = path.join(scene.root, 'requests.json')
  const beside = path.join(import.meta.dirname, '../support/beside-local-model.ts')
  const roadstead = [process.execPath, path.join(import.meta.dirname, '../../out/cli/index.js')]
  const run = (...args: readonly string[]) => {
    const command = [process.execPath, beside, '11434', 'qwen3:8b', file, ...roadstead, ...args]
    const { status, stdout, stderr } = spawnSync('unshare', [...inNetwork, ...command], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const lines = stdout.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const listed = run('models', '--data', scene.dataDir, '--json')
  const locals = listed.filter(({ provider, model }) =>
    /"(id|providerId)":"ollama/.test(JSON.stringify(provider ?? model)),
  )
  expect(locals).toMatchObject([
    {
      kind: 'provider',
      provider: { id: 'ollama', name: 'Ollama', key: 'not-needed', status: 'ready', models: 1, local: true },
    },
    { kind: 'model', model: { id: 'ollama/qwen3:8b', usable: true, local: true } },
  ])
  const args = ['run', '--model', 'ollama/qwen3:8b', '--cwd', repository, '--data', scene.dataDir, '--trust', '--yes']
  const lines = run(...args, 'A test fails. Mend it and commit.')
  const steps = demoSteps('replace_string_in_file')
  const way: Way = {
    title: 'Ollama',
    model: 'ollama/qwen3:8b',
    edit: 'replace_string_in_file',
    wire: 'openai-chat',
    path: '/v1/chat/completions',
    header: ['authorization', undefined],
    check: checkCompatible({ reasoning: 'needed', strictTurns: false }),
  }
  expect(git(repository, 'log', '-1', '--format=%an: %s')).toBe('Robin Person: Count 3600 seconds in an hour')
  expectJob(lines, way, steps)
  expectRequests(JSON.parse(readFileSync(file, 'utf8')) as SeenRequest[], way, steps)
})

/** What was printed: the reads side by side, the tests before and after, the thought, tokens and money. */
function expectJob(lines: CliResult['lines'], way: Way, steps: readonly Step[]): void {
  const actions = lines.flatMap(({ action }) => (action === undefined ? [] : [action as StateAction]))
  expect(lines.at(-1)).toMatchObject({ kind: 'result', state: 'complete', complete: demoSummary })
  const started = actions.flatMap((action) => (action.type === 'chat/toolCallStart' ? [action.toolName] : []))
  expect(started).toEqual(steps.flatMap(({ calls }) => calls.map(([name]) => name)))
  const completed = actions.filter((action) => action.type === 'chat/toolCallComplete')
  expect(completed.map(({ result }) => result.success)).toEqual([true, true, true, false, true, true, true, true, true])
  const facts = completed.flatMap(({ _meta }) => roadsteadMeta(ToolCallFacts, _meta) ?? [])
  expect(facts.map(({ round }) => round)).toEqual([1, 1, 1, 2, 3, 4, 5, 6, 7])
  expect(facts.flatMap(({ exitCode, tests }) => (exitCode === undefined ? [] : [[exitCode, tests?.failed]]))).toEqual([
    [1, 1],
    [0, 0],
  ])
  // All three reads were under way before the first of them was over.
  const kinds = actions.map(({ type }) => type)
  expect(kinds.indexOf('chat/toolCallComplete')).toBeGreaterThan(
    actions.findLastIndex(
      (action) => action.type === 'chat/toolCallReady' && JSON.stringify(action.toolInput).includes('test.js'),
    ),
  )
  const thoughts = actions.flatMap((action) =>
    action.type === 'chat/responsePart' && action.part.kind === 'reasoning' ? [action.part.content] : [],
  )
  const more = actions.flatMap((action) => (action.type === 'chat/reasoning' ? [action.content] : []))
  if (way.thought === 'not-told') expect(thoughts).toEqual([])
  else expect([...thoughts, ...more].join('')).toBe(demoThought.repeat(steps.length))
  const usage = actions.findLast((action) => action.type === 'chat/usage')?.usage
  const rounds = steps.length
  expect(usage).toMatchObject({
    model: way.model,
    inputTokens: rounds * demoUsage.input,
    outputTokens: rounds * demoUsage.output,
  })
  const cost = roadsteadMeta(UsageFacts, usage?._meta)
  expect(cost?.rounds).toBe(rounds)
  if (way.price === undefined) expect(cost?.costUsd).toBeUndefined()
  else expect(cost?.costUsd).toBeCloseTo((rounds * costOf(way.price)) / 1e6, 8)
}

const costOf = ([input, output]: readonly [number, number]) => demoUsage.input * input + demoUsage.output * output

/** What came over the wire: where, with which key, which tools; each prompt begins with the one before; a real provider takes all. */
function expectRequests(requests: readonly SeenRequest[], way: Way, steps: readonly Step[]): void {
  expect(requests.map(({ wire, path: place }) => [wire, place])).toEqual(steps.map(() => [way.wire, way.path]))
  const [name, value] = way.header
  expect(requests.map(({ headers }) => headers[name])).toEqual(steps.map(() => value))
  expect(
    requests.map(({ headers }) => Object.values(headers).filter((each) => String(each).includes('key-for')).length),
  ).toEqual(steps.map(() => (value === undefined ? 0 : 1)))
  expect(requests[0]?.bytes).toBeLessThanOrEqual(15_000)
  expect(refusalsOf(requests, way.check)).toEqual([])
  const other = way.edit === 'apply_patch' ? 'replace_string_in_file' : 'apply_patch'
  const prompts = requests.map(promptOf)
  const offered = prompts[0]?.tools.map((tool) => tool.name) ?? []
  expect(offered).toEqual(expect.arrayContaining(['read_file', 'run_command', 'commit', 'task_complete', way.edit]))
  expect(offered.filter((each) => each === other || !/^[a-zA-Z0-9_-]{1,64}$/.test(each))).toEqual([])
  const { system, tools } = prompts[0]!
  for (const [at, prompt] of prompts.entries()) {
    expect({ system: prompt.system, tools: prompt.tools }).toEqual({ system, tools })
    const pieces = prompt.pieces.map(({ raw }) => raw)
    const next = prompts[at + 1]?.pieces
    if (next === undefined) continue
    const begins = isDeepStrictEqual(
      pieces,
      next.slice(0, pieces.length).map(({ raw }) => raw),
    )
    // What is said for one round alone stands last.
    const lasting = begins || prompt.pieces.at(-1)?.kind !== 'user' ? pieces : pieces.slice(0, -1)
    expect(next.slice(0, lasting.length).map(({ raw }) => raw)).toEqual(lasting)
    const added = next.slice(lasting.length).filter(({ kind }) => kind === 'call' || kind === 'result')
    expect(added).toHaveLength(2 * (steps[at]?.calls.length ?? 0))
  }
}

/** Each request has its record, in its words exactly. */
async function expectRecord(
  client: HostClient,
  session: string,
  requests: readonly SeenRequest[],
  way: Way,
): Promise<void> {
  const calls = await callsMade(client, session)
  expect(
    calls.map(({ round, status, provider, wireApi, attempts, requestBytes }) => [
      round,
      status,
      provider,
      wireApi,
      attempts.length,
      requestBytes,
    ]),
  ).toEqual(
    requests.map(({ bytes }, at) => [
      at + 1,
      'succeeded',
      way.model.slice(0, way.model.indexOf('/')),
      way.wire,
      0,
      bytes,
    ]),
  )
  for (const [at, { id }] of calls.entries()) {
    const { parts, reply } = await client.request('x-roadstead/modelCallPrompt', { channel: session, id })
    const textsOf = (wanted: (part: (typeof parts)[number]) => boolean) => parts.filter(wanted).map(({ text }) => text)
    const told = parts.filter(({ role, name }) => role !== 'system' && name !== 'tools')
    // What is said for one round alone is one text on the wire.
    const end = told.findLastIndex(({ name }) => !passing.has(name)) + 1
    const tail = told.slice(end).map(({ text }) => text)
    const kept = told.slice(0, end).map(({ text }) => text)
    expect({
      system: textsOf(({ role }) => role === 'system').join('\n\n'),
      tools: textsOf(({ name }) => name === 'tools').join(''),
      conversation: tail.length === 0 ? kept : [...kept, tail.join('\n\n')],
    }).toEqual(readableTexts(promptOf(requests[at]!)))
    expect(reply).toContain(requests[at + 1] === undefined ? 'Done.' : '[tool call]')
  }
}
