import { expect } from '@playwright/test'
import type { HostClient } from '../../src/client/host-client.ts'
import type { CallAttempt } from '../../src/protocol/model-facts.ts'
import { addEndpoint, callsMade, createAgentSession, frontEnv, resume, tell } from '../support/agent.ts'
import { runCli } from '../support/cli.ts'
import { startModelFront, type ModelFront, type Script } from '../support/model-front.ts'
import { say, type Answer, type Reply } from '../support/model-replies.ts'
import { test } from '../support/scene.ts'
import { callsOf, stateWhen } from '../support/client.ts'
import { errorOf, textOf, turnEnded } from '../support/turns.ts'
import { promptOf } from '../support/wire-prompt.ts'

/** A refusal as Anthropic writes it. */
function refused(status: number, type: string, message: string, headers: Record<string, string> = {}): Reply {
  return { kind: 'error', status, body: { type: 'error', error: { type, message } }, headers }
}

/** A refusal as OpenAI and those who resemble it write it. */
function refusedByOpenAI(status: number, code: string, message: string): Reply {
  return { kind: 'error', status, body: { error: { message, type: 'invalid_request_error', code } } }
}

const spoken: Answer = { text: 'I look at the notes of Monday.' }
const calling: Answer = {
  text: 'I look.',
  calls: [{ id: 'toolu_1', name: 'read_file', arguments: '{"path":"a.txt"}' }],
}
type Cut = Extract<Reply, { kind: 'cut' }>
const cutAfter = (answer: Answer, behind: string, how: Cut['how']): Reply => ({
  ...{ kind: 'cut', answer, behind, where: 'after-event', how },
})
const cutWithin = (answer: Answer, behind: string, how: Cut['how']): Reply => ({
  ...{ kind: 'cut', answer, behind, where: 'in-event', how },
})
const slowDown = refused(429, 'rate_limit_error', 'Too many requests')
const overloadedEvent =
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'

/** A way for a call to fail. `failed` and `kept`: how the turn ends before it is resumed; absent: it completes by itself. */
interface Failure {
  readonly title: string
  readonly model: string
  readonly replies: Script
  readonly failed?: string
  readonly message?: string
  /** What is kept of what the model said. */
  readonly kept?: string
  /** Tries before the last, as the record tells them. */
  readonly tries?: readonly string[]
  /** What was shown while waiting. */
  readonly shown?: RegExp
  /** All waits between tries together, in milliseconds. */
  readonly waitedMs?: readonly [least: number, most: number]
}

const failures: readonly Failure[] = [
  {
    title: 'a wrong key',
    model: 'locked/claude-any',
    replies: [refused(401, 'authentication_error', 'invalid x-api-key')],
    failed: 'wrong-key',
    message: 'Locked did not accept the key. Set another one in Settings → Models & keys.',
  },
  {
    title: 'a key that may not',
    model: 'anthropic/claude-forbidden',
    replies: [refused(403, 'permission_error', 'Your API key does not have permission to use the specified resource.')],
    failed: 'forbidden',
    message:
      'This key may not use Claude Forbidden at Anthropic (Your API key does not have permission to use the specified resource). Choose another model, or use a key that may.',
  },
  {
    title: 'an unknown model',
    model: 'anthropic/claude-unknown',
    replies: [refused(404, 'not_found_error', 'model: claude-unknown')],
    failed: 'unknown-model',
    message: 'Anthropic does not know the model claude-unknown. Choose another one.',
  },
  {
    title: 'no credit',
    model: 'anthropic/claude-poor',
    replies: [refused(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')],
    failed: 'quota',
    message:
      'The account at Anthropic has nothing left to spend (Your credit balance is too low to access the Anthropic API). Top it up, or choose another model.',
  },
  {
    title: 'an exhausted quota that looks like a limit by the minute',
    model: 'openai/gpt-poor',
    replies: [refusedByOpenAI(429, 'insufficient_quota', 'You exceeded your current quota, please check your plan.')],
    failed: 'quota',
    message:
      'The account at OpenAI has nothing left to spend (You exceeded your current quota, please check your plan). Top it up, or choose another model.',
  },
  {
    title: 'a conversation that is too long',
    model: 'anthropic/claude-long',
    replies: [refused(400, 'invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum')],
    failed: 'context-too-long',
    message: 'This chat is too long for Claude Long. Start a new chat, or choose a model with a larger window.',
  },
  {
    title: 'a limit by the minute, once',
    model: 'anthropic/claude-minute',
    replies: [refused(429, 'rate_limit_error', 'Too many requests', { 'retry-after': '2' }), say('Here I am.')],
    tries: ['rate-limit 429'],
    shown: /^Rate limited by Anthropic: asking again in 2 s \(2 of 6\)$/,
    waitedMs: [2000, 2000],
  },
  {
    title: 'errors of the provider, one after another',
    model: 'anthropic/claude-shaky',
    replies: [
      refused(500, 'api_error', 'Internal server error'),
      refused(503, 'api_error', 'Service unavailable'),
      refused(529, 'overloaded_error', 'Overloaded'),
      say('Here I am.'),
    ],
    tries: ['server-error 500', 'overloaded 503', 'overloaded 529'],
    shown: /^Anthropic is overloaded: asking again in \d+ s \(3 of \d\)$/,
  },
  {
    title: 'an overload that is told inside the stream',
    model: 'anthropic/claude-full',
    replies: [{ kind: 'raw', text: overloadedEvent }, say('Here I am.')],
    tries: ['overloaded 529'],
    shown: /^Anthropic is overloaded: /,
  },
  {
    title: 'a limit that never ends',
    model: 'anthropic/claude-never',
    replies: [slowDown, slowDown, slowDown, slowDown, slowDown, slowDown],
    failed: 'rate-limit',
    message: 'Anthropic is receiving too many requests from this account. Wait a while and try again.',
    tries: Array.from({ length: 5 }, () => 'rate-limit 429'),
    shown: /\(6 of 6\)$/,
    waitedMs: [10_000, 20_000],
  },
  {
    title: 'a limit that asks for more patience than a turn has',
    model: 'anthropic/claude-hour',
    replies: [refused(429, 'rate_limit_error', 'Too many requests', { 'retry-after': '3600' })],
    failed: 'rate-limit',
    message: 'Anthropic is receiving too many requests from this account. Wait a while and try again.',
  },
  {
    title: 'a stream that breaks off before anything was said',
    model: 'anthropic/claude-early',
    replies: [
      cutWithin(spoken, 'message_start', 'break'),
      cutWithin(spoken, 'event: content_block_start', 'end'),
      say('Here I am.'),
    ],
    tries: ['broken-stream', 'broken-stream'],
    shown: /^The answer of Anthropic broke off: /,
  },
  {
    title: 'an answer that is no stream',
    model: 'anthropic/claude-garbled',
    replies: Array.from({ length: 3 }, (): Reply => ({
      kind: 'raw',
      text: 'event: message_start\ndata: {"type":\n\n',
    })),
    failed: 'broken-stream',
    message: 'The answer of Anthropic broke off (it could not be understood). Try again.',
    tries: ['broken-stream', 'broken-stream'],
  },
  {
    title: 'an empty answer',
    model: 'anthropic/claude-mute',
    replies: [
      { kind: 'answer', answer: {} },
      { kind: 'answer', answer: {} },
    ],
    failed: 'empty-answer',
    message: 'Claude Mute gave an empty answer. Try again, or choose another model.',
    tries: ['empty-answer'],
  },
  ...(['anthropic/claude-b', 'openai/gpt-b', 'google/gemini-b', 'house/b'] as const).flatMap((model): Failure[] => {
    const provider = { anthropic: 'Anthropic', openai: 'OpenAI', google: 'Google', house: 'House' }[
      model.split('/')[0]!
    ]
    return (['break', 'end'] as const).flatMap((how): Failure[] => [
      {
        title: `a stream of ${model} that breaks off in the middle of a text (${how})`,
        model: `${model}-text-${how}`,
        replies: [cutAfter(spoken, 'of Monday.', how)],
        failed: 'broken-stream',
        message: `The answer of ${provider} broke off (`,
        kept: 'I look at the notes of Monday.',
      },
      {
        title: `a stream of ${model} that breaks off in the middle of a call (${how})`,
        model: `${model}-call-${how}`,
        replies: [cutWithin(calling, 'a.txt', how)],
        failed: 'broken-stream',
        message: `The answer of ${provider} broke off (`,
        kept: 'I look.',
      },
    ])
  }),
]

const tryOf = ({ failure, httpStatus }: CallAttempt) => `${failure}${httpStatus === undefined ? '' : ` ${httpStatus}`}`
const nameOf = (model: string) => model.slice(model.indexOf('/') + 1)

/** Goes through one failure and comes out of it again. */
async function live(client: HostClient, front: ModelFront, folder: string, failure: Failure): Promise<void> {
  const { model, replies, failed, message = '', kept = '', tries = [], shown, waitedMs } = failure
  const name = nameOf(model)
  front.script(name, [...replies, ...(failed === undefined ? [] : [say('Here I am.')])])
  const { session, chat } = await createAgentSession(client, folder)
  const activities: string[] = []
  const stop = client.onEnvelope(({ channel, action }) => {
    if (channel === chat && action.type === 'chat/activityChanged' && action.activity !== undefined)
      activities.push(action.activity)
  })
  const watched = client.watch(chat)
  const turnId = await tell(client, chat, 'What is in the notes?', model)
  const first = await turnEnded(client, chat, turnId)
  const asked = tries.length + 1
  expect(front.of(name)).toHaveLength(asked)
  const [call] = await callsMade(client, session)
  expect(call?.attempts.map(tryOf)).toEqual(tries)
  // A request that is made again is the same request.
  expect(new Set(front.of(name).map(({ text }) => text)).size).toBe(1)
  if (shown !== undefined) expect(activities.join('\n')).toMatch(new RegExp(shown.source, 'm'))
  const waits = call?.attempts.map(({ waitMs = 0 }) => waitMs) ?? []
  const gaps = front.of(name).map(({ at }, index, all) => (all[index + 1]?.at ?? Infinity) - at)
  // Timers may be a little early by another clock.
  expect(waits.filter((waitMs, index) => gaps[index]! < waitMs - 5)).toEqual([])
  if (waitedMs !== undefined) {
    const sum = waits.reduce((all, waitMs) => all + waitMs, 0)
    expect(sum).toBeGreaterThanOrEqual(waitedMs[0])
    expect(sum).toBeLessThanOrEqual(waitedMs[1])
  }
  if (failed !== undefined) {
    const last = first.responseParts.at(-1)
    expect(last).toMatchObject({ kind: 'error', resumable: true, error: { errorType: failed } })
    expect(errorOf(first)).toContain(message)
    expect(last?.kind === 'error' ? last.error._meta?.['text'] : undefined).toMatchObject({ key: `model.${failed}` })
    expect(textOf(first).trim()).toBe(kept)
    expect(call).toMatchObject({ status: 'failed', error: errorOf(first) })
    // A call that broke off is shown and never ran.
    const calls = callsOf(await stateWhen(client, chat, 'chat', () => true), turnId)
    expect(calls.filter((each) => each.endsWith(' completed'))).toEqual([])
    await resume(client, chat, turnId)
  } else expect(call?.status).toBe('succeeded')
  const end = await turnEnded(client, chat, turnId)
  expect([end.state, textOf(end).includes('Here I am.')]).toEqual(['complete', true])
  const { activity } = await stateWhen(client, chat, 'chat', () => true)
  expect(activity).toBeUndefined()
  // What was said before it broke off is what the model goes on from.
  if (kept !== '') {
    const pieces = promptOf(front.of(name).at(-1)!).pieces
    const at = pieces.findIndex(({ kind, text }) => kind === 'text' && text === kept)
    expect(at).toBe(1)
    expect(pieces.slice(at + 1).map(({ kind }) => kind)).toContain('user')
    expect(pieces.filter(({ kind }) => kind === 'call')).toEqual([])
  }
  // Nothing was asked that is not on record.
  const all = await callsMade(client, session)
  expect(all.reduce((sum, { attempts }) => sum + attempts.length + 1, 0)).toBe(front.of(name).length)
  watched.release()
  stop()
}

test('every failure of a call is told in words, keeps what there was, and the turn can be resumed', async ({
  scene,
}) => {
  const folder = scene.repository('repo', { 'a.txt': 'one\n' })
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  await addEndpoint(
    client,
    { id: 'locked', kind: 'anthropic', name: 'Locked', baseUrl: `${front.url}/locked/v1` },
    'key-for-locked',
  )
  await addEndpoint(client, { id: 'house', kind: 'openai-compatible', name: 'House', baseUrl: `${front.url}/v1` })
  const outcomes = await Promise.allSettled(failures.map((failure) => live(client, front, folder, failure)))
  const wrong = outcomes.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [`${failures[at]?.title}: ${String(outcome.reason)}`] : [],
  )
  expect(wrong).toEqual([])
  expect(front.requests.length).toBeGreaterThan(failures.length)
  await front.stop()
})

test('roadstead run says what failed and ends with 1; with 0 where asking again helped', async ({ scene }) => {
  const folder = scene.repository('repo', { 'a.txt': 'one\n' })
  const front = await startModelFront()
  const once = refused(429, 'rate_limit_error', 'Too many requests', { 'retry-after-ms': '10' })
  const cases: readonly [name: string, replies: Script, code: number, error: string | undefined, text: string][] = [
    ['claude-key', [refused(401, 'authentication_error', 'invalid x-api-key')], 1, 'did not accept the key', ''],
    [
      'claude-none',
      [refused(404, 'not_found_error', 'model: claude-none')],
      1,
      'does not know the model claude-none',
      '',
    ],
    ['claude-cut', [cutAfter(spoken, 'of Monday.', 'break')], 1, 'broke off', 'I look at the notes of Monday.'],
    ['claude-once', [once, say('Here I am.')], 0, undefined, 'Here I am.'],
  ]
  const args = ['run', '--cwd', folder, '--data', scene.dataDir, '--trust']
  for (const [name, replies, code, error, text] of cases) {
    front.script(name, replies)
    const result = await runCli([...args, '--model', `anthropic/${name}`, 'Hello'], { env: frontEnv(front) })
    const last = result.lines.at(-1)
    expect([name, result.code, result.stderr]).toEqual([name, code, ''])
    expect(last).toMatchObject({ kind: 'result', state: code === 0 ? 'complete' : 'error', text })
    if (error !== undefined) expect(last?.['error']).toContain(error)
    expect(result.stdout).not.toContain('key-for-anthropic')
  }
  await front.stop()
})

test('twenty turns through a storm of faults all have an end, and each session works when it is over', async ({
  scene,
}) => {
  const folder = scene.repository('repo', { 'a.txt': 'one\n' })
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  await addEndpoint(
    client,
    { id: 'chat', kind: 'openai', name: 'Chat', baseUrl: `${front.url}/v1`, wireApi: 'openai-chat' },
    'key-for-chat',
  )
  await addEndpoint(client, { id: 'house', kind: 'openai-compatible', name: 'House', baseUrl: `${front.url}/v1` })
  // Each turn reads a file and answers; reminders that are put behind a result are no question.
  front.mock.on({}, ({ messages }) => {
    const asked = messages.findLastIndex(
      ({ role, content }) => role === 'user' && JSON.stringify(content).includes('Round'),
    )
    if (messages.findLastIndex(({ role }) => role === 'tool') > asked) return { content: 'Fine.' }
    return { content: '', toolCalls: [{ name: 'read_file', arguments: '{"path":"a.txt"}' }] }
  })
  front.mock.setChaos({ dropRate: 0.12, malformedRate: 0.12, rateLimitRate: 0.12, disconnectRate: 0.12 })
  const models = [
    'anthropic/claude-storm',
    'openai/gpt-storm',
    'google/gemini-storm',
    'chat/gpt-storm-chat',
    'house/storm',
  ]
  const sessions = await Promise.all(
    models.map(async (model) => {
      front.script(
        nameOf(model),
        Array.from({ length: 200 }, () => ({ kind: 'mock' })),
      )
      const { session, chat } = await createAgentSession(client, folder)
      const ends: string[] = []
      for (let round = 1; round <= 4; round += 1) {
        const turn = await turnEnded(client, chat, await tell(client, chat, `Round ${round}`, model))
        ends.push(turn.state)
        if (turn.state === 'error') expect(errorOf(turn)).toMatch(/\.$/)
        else expect(textOf(turn)).toContain('Fine.')
      }
      return { model, session, chat, ends }
    }),
  )
  front.mock.clearChaos()
  expect(sessions.flatMap(({ ends }) => ends.filter((end) => end !== 'complete' && end !== 'error'))).toEqual([])
  for (const { model, session, chat, ends } of sessions) {
    const { turns } = await stateWhen(client, chat, 'chat', () => true)
    const last = turns.at(-1)
    if (ends.at(-1) === 'error' && last !== undefined) {
      await resume(client, chat, last.id)
      expect((await turnEnded(client, chat, last.id)).state).toBe('complete')
    }
    const after = await turnEnded(client, chat, await tell(client, chat, 'Round of calm', model))
    expect([model, after.state, textOf(after).trim()]).toEqual([model, 'complete', 'Fine.'])
    const calls = await callsMade(client, session)
    expect(calls.filter(({ status }) => status === 'running')).toEqual([])
    expect(calls.reduce((sum, { attempts }) => sum + attempts.length + 1, 0)).toBe(front.of(nameOf(model)).length)
  }
  await front.stop()
})
