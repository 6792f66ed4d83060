import { expect, test } from 'vitest'
import type { ResponsePart, Turn } from '../../../protocol/channels/chat/turn.ts'
import { createTool, createTurn, outcome, until } from '../../testing/turn.ts'
import type { ToolContext } from '../../tools/tool.ts'
import { createScriptedHarness } from './adapter.ts'
import { defaultScript } from './default-script.ts'
import { parseScript, parseScriptText } from './script.ts'

const noDelay = async () => {}
const harness = createScriptedHarness({ delay: noDelay })
const toolContext = (toolCallId: string) => ({ toolCallId }) as ToolContext

function script(...rounds: readonly object[]) {
  return { version: 1, name: 'Test', turns: [{ rounds }] }
}

/** A tool that ends with the exit codes given, in order. */
function command(...exits: readonly number[]) {
  const left = [...exits]
  return createTool('run', async ({ text }) => {
    const exitCode = left.shift() ?? 0
    return outcome(`ran ${text}\nmore`, {
      success: exitCode === 0,
      facts: { exitCode, tests: { passed: 2, failed: exitCode, skipped: 0 } },
    })
  })
}

const run = (text: string) => ({ tool: 'run', input: { text } })

async function play(file: object, options: Parameters<typeof createTurn>[0] = {}) {
  const turn = createTurn({ toolContext, ...options, config: { script: file } })
  return { ...turn, end: await harness.run(turn.context) }
}

test('rounds whose conditions do not hold are passed over, and what is filled in is what came', async () => {
  const file = script(
    { say: 'First.', calls: [run('a')] },
    { ifExit: 0, say: 'Never.' },
    {
      ifExit: 'nonzero',
      say: 'Exit {{lastExit}}, {{ lastStatus }}, `{{lastFirstLine}}`, {{testsPassed}}/{{testsFailed}}.',
      calls: [run('b')],
    },
    { ifExit: 0, say: 'Good.' },
    { ifSeen: 'ran c', say: 'Never.' },
    { ifNotSeen: 'ran c', ifLast: 'succeeded', say: 'Done. {{other}}' },
  )
  const { end, text } = await play(file, { tools: [command(3, 0)] })
  expect(end).toEqual({ kind: 'complete' })
  expect(text()).toBe('First.Exit 3, failed, `ran a`, 2/3.Good.\n\nDone. {{other}}')
})

test('what is not known says so', async () => {
  const { text } = await play(script({ ifExit: 'none', say: '{{lastExit}} {{lastFirstLine}} {{testsPassed}}' }))
  expect(text()).toBe('unknown unknown unknown')
})

test('text comes in pieces with pauses that match the pace, never half a character', async () => {
  const pauses: number[] = []
  const paced = createScriptedHarness({ delay: async (ms) => void pauses.push(ms) })
  const said = '😀 hello '.repeat(20)
  const turn = createTurn({ config: { script: { ...script({ say: said }), pace: { charsPerSecond: 500 } } } })
  await paced.run(turn.context)
  expect(turn.text()).toBe(said)
  expect(pauses.reduce((total, ms) => total + ms, 0)).toBe((160 / 500) * 1000)
})

test('malformed arguments and unknown tools reach the loop as they are', async () => {
  const file = script(
    {
      calls: [
        { tool: 'run', raw: '{"text": ' },
        { tool: 'nope', input: {} },
      ],
    },
    { ifLast: 'failed', say: 'Both failed.' },
  )
  const { actions, text } = await play(file, { tools: [command()] })
  const codes = actions.flatMap((action) =>
    action.type === 'chat/toolCallComplete' ? [action.result.error?.code] : [],
  )
  expect(codes).toEqual(['invalid-arguments', 'unknown-tool'])
  expect(text()).toBe('Both failed.')
})

test('an endless answer is cut', async () => {
  expect((await play(script({ endless: true }))).end).toMatchObject({
    kind: 'error',
    errorType: 'reply-too-long',
    resumable: true,
  })
})

test('a reply that hangs can be stopped', async () => {
  const stop = new AbortController()
  const turn = createTurn({ config: { script: script({ say: 'Wait', hang: true }) }, signal: stop.signal })
  const running = harness.run(turn.context)
  await until(() => turn.text() === 'Wait')
  stop.abort()
  expect(await running).toMatchObject({ errorType: 'stopped' })
})

test('a failing reply fails as often as it says, and goes on after a resume', async () => {
  const file = script(
    { say: 'Hm', fail: { message: 'The line is down.', times: 2 }, calls: [run('a')] },
    { say: 'Fine.' },
  )
  const error: ResponsePart = {
    kind: 'error',
    error: { errorType: 'scripted-failure', message: 'The line is down.' },
    resumable: true,
  }
  const ends = [[], [error], [error, error]].map(async (parts) => (await play(file, { parts, tools: [command()] })).end)
  expect(await Promise.all(ends)).toEqual([
    { kind: 'error', errorType: 'scripted-failure', message: 'The line is down.', resumable: true },
    { kind: 'error', errorType: 'scripted-failure', message: 'The line is down.', resumable: true },
    { kind: 'complete' },
  ])
})

test('a resumed turn goes on after its finished rounds; an interrupted call is named and made again, a finished one is not', async () => {
  const file = script(
    { calls: [run('a')] },
    { ifExit: 0, say: 'no', calls: [run('x')] },
    { ifExit: 'nonzero', calls: [run('b'), run('c')] },
    { say: 'End.' },
  )
  const part = (toolCallId: string, round: number, exitCode: number | undefined): ResponsePart => {
    const base = {
      toolCallId,
      toolName: 'run',
      displayName: 'Run',
      invocationMessage: 'Run',
      _meta: { 'x-roadstead': { round, exitCode } },
    }
    return {
      kind: 'toolCall',
      toolCall:
        exitCode === undefined
          ? { ...base, status: 'cancelled', reason: 'skipped' }
          : { ...base, status: 'completed', confirmed: 'not-needed', success: exitCode === 0, pastTenseMessage: 'Ran' },
    }
  }
  const { text, requests } = await play(file, {
    tools: [command(0)],
    parts: [part('1', 1, 4), part('2', 2, 0), part('3', 2, undefined)],
  })
  expect(requests.map(({ input, round }) => [input, round])).toEqual([[{ text: 'c' }, 3]])
  expect(text()).toBe('The last step was interrupted, and what came of it is unknown. I do it again.\n\nEnd.')
})

test('messages take turns in order, and those with a word take theirs; at the end the agent says so', async () => {
  const file = {
    version: 1,
    name: 'Talk',
    turns: [
      { rounds: [{ say: 'one' }] },
      { when: { contains: 'weather' }, rounds: [{ say: 'rain' }] },
      { rounds: [{ say: 'two' }] },
    ],
  }
  const said: string[] = []
  const history: Turn[] = []
  for (const message of ['a', 'The Weather?', 'b', 'c', 'weather']) {
    const { text } = await play(file, { message, history: [...history] })
    said.push(text())
    history.push({
      id: message,
      message: { text: message, origin: { kind: 'user' } },
      responseParts: [],
      state: 'complete',
    })
  }
  expect(said).toEqual([
    'one',
    'rain',
    'two',
    expect.stringContaining('“Talk” has no more turns, so I did nothing'),
    'rain',
  ])
})

test.each([
  [{ version: 2, name: 'x', turns: [{ rounds: [{}] }] }, /malformed\. version: /],
  [
    { version: 1, name: 'x', turns: [{ rounds: [{ say: 'a' }, { calls: [{ tol: 'run' }] }] }] },
    /turns\.0\.rounds\.1\.calls\.0: .*tool/,
  ],
  [{ version: 1, name: 'x', turns: [{ rounds: [{ says: 'a' }] }] }, /turns\.0\.rounds\.0: .*says/],
  ['hello', /\(the whole script\)/],
  [null, /\(the whole script\)/],
])('a malformed script is refused with place and problem: %j', async (file, words) => {
  expect(harness.checkConfig({ script: file })).toMatch(words)
  const turn = createTurn({ config: { script: file } })
  expect(await harness.run(turn.context)).toMatchObject({
    kind: 'error',
    errorType: 'malformed-script',
    resumable: false,
  })
  expect(turn.actions).toEqual([])
})

test('a script file that is not JSON is refused', () => {
  expect(parseScriptText('{ "version": 1,')).toMatchObject({
    kind: 'malformed',
    problem: expect.stringContaining('it is not JSON'),
  })
})

test('without a script a built-in one is played', () => {
  expect(harness.checkConfig({})).toBeUndefined()
  expect(parseScript(defaultScript).kind).toBe('script')
  expect(harness.info()).toMatchObject({ provider: 'scripted', displayName: 'Scripted' })
})
