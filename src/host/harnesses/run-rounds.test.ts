import { expect, test } from 'vitest'
import type { ResponsePart } from '../../protocol/channels/chat/turn.ts'
import type { ToolContext } from '../tools/tool.ts'
import { factsOf } from './call-facts.ts'
import { finishedRounds, lastRound } from './finished-rounds.ts'
import { addUsage } from './read-reply.ts'
import { defaultLimits, type ReplyInput, type ReplyPart, type ReplySource } from './reply.ts'
import { runRounds } from './run-rounds.ts'
import { createTool, createTurn, outcome, until, type TurnOptions } from '../testing/turn.ts'

const someContext = (toolCallId: string) => ({ toolCallId }) as ToolContext
const call = (name: string, input: unknown) => ({ kind: 'toolCall' as const, name, arguments: JSON.stringify(input) })
const say = (text: string): ReplyPart => ({ kind: 'text', text })

/** Replies in order; keeps what it was asked. */
function replies(...rounds: readonly (readonly ReplyPart[])[]) {
  const inputs: ReplyInput[] = []
  const source: ReplySource = {
    async *next(input) {
      inputs.push(input)
      yield* rounds[inputs.length - 1] ?? []
    },
  }
  return { source, inputs }
}

function turn(options: TurnOptions) {
  return createTurn({ toolContext: someContext, ...options })
}

const echo = createTool('echo', async ({ text }) => outcome(text))

test('a round is text, a call with its result, and the next reply is told what came of it', async () => {
  const edit = { path: '/w/a', after: 'x', hunks: [] }
  const write = createTool('write', async ({ text }) => outcome(text, { edits: [edit], facts: { exitCode: 3 } }))
  const { context, actions, edits } = turn({ tools: [write] })
  const { source, inputs } = replies([say('Hello '), say('there.'), call('write', { text: 'a' })], [say('Done.')])
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
  const result = { call: 'call-1', toolCallId: 'call-1', tool: 'write', status: 'succeeded', forModel: 'a' }
  const facts = { decidedBy: 'policy', round: 1, exitCode: 3 }
  expect(inputs.map(({ round, rounds }) => ({ round, rounds }))).toEqual([
    { round: 1, rounds: [] },
    { round: 2, rounds: [{ round: 1, calls: [{ ...result, facts }] }] },
  ])
  expect(edits).toEqual([{ toolCallId: 'call-1', edits: [edit] }])
  const base = { turnId: 't', toolCallId: 'call-1' }
  expect(actions.filter((action) => action.type !== 'chat/usage' && action.type !== 'chat/delta')).toEqual([
    { type: 'chat/responsePart', turnId: 't', part: { kind: 'markdown', id: 't.r1.p1', content: 'Hello there.' } },
    {
      type: 'chat/toolCallStart',
      ...base,
      toolName: 'write',
      displayName: 'WRITE',
      _meta: { 'x-roadstead': { round: 1 } },
    },
    {
      type: 'chat/toolCallReady',
      ...base,
      invocationMessage: 'write a',
      confirmed: 'not-needed',
      toolInput: '{"text":"a"}',
    },
    {
      type: 'chat/toolCallComplete',
      ...base,
      result: { success: true, pastTenseMessage: 'Did a' },
      _meta: { 'x-roadstead': facts },
    },
    { type: 'chat/responsePart', turnId: 't', part: { kind: 'markdown', id: 't.r2.p1', content: 'Done.' } },
  ])
})

test('reasoning and text become parts of their own, and pieces of one tick one action', async () => {
  const { context, actions } = turn({})
  const source: ReplySource = {
    async *next() {
      yield { kind: 'reasoning', text: 'hm' }
      yield { kind: 'reasoning', text: 'm' }
      yield say('a')
      await until(() => actions.length === 2)
      yield say('b')
      yield say('c')
    },
  }
  await runRounds(context, source)
  expect(actions.slice(0, 3)).toEqual([
    { type: 'chat/responsePart', turnId: 't', part: { kind: 'reasoning', id: 't.r1.p1', content: 'hmm' } },
    { type: 'chat/responsePart', turnId: 't', part: { kind: 'markdown', id: 't.r1.p2', content: 'a' } },
    { type: 'chat/delta', turnId: 't', partId: 't.r1.p2', content: 'bc' },
  ])
})

test.each([
  [
    'an unknown tool',
    { kind: 'toolCall', name: 'nope', arguments: '{}' },
    'There is no tool "nope". The tools are: echo.',
    'unknown-tool',
  ],
  ['a wrong field', call('echo', { text: 3 }), 'text: ', 'invalid-arguments'],
  ['a foreign field', call('echo', { text: 'a', color: 1 }), 'color', 'invalid-arguments'],
  [
    'arguments that are not JSON',
    { kind: 'toolCall', name: 'echo', arguments: '{"text": ' },
    'The arguments of echo are not JSON',
    'invalid-arguments',
  ],
] as const)(
  '%s is told to the person and the source, nothing is asked or run, and the run goes on',
  async (_, part, words, code) => {
    const { context, actions, requests } = turn({ tools: [echo] })
    const { source, inputs } = replies([part], [say('I see.')])
    expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
    expect(requests).toEqual([])
    expect(inputs[1]?.rounds[0]?.calls[0]).toMatchObject({ status: 'failed', forModel: expect.stringContaining(words) })
    const complete = actions.find((action) => action.type === 'chat/toolCallComplete')
    expect(complete?.result).toMatchObject({ success: false, error: { code, message: expect.stringContaining(words) } })
    const ready = actions.find((action) => action.type === 'chat/toolCallReady')
    expect(ready).toMatchObject({ confirmed: 'not-needed', toolInput: part.arguments })
  },
)

test('a tool that throws is a failed result, not a crash', async () => {
  const broken = createTool('broken', async () => {
    throw new Error('the disk is on fire')
  })
  const { context, actions } = turn({ tools: [broken] })
  const { source, inputs } = replies([call('broken', { text: '' })], [say('Oh.')])
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
  const words = 'broken failed: the disk is on fire.'
  expect(inputs[1]?.rounds[0]?.calls[0]).toMatchObject({ status: 'failed', forModel: words })
  expect(actions.find((action) => action.type === 'chat/toolCallComplete')?.result).toEqual({
    success: false,
    pastTenseMessage: 'BROKEN failed',
    error: { message: words, code: 'tool-failed' },
  })
})

test('a denied call does not run, and the source is told why', async () => {
  let ran = false
  const tool = createTool('tool', async () => {
    ran = true
    return outcome('x')
  })
  const { context, actions } = turn({ tools: [tool], confirm: async () => ({ kind: 'denied', reason: 'not today' }) })
  const { source, inputs } = replies([call('tool', { text: '' })], [])
  await runRounds(context, source)
  expect(ran).toBe(false)
  expect(inputs[1]?.rounds[0]?.calls[0]).toMatchObject({
    status: 'denied',
    forModel: 'The call was not allowed: not today',
  })
  expect(actions.some((action) => action.type === 'chat/toolCallComplete')).toBe(false)
})

test('what runs is what the person made of it, checked again', async () => {
  const inputs: unknown[] = []
  const tool = createTool('tool', async (input) => {
    inputs.push(input)
    return outcome('x')
  })
  const edited = [{ text: 'edited' }, { text: 5 }]
  const { context } = turn({ tools: [tool], confirm: async () => ({ kind: 'approved', input: edited.shift() }) })
  const { source, inputs: asked } = replies([call('tool', { text: 'a' })], [call('tool', { text: 'b' })], [])
  await runRounds(context, source)
  expect(inputs).toEqual([{ text: 'edited' }])
  expect(asked[2]?.rounds[1]?.calls[0]).toMatchObject({ status: 'failed', forModel: expect.stringContaining('text: ') })
})

test('neighbouring read-only calls run together, others one after the other', async () => {
  const running = new Set<string>()
  const together: string[][] = []
  const track = async ({ text }: { text: string }) => {
    running.add(text)
    await new Promise((resolve) => setImmediate(resolve))
    together.push([...running].toSorted())
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(text)
    return outcome(text)
  }
  const tools = [createTool('read', track, true), createTool('write', track)]
  const { context } = turn({ tools })
  const calls = ['read 1', 'read 2', 'write 3', 'write 4', 'read 5'].map((text) =>
    call(text.split(' ')[0] ?? '', { text }),
  )
  const { source, inputs } = replies(calls, [])
  await runRounds(context, source)
  expect(together).toEqual([['read 1', 'read 2'], ['read 1', 'read 2'], ['write 3'], ['write 4'], ['read 5']])
  expect(inputs[1]?.rounds[0]?.calls.map((result) => result.forModel)).toEqual([
    'read 1',
    'read 2',
    'write 3',
    'write 4',
    'read 5',
  ])
})

test('a tool that ignores the stop is abandoned within a second, and nothing more is emitted for it', async () => {
  const stop = new AbortController()
  let finish: (late: ReturnType<typeof outcome>) => void = () => {}
  const deaf = createTool('deaf', () => new Promise((resolve) => (finish = resolve)))
  const { context, actions, edits } = turn({ tools: [deaf], signal: stop.signal })
  const { source, inputs } = replies([call('deaf', { text: '' }), call('deaf', { text: '' })], [])
  const run = runRounds(context, source)
  await until(() => actions.some((action) => action.type === 'chat/toolCallReady'))
  const stoppedAt = performance.now()
  stop.abort()
  expect(await run).toMatchObject({ kind: 'error', errorType: 'stopped' })
  expect(performance.now() - stoppedAt).toBeLessThan(1000)
  const before = actions.length
  finish(outcome('late', { edits: [{ path: '/w/a', hunks: [] }] }))
  await new Promise((resolve) => setImmediate(resolve))
  expect([actions.length, edits, inputs.length]).toEqual([before, [], 1])
})

test('a source that ignores the stop is abandoned at once', async () => {
  const stop = new AbortController()
  const { context } = turn({ signal: stop.signal })
  const source: ReplySource = {
    async *next() {
      yield say('a')
      stop.abort()
      await new Promise(() => {})
    },
  }
  expect(await runRounds(context, source)).toMatchObject({ errorType: 'stopped' })
})

test('an answer without end is cut with an error that says so, keeping what came, without starving the process', async () => {
  const { context, text } = turn({})
  const source: ReplySource = {
    async *next() {
      for (;;) yield say('more ')
    },
  }
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  const end = await runRounds(context, source, { ...defaultLimits, replyBytes: 64 * 1024 })
  clearInterval(ticking)
  expect(end).toEqual({
    kind: 'error',
    errorType: 'reply-too-long',
    message: 'The answer did not end: it was cut at 64 KiB. What came so far is kept.',
    resumable: true,
    text: { key: 'run.reply-too-long', params: { size: '64 KiB' } },
  })
  expect(text().length).toBeGreaterThan(63 * 1024)
  expect(text().length).toBeLessThanOrEqual(64 * 1024)
  expect(ticks).toBeGreaterThan(0)
})

test('empty pieces without end are cut, too', async () => {
  const { context } = turn({})
  const source: ReplySource = {
    async *next() {
      for (;;) yield say('')
    },
  }
  expect(await runRounds(context, source, { ...defaultLimits, replyBytes: 5000 })).toMatchObject({
    errorType: 'reply-too-long',
  })
})

test('an answer that falls silent is cut, too', async () => {
  const { context, text } = turn({})
  const source: ReplySource = {
    async *next() {
      yield say('Well,')
      await new Promise(() => {})
    },
  }
  const end = await runRounds(context, source, { ...defaultLimits, idleMs: 30 })
  expect(end).toMatchObject({ kind: 'error', errorType: 'reply-silent', resumable: true })
  expect(text()).toBe('Well,')
})

test('a stream that breaks ends the run with its words; none of its calls run', async () => {
  const { context, requests } = turn({ tools: [echo] })
  const source: ReplySource = {
    async *next() {
      yield call('echo', { text: 'a' })
      throw new Error('connection reset')
    },
  }
  expect(await runRounds(context, source)).toEqual({
    kind: 'error',
    errorType: 'reply-failed',
    message: 'The answer could not be read: connection reset. What came so far is kept.',
    resumable: true,
    text: { key: 'run.reply-failed', params: { problem: 'connection reset' } },
  })
  expect(requests).toEqual([])
})

test('a source that cannot even begin is an error, not a crash', async () => {
  const { context } = turn({})
  const source: ReplySource = {
    next() {
      throw new Error('no key')
    },
  }
  expect(await runRounds(context, source)).toMatchObject({
    kind: 'error',
    errorType: 'reply-failed',
    message: expect.stringContaining('no key'),
  })
})

test('rounds and calls are limited', async () => {
  const source: ReplySource = {
    async *next() {
      yield call('echo', { text: 'again' })
    },
  }
  const rounds = turn({ tools: [echo] })
  expect(await runRounds(rounds.context, source, { ...defaultLimits, rounds: 3 })).toMatchObject({
    errorType: 'too-many-rounds',
    resumable: true,
  })
  expect(rounds.requests.length).toBe(3)
  const calls = turn({ tools: [echo] })
  expect(await runRounds(calls.context, source, { ...defaultLimits, toolCalls: 2 })).toMatchObject({
    errorType: 'too-many-calls',
  })
  expect(calls.requests.length).toBe(2)
})

test('a tool that ends the turn ends it after its round', async () => {
  const done = createTool('done', async ({ text }) => outcome(text, { endsTurn: true }))
  const { context } = turn({ tools: [done, echo] })
  const { source, inputs } = replies([call('done', { text: 'x' }), call('echo', { text: 'y' })], [say('never')])
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
  expect(inputs.length).toBe(1)
})

test('usage adds up over the turn and carries the time the loop took, without commands and people', async () => {
  let now = 0
  const slow = createTool('slow', async ({ text }) => {
    now += 1000
    return outcome(text, { facts: { durationMs: 990 } })
  })
  const { context, actions } = turn({
    tools: [slow],
    monotonic: () => now,
    confirm: async ({ input }) => {
      now += 60_000
      return { kind: 'approved', input, facts: { decidedBy: 'person' } }
    },
  })
  const tokens = (inputTokens: number): ReplyPart => ({ kind: 'usage', usage: { inputTokens, outputTokens: 1 } })
  const { source } = replies([tokens(10), call('slow', { text: 'a' })], [tokens(20)])
  await runRounds(context, source)
  expect(
    actions.filter((action) => action.type === 'chat/usage').map(({ usage, _meta }) => [usage, factsOf(_meta)]),
  ).toEqual([
    [
      { inputTokens: 10, outputTokens: 1 },
      { round: 1, driverGapMs: 0, commandMs: 0, waitedMs: 0 },
    ],
    [
      { inputTokens: 30, outputTokens: 2 },
      { round: 2, driverGapMs: 10, commandMs: 990, waitedMs: 60_000 },
    ],
  ])
})

test('after a resume the rounds before are known, an interrupted call is told and not run again, and part ids do not repeat', async () => {
  const meta = (round: number) => ({ 'x-roadstead': { round, exitCode: 1 } })
  const base = { toolName: 'echo', displayName: 'Echo', invocationMessage: 'echo' }
  const parts: ResponsePart[] = [
    {
      kind: 'toolCall',
      toolCall: {
        ...base,
        toolCallId: 'a',
        status: 'completed',
        confirmed: 'not-needed',
        success: false,
        pastTenseMessage: 'Ran it',
        content: [{ type: 'text', text: 'boom' }],
        _meta: meta(1),
      },
    },
    {
      kind: 'toolCall',
      toolCall: {
        ...base,
        toolCallId: 'b',
        status: 'cancelled',
        reason: 'denied',
        reasonMessage: 'no',
        _meta: meta(2),
      },
    },
    {
      kind: 'toolCall',
      toolCall: { ...base, toolCallId: 'c', status: 'cancelled', reason: 'skipped', _meta: meta(3) },
    },
    { kind: 'markdown', id: 't.r4.p1', content: 'So' },
    { kind: 'error', error: { errorType: 'interrupted', message: 'The host was stopped.' }, resumable: true },
  ]
  expect(finishedRounds(parts).map(({ round, calls }) => [round, ...calls.map(({ status }) => status)])).toEqual([
    [1, 'failed'],
    [2, 'denied'],
    [3, 'interrupted'],
  ])
  const { context, actions, requests } = turn({ tools: [echo], parts })
  const { source, inputs } = replies([say('Going on.')])
  await runRounds(context, source)
  expect(inputs[0]).toMatchObject({ round: 4, failures: 1, rounds: finishedRounds(parts) })
  expect(inputs[0]?.rounds.flatMap(({ calls }) => calls.map(({ status, forModel }) => [status, forModel]))).toEqual([
    ['failed', 'Ran it\nboom'],
    ['denied', 'The call was not allowed: no'],
    ['interrupted', expect.stringContaining('interrupted')],
  ])
  expect(requests).toEqual([])
  expect(actions[0]).toMatchObject({ type: 'chat/responsePart', part: { id: 't.r4.p2', content: 'Going on.' } })
})

test('arguments that stream are shown as they come, and the call runs with the whole', async () => {
  const { context, actions } = turn({ tools: [echo] })
  const whole = '{"text":"ab"}'
  const { source, inputs } = replies([
    { kind: 'toolCallStart', call: 'x', name: 'echo' },
    { kind: 'toolCallDelta', call: 'x', text: whole.slice(0, 5) },
    { kind: 'toolCallDelta', call: 'x', text: whole.slice(5) },
    { kind: 'toolCall', call: 'x', name: 'echo', arguments: whole },
  ])
  await runRounds(context, source)
  expect(actions.filter((action) => action.type === 'chat/toolCallStart').length).toBe(1)
  expect(actions.flatMap((action) => (action.type === 'chat/toolCallDelta' ? [action.content] : [])).join('')).toBe(
    whole,
  )
  expect(inputs[1]?.rounds[0]?.calls[0]).toMatchObject({ call: 'x', toolCallId: 'call-1', forModel: 'ab' })
})

test('a call whose arguments break off is told as such instead of being left open', async () => {
  const { context, actions, requests } = turn({ tools: [echo] })
  const { source, inputs } = replies([
    { kind: 'toolCallStart', call: 'x', name: 'echo' },
    { kind: 'toolCallDelta', call: 'x', text: '{"text":' },
  ])
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
  expect(requests).toEqual([])
  expect(inputs[1]?.rounds[0]?.calls[0]).toMatchObject({
    status: 'failed',
    forModel: expect.stringContaining('not JSON'),
  })
  expect(actions.filter((action) => action.type === 'chat/toolCallComplete').length).toBe(1)
})

test('a call that never began is told apart from one that was cut off', () => {
  const base = { toolName: 'echo', displayName: 'Echo', _meta: { 'x-roadstead': { round: 1 } } }
  const parts: ResponsePart[] = [
    {
      kind: 'toolCall',
      toolCall: { ...base, toolCallId: 'a', status: 'cancelled', reason: 'skipped', invocationMessage: '' },
    },
    {
      kind: 'toolCall',
      toolCall: { ...base, toolCallId: 'b', status: 'cancelled', reason: 'skipped', invocationMessage: 'echo' },
    },
  ]
  expect(finishedRounds(parts)[0]?.calls.map(({ status, forModel }) => [status, forModel])).toEqual([
    ['interrupted', expect.stringContaining('before it began')],
    ['interrupted', expect.stringContaining('before it ended')],
  ])
})

test('what is waited for is shown until another piece comes, or the reply ends however it does', async () => {
  const shown = async (...parts: readonly ReplyPart[]) => {
    const { context, actions } = turn({})
    await runRounds(context, replies(parts).source)
    return actions.flatMap((action) => (action.type === 'chat/activityChanged' ? [action.activity] : []))
  }
  const wait: ReplyPart = { kind: 'activity', text: 'Waiting' }
  const error: ReplyPart = { kind: 'error', errorType: 'x', message: 'No', resumable: true }
  expect(await shown(wait, wait, say('a'), say('b'))).toEqual(['Waiting', 'Waiting', undefined])
  expect(await shown(wait)).toEqual(['Waiting', undefined])
  expect(await shown(wait, error)).toEqual(['Waiting', undefined])
  expect(await shown(say('a'))).toEqual([])
})

test('an error keeps its translatable words, and what its reply cost counts', async () => {
  const { context, actions } = turn({})
  const text = { key: 'model.overloaded', params: { provider: 'P' } }
  const error: ReplyPart = { kind: 'error', errorType: 'overloaded', message: 'Too much.', resumable: true, text }
  const { source } = replies([{ kind: 'usage', usage: { inputTokens: 7 } }, error])
  expect(await runRounds(context, source)).toEqual({ ...error })
  expect(actions.flatMap((action) => (action.type === 'chat/usage' ? [action.usage] : []))).toEqual([
    { inputTokens: 7 },
  ])
})

test('a source is told of a round’s results at once, and asked again after an answer where it wishes', async () => {
  const took: unknown[] = []
  const { source, inputs } = replies([call('echo', { text: 'a' })], [say('First.')], [say('Second.')])
  let more = 1
  const { context, text } = turn({ tools: [echo] })
  const end = await runRounds(context, {
    ...source,
    took: ({ round, calls }) => took.push([round, ...calls.map(({ forModel }) => forModel)]),
    goesOn: () => more-- > 0,
  })
  expect(end).toEqual({ kind: 'complete' })
  expect(took).toEqual([[1, 'a']])
  expect(inputs.map(({ round }) => round)).toEqual([1, 2, 3])
  expect(text()).toBe('First.Second.')
})

test('after a resume the rounds go on counting after an answer that was followed by a steering message', () => {
  const answer = (round: number): ResponsePart => ({ kind: 'markdown', id: `t.r${round}.p1`, content: 'So' })
  const steering: ResponsePart = { kind: 'systemNotification', content: 'Left!' }
  const error: ResponsePart = { kind: 'error', error: { errorType: 'x', message: 'y' }, resumable: true }
  expect(lastRound([])).toBe(0)
  expect(lastRound([answer(1), error])).toBe(0)
  expect(lastRound([answer(1), steering, answer(2), error])).toBe(1)
  expect(lastRound([answer(1), error, steering, answer(1)])).toBe(0)
  expect(lastRound([answer(1), answer(2), error])).toBe(1)
  expect(lastRound([answer(1), answer(2), error, answer(2), answer(3)])).toBe(2)
})

test('images among a result reach the source', async () => {
  const image = { type: 'embeddedResource' as const, data: 'AA==', contentType: 'image/png' }
  const look = createTool('look', async ({ text }) => outcome(text, { content: [image] }))
  const { context } = turn({ tools: [look] })
  const { source, inputs } = replies([call('look', { text: 'a' })], [])
  await runRounds(context, source)
  expect(inputs[1]?.rounds[0]?.calls[0]?.images).toEqual([{ contentType: 'image/png', data: 'AA==' }])
})

test('our figures of usage add up, and what the context holds is the later one’s', () => {
  const usage = (rounds: number, costUsd: number | undefined, tokens: number) => ({
    inputTokens: 1,
    _meta: {
      other: 1,
      'x-roadstead': { rounds, ...(costUsd !== undefined && { costUsd }), context: { tokens, shares: [] } },
    },
  })
  expect(addUsage(usage(2, 0.5, 10), usage(1, 0.25, 20))).toEqual({ ...usage(3, 0.75, 20), inputTokens: 2 })
  expect(addUsage(usage(2, undefined, 10), usage(1, 0.25, 20))).toEqual({ ...usage(3, 0.25, 20), inputTokens: 2 })
  expect(addUsage(usage(2, 0.5, 10), { inputTokens: 5 })).toEqual({ ...usage(2, 0.5, 10), inputTokens: 6 })
})

test('calls that are begun and never made are as few as calls that are made', async () => {
  const { context, actions } = turn({ tools: [echo] })
  const begun = Array.from({ length: 5000 }, (_, at) => ({
    kind: 'toolCallStart' as const,
    call: `c${at}`,
    name: 'echo',
  }))
  const { source } = replies(begun)
  expect(await runRounds(context, source)).toMatchObject({ kind: 'error', errorType: 'too-many-calls' })
  expect(actions.filter(({ type }) => type === 'chat/toolCallStart').length).toBe(defaultLimits.toolCalls)
})

test('a name that no tool can have is kept short, and counts', async () => {
  const { context, actions } = turn({ tools: [echo] })
  const { source } = replies([call('\u{1F600}'.repeat(5000), {})], [say('Done.')])
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
  for (const action of actions) expect(JSON.stringify(action).length).toBeLessThan(2000)
  const flood = [{ kind: 'toolCallStart' as const, call: 'c', name: 'n'.repeat(defaultLimits.replyBytes) }]
  expect(await runRounds(context, replies(flood, [say('Done.')]).source)).toMatchObject({ errorType: 'reply-too-long' })
})

test('arguments that come piece by piece may be as long as a whole reply', async () => {
  const { context } = turn({ tools: [echo] })
  const text = JSON.stringify({ text: 'a'.repeat(defaultLimits.replyBytes - 100) })
  const { source } = replies(
    [
      { kind: 'toolCallStart', call: 'c', name: 'echo' },
      { kind: 'toolCallDelta', call: 'c', text },
      { kind: 'toolCall', call: 'c', name: 'echo', arguments: text },
    ],
    [say('Done.')],
  )
  expect(await runRounds(context, source)).toEqual({ kind: 'complete' })
})
