import { describe, expect, it } from 'vitest'
import type { ChatAction } from './actions.ts'
import { findOpenInputRequest } from './reduce-input-requests.ts'
import { reduceChat } from './reducer.ts'
import type { ChatState } from './state.ts'
import type { ResponsePart } from './turn.ts'

const idle: ChatState = {
  resource: 'ahp-chat:/a',
  title: 'Main',
  status: 33,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  turns: [],
}
const message = { text: 'hello', origin: { kind: 'user' as const } }
const started: ChatAction = { type: 'chat/turnStarted', turnId: 't1', startedAt: '2026-01-01T10:00:00.000Z', message }
const markdown: ChatAction = {
  type: 'chat/responsePart',
  turnId: 't1',
  part: { kind: 'markdown', id: 'p1', content: 'a' },
}
const call = { turnId: 't1', toolCallId: 'c1' }
const toolStart: ChatAction = { type: 'chat/toolCallStart', ...call, toolName: 'bash', displayName: 'Bash' }
const toolReady: ChatAction = { type: 'chat/toolCallReady', ...call, invocationMessage: 'Run', toolInput: 'ls' }
const done = { success: true, pastTenseMessage: 'Ran' }

const run = (state: ChatState, ...actions: ChatAction[]): ChatState =>
  actions.reduce<ChatState>((reached, action) => reduceChat(reached, action), state)
const callIn = (state: ChatState) => {
  const part = state.activeTurn?.responseParts.find((each) => each.kind === 'toolCall')
  return part?.kind === 'toolCall' ? part.toolCall : undefined
}

describe('a turn', () => {
  it('goes from the message to the answer', () => {
    const state = run(
      idle,
      started,
      markdown,
      { type: 'chat/delta', turnId: 't1', partId: 'p1', content: 'b' },
      { type: 'chat/usage', turnId: 't1', usage: { inputTokens: 3 } },
      { type: 'chat/turnComplete', turnId: 't1', duration: 1500 },
    )
    expect(state).toEqual({
      ...idle,
      status: 1,
      modifiedAt: '2026-01-01T10:00:01.500Z',
      turns: [
        {
          id: 't1',
          startedAt: '2026-01-01T10:00:00.000Z',
          duration: 1500,
          message,
          responseParts: [{ kind: 'markdown', id: 'p1', content: 'ab' }],
          usage: { inputTokens: 3 },
          state: 'complete',
        },
      ],
    })
  })

  it('skips the calls that have not finished when it ends, and keeps one whose status nobody knows', () => {
    const unknown = { toolCallId: 'c2', toolName: 'bash', displayName: 'Bash', status: 'delegated' }
    // What a newer host may send: the type knows only the statuses of this version.
    const part = { kind: 'toolCall', toolCall: unknown } as unknown as ResponsePart
    const state = run(
      idle,
      ...[started, toolStart, toolReady],
      { type: 'chat/responsePart', turnId: 't1', part },
      { type: 'chat/turnComplete', turnId: 't1', duration: 1 },
    )
    const calls = state.turns[0]?.responseParts.map((each) => (each.kind === 'toolCall' ? each.toolCall : each))
    expect(calls).toEqual([
      {
        ...{ toolCallId: 'c1', toolName: 'bash', displayName: 'Bash', status: 'cancelled' },
        ...{ invocationMessage: 'Run', toolInput: 'ls', reason: 'skipped' },
      },
      unknown,
    ])
  })

  it('marks the chat unread when it starts, not when it ends', () => {
    expect(run(idle, started).status).toBe(8)
    const read = run(idle, started, { type: 'chat/isReadChanged', isRead: true })
    expect(run(read, { type: 'chat/turnComplete', turnId: 't1', duration: 1 }).status).toBe(33)
  })

  it.each<ChatAction>([
    { type: 'chat/delta', turnId: 't0', partId: 'p1', content: 'late' },
    { type: 'chat/delta', turnId: 't1', partId: 'p2', content: 'lost' },
    { type: 'chat/reasoning', turnId: 't1', partId: 'p1', content: 'other kind' },
    { type: 'chat/responsePart', turnId: 't1', part: { kind: 'error', error: { errorType: 'x', message: 'x' } } },
    { type: 'chat/turnCancelled', turnId: 't0', duration: 1 },
    { type: 'chat/truncated', turnId: 't9' },
    { type: 'chat/turnResume', turnId: 't1' },
    { type: 'chat/toolCallComplete', turnId: 't1', toolCallId: 'c9', result: done },
  ])('is not touched by $type that does not fit it', (action) => {
    const state = run(idle, started, markdown)
    expect(reduceChat(state, action)).toBe(state)
  })

  it.each([
    ['an offset', '2026-01-01T12:00:00+02:00', 1000, '2026-01-01T10:00:01.000Z'],
    ['no offset as UTC, wherever the peer is', '2026-01-01T12:00:00', 1000, '2026-01-01T12:00:01.000Z'],
    ['a duration below zero as none', '2026-01-01T12:00:00Z', -5, '2026-01-01T12:00:00.000Z'],
    ['no instant at all by leaving the old one', 'yesterday', 1000, 'yesterday'],
    ['a duration beyond all time the same way', '2026-01-01T12:00:00Z', 1e300, '2026-01-01T12:00:00Z'],
  ])('that ends takes %s', (_, startedAt, duration, modifiedAt) => {
    const state = run(idle, { ...started, startedAt }, { type: 'chat/turnCancelled', turnId: 't1', duration })
    expect(state.modifiedAt).toBe(modifiedAt)
  })

  it('skips the calls that have not finished, with no input for one that was still streaming', () => {
    const second = {
      type: 'chat/toolCallStart',
      turnId: 't1',
      toolCallId: 'c2',
      toolName: 'x',
      displayName: 'X',
    } as const
    const partial = { type: 'chat/toolCallDelta', turnId: 't1', toolCallId: 'c2', content: '{"a' } as const
    const state = run(idle, started, toolStart, toolReady, second, partial, {
      type: 'chat/turnCancelled',
      turnId: 't1',
      duration: 1,
    })
    expect(state.turns[0]?.responseParts).toEqual([
      {
        kind: 'toolCall',
        toolCall: {
          status: 'cancelled',
          toolCallId: 'c1',
          toolName: 'bash',
          displayName: 'Bash',
          invocationMessage: 'Run',
          toolInput: 'ls',
          reason: 'skipped',
        },
      },
      {
        kind: 'toolCall',
        toolCall: {
          status: 'cancelled',
          toolCallId: 'c2',
          toolName: 'x',
          displayName: 'X',
          invocationMessage: '',
          reason: 'skipped',
        },
      },
    ])
    expect(state.status).toBe(1)
  })

  it('comes back after an error that can be resumed, once', () => {
    const part = { kind: 'error' as const, error: { errorType: 'network', message: 'gone' }, resumable: true }
    const failed = run(idle, started, markdown, { type: 'chat/error', turnId: 't1', duration: 9, part })
    expect([failed.status, failed.turns[0]?.state]).toEqual([2, 'error'])
    const resumed = run(failed, { type: 'chat/turnResume', turnId: 't1' })
    expect(resumed).toEqual({
      ...failed,
      status: 8,
      turns: [],
      activeTurn: {
        id: 't1',
        startedAt: '2026-01-01T10:00:00.000Z',
        message,
        responseParts: [{ kind: 'markdown', id: 'p1', content: 'a' }, part],
      },
    })
    expect(reduceChat(resumed, { type: 'chat/turnResume', turnId: 't1' })).toBe(resumed)
  })

  it('takes the queued message it came from off the queue, and an empty queue with it', () => {
    const queued = run(idle, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q1', message })
    expect(run(queued, { ...started, queuedMessageId: 'q1' })).not.toHaveProperty('queuedMessages')
  })
})

describe('a tool call', () => {
  const waiting = run(idle, started, toolStart, toolReady)
  const approve: ChatAction = { type: 'chat/toolCallConfirmed', ...call, approved: true, confirmed: 'user-action' }

  it('waits for the person, then runs, then is done', () => {
    expect([waiting.status, callIn(waiting)?.status]).toEqual([24, 'pending-confirmation'])
    const running = run(waiting, { ...approve, editedToolInput: 'ls -l' })
    expect([running.status, callIn(running)]).toEqual([
      8,
      {
        status: 'running',
        toolCallId: 'c1',
        toolName: 'bash',
        displayName: 'Bash',
        invocationMessage: 'Run',
        toolInput: 'ls -l',
        confirmed: 'user-action',
      },
    ])
    const completed = run(running, { type: 'chat/toolCallComplete', ...call, result: done })
    expect(callIn(completed)).toMatchObject({ status: 'completed', confirmed: 'user-action', success: true })
  })

  it('cannot be decided twice', () => {
    const denied = run(waiting, { type: 'chat/toolCallConfirmed', ...call, approved: false, reason: 'denied' })
    expect(reduceChat(denied, approve)).toBe(denied)
  })

  it('goes back to waiting when the host asks after all', () => {
    const let_through = run(idle, started, toolStart, { ...toolReady, confirmed: 'not-needed' } as ChatAction)
    expect(callIn(let_through)?.status).toBe('running')
    expect(run(let_through, toolReady).status).toBe(24)
  })

  it('cannot pass from a client to another, or to one at all', () => {
    const client = (clientId: string) => ({ kind: 'client' as const, clientId })
    const owned = run(idle, started, { ...toolStart, contributor: client('c1') } as ChatAction)
    expect(callIn(run(owned, { ...toolReady, contributor: client('c2') } as ChatAction))?.contributor).toEqual(
      client('c1'),
    )
    const hosted = run(idle, started, toolStart, { ...toolReady, contributor: client('c2') } as ChatAction)
    expect(callIn(hosted)?.contributor).toBeUndefined()
  })

  it('of an MCP server that waits for authentication can go on or fail, but not succeed', () => {
    const mcp = { ...toolStart, contributor: { kind: 'mcp', customizationId: 'm' } } as ChatAction
    const auth = { reason: 'required' as const, resource: { resource: 'https://mcp.example' } }
    const blocked = run(idle, started, mcp, { ...toolReady, confirmed: 'setting' } as ChatAction, {
      type: 'chat/toolCallAuthRequired',
      ...call,
      auth,
    })
    expect([blocked.status, callIn(blocked)]).toMatchObject([
      24,
      { status: 'auth-required', auth, confirmed: 'setting' },
    ])
    expect(reduceChat(blocked, { type: 'chat/toolCallComplete', ...call, result: done })).toBe(blocked)
    const failed = { type: 'chat/toolCallComplete', ...call, result: { ...done, success: false } } as const
    expect(callIn(run(blocked, failed))?.status).toBe('completed')
    const resumed = run(blocked, { type: 'chat/toolCallAuthResolved', ...call })
    expect([resumed.status, callIn(resumed)?.status, 'auth' in (callIn(resumed) ?? {})]).toEqual([8, 'running', false])
  })

  it('cannot be given other fields by its result', () => {
    const result = {
      ...done,
      status: 'running',
      toolCallId: 'c9',
      contributor: { kind: 'client', clientId: 'evil' },
      toolInput: 'rm',
    }
    const completed = run(waiting, approve, { type: 'chat/toolCallComplete', ...call, result })
    expect(callIn(completed)).toEqual({
      status: 'completed',
      toolCallId: 'c1',
      toolName: 'bash',
      displayName: 'Bash',
      invocationMessage: 'Run',
      toolInput: 'ls',
      confirmed: 'user-action',
      ...done,
    })
  })

  it('does not let its result in without a second yes when that is asked for', () => {
    const asked = run(waiting, approve, {
      type: 'chat/toolCallComplete',
      ...call,
      result: done,
      requiresResultConfirmation: true,
    })
    expect([asked.status, callIn(asked)?.status]).toEqual([24, 'pending-result-confirmation'])
    const denied = run(asked, { type: 'chat/toolCallResultConfirmed', ...call, approved: false })
    expect(callIn(denied)).toEqual({
      status: 'cancelled',
      toolCallId: 'c1',
      toolName: 'bash',
      displayName: 'Bash',
      invocationMessage: 'Run',
      toolInput: 'ls',
      reason: 'result-denied',
    })
  })
})

describe('an input request', () => {
  const asked = run(idle, started, { type: 'chat/inputRequested', request: { id: 'r', message: 'Which?' } })
  const answer = { state: 'submitted' as const, value: { kind: 'text' as const, value: 'this' } }

  it('makes the chat wait until it is settled, and stays where it was asked', () => {
    expect([asked.status, findOpenInputRequest(asked, 'r')?.message]).toEqual([24, 'Which?'])
    const settled = run(asked, markdown, {
      type: 'chat/inputCompleted',
      requestId: 'r',
      response: 'accept',
      answers: { q: answer },
    })
    expect(settled.status).toBe(8)
    expect(settled.activeTurn?.responseParts).toEqual([
      { kind: 'inputRequest', request: { id: 'r', message: 'Which?', answers: { q: answer } }, response: 'accept' },
      { kind: 'markdown', id: 'p1', content: 'a' },
    ])
    expect(findOpenInputRequest(settled, 'r')).toBeUndefined()
  })

  it('keeps its answers when it is asked again, and loses the map with the last of them', () => {
    const answered = run(asked, { type: 'chat/inputAnswerChanged', requestId: 'r', questionId: 'q', answer })
    const again = run(answered, { type: 'chat/inputRequested', request: { id: 'r', message: 'Which one?' } })
    expect(findOpenInputRequest(again, 'r')).toEqual({ id: 'r', message: 'Which one?', answers: { q: answer } })
    const cleared = run(again, { type: 'chat/inputAnswerChanged', requestId: 'r', questionId: 'q' })
    expect(findOpenInputRequest(cleared, 'r')).toEqual({ id: 'r', message: 'Which one?' })
  })
})

describe('history', () => {
  const turn = (id: string) => ({ id, message, responseParts: [], state: 'complete' as const })
  const chat: ChatState = { ...idle, turns: [turn('b'), turn('c')], turnsNextCursor: 'more' }

  it('grows at the front, each turn once', () => {
    const loaded = run(chat, { type: 'chat/turnsLoaded', turns: [turn('a'), turn('b')] })
    expect(loaded.turns.map((each) => each.id)).toEqual(['a', 'b', 'c'])
    expect(loaded).not.toHaveProperty('turnsNextCursor')
  })

  it('is cut after a turn, or altogether, and takes a running turn along', () => {
    const running = run(chat, started)
    const cut = run(running, { type: 'chat/truncated', turnId: 'b' })
    expect([cut.turns.map((each) => each.id), cut.activeTurn, cut.turnsNextCursor]).toEqual([['b'], undefined, 'more'])
    const all = run(running, { type: 'chat/truncated' })
    expect([all.turns, all.activeTurn, all.turnsNextCursor, all.status]).toEqual([[], undefined, undefined, 1])
  })
})
