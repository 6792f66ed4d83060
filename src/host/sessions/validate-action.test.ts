import { expect, test } from 'vitest'
import type { StateAction } from '../../protocol/actions.ts'
import type { DeviceScope } from '../../protocol/roadstead.ts'
import { terminalState } from '../testing/states.ts'
import { messageOf, openSessionScene, sceneChat, sceneSession, waitingCallActions } from '../testing/session-scene.ts'
import { openChat } from './open-session.ts'
import { validateAction, type ValidationFacts } from './validate-action.ts'

async function open(options: Parameters<typeof openSessionScene>[0] & { blocked?: string } = {}) {
  const scene = await openSessionScene(options)
  const judged: string[] = []
  const facts: ValidationFacts = {
    channels: scene.channels,
    sessionOf: (chat) => scene.index.sessionOf(chat),
    sandboxAvailable: () => true,
    judgeEdited(_chat, _call, text) {
      judged.push(text)
      return text.includes('sudo') ? 'the edited input is denied' : undefined
    },
    blocked: () => options.blocked,
  }
  const check = (channel: string, action: StateAction, clientId = 'c1', scope: DeviceScope = 'full') =>
    validateAction(facts, channel, action, { clientId, scope })
  return { ...scene, judged, check, onChat: (action: StateAction) => check(sceneChat, action) }
}

const startedAt = '2026-01-01T00:00:00.000Z'
const turn = (turnId: string): StateAction => ({
  type: 'chat/turnStarted',
  turnId,
  startedAt,
  message: messageOf('Go'),
})
const queued = (id: string): StateAction => ({
  type: 'chat/pendingMessageSet',
  kind: 'queued',
  id,
  message: messageOf('Go'),
})

test('guard trust: nothing that starts a turn is taken in a folder nobody trusts', async () => {
  const trusted = await open()
  expect([trusted.onChat(turn('t1')), trusted.onChat(queued('q1'))]).toEqual([undefined, undefined])
  const untrusted = await open({ trusted: false })
  const reason = 'the folder is not trusted yet'
  expect([untrusted.onChat(turn('t1')), untrusted.onChat(queued('q1'))]).toEqual([reason, reason])
})

test('guard trust: an interrupted turn is resumed only while the folder is trusted', async () => {
  for (const trusted of [true, false]) {
    const { onChat, chat, startTurn } = await open({ trusted })
    startTurn()
    const error = { errorType: 'interrupted', message: 'x' }
    chat({ type: 'chat/error', turnId: 't1', duration: 1, part: { kind: 'error', error, resumable: true } })
    const reason = trusted ? undefined : 'the folder is not trusted yet'
    expect(onChat({ type: 'chat/turnResume', turnId: 't1' })).toBe(reason)
    expect(onChat({ type: 'chat/turnResume', turnId: 't0' })).toBe('there is no interrupted turn to resume')
  }
})

test('one turn at a time, each id once, messages of people only', async () => {
  const { onChat, chat, startTurn } = await open()
  const foreign = { ...turn('t1'), message: { text: 'x', origin: { kind: 'agent' } } } as StateAction
  expect(onChat(foreign)).toBe('clients send messages of people only')
  startTurn()
  expect(onChat(turn('t2'))).toBe('a turn is already active')
  expect(onChat({ type: 'chat/turnCancelled', turnId: 't2', duration: 0 })).toBe('no such turn is active')
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  expect(onChat(turn('t1'))).toBe('this turn id has been used')
})

test('a turn id names one turn in all chats of a session', async () => {
  const { check, channels, index, startTurn, chat } = await open()
  startTurn()
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  const other = 'ahp-chat:/k2'
  openChat(channels, index, sceneSession, { resource: other, title: '', modifiedAt: startedAt })
  expect([check(other, turn('t1')), check(other, turn('t2'))]).toEqual(['this turn id has been used', undefined])
})

test('guard final: a decision is taken while the call waits, once, and says what it is', async () => {
  const { onChat, chat, startTurn } = await open()
  const yes = { type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', approved: true } as const
  startTurn()
  for (const action of waitingCallActions('a')) chat(action)
  const confirmed = 'user-action' as const
  expect(onChat({ ...yes, confirmed })).toBeUndefined()
  expect(onChat(yes)).toBe('an approval says how it came about (confirmed)')
  expect(onChat({ ...yes, approved: false })).toBe('a denial says its reason')
  expect(onChat({ ...yes, confirmed, selectedOptionId: 'deny' })).toBe('the option says the opposite of the answer')
  expect(onChat({ ...yes, confirmed, selectedOptionId: 'x' })).toBe('there is no such option')
  expect(onChat({ ...yes, confirmed, toolCallId: 'b' })).toBe('this call does not wait for a confirmation')
  chat({ ...yes, confirmed }, { clientId: 'c2', clientSeq: 1 })
  expect(onChat({ ...yes, confirmed })).toBe('this call does not wait for a confirmation')
})

test('guard edited: an edited input is judged again, and only where it may be edited', async () => {
  const { onChat, chat, startTurn, judged } = await open()
  startTurn()
  for (const action of [...waitingCallActions('a', { editable: true }), ...waitingCallActions('b')]) chat(action)
  const edited = (toolCallId: string, editedToolInput: string): StateAction => ({
    ...{ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId, approved: true, confirmed: 'user-action' },
    editedToolInput,
  })
  expect(onChat(edited('a', '{"command":"sudo id"}'))).toBe('the edited input is denied')
  expect(onChat(edited('a', '{"command":"ls"}'))).toBeUndefined()
  expect(onChat(edited('b', '{"command":"ls"}'))).toBe('the input of this call cannot be edited')
  expect(judged).toEqual(['{"command":"sudo id"}', '{"command":"ls"}'])
})

test('guard edited: a device that may only approve answers what was asked and nothing else', async () => {
  const { check, chat, startTurn } = await open()
  startTurn()
  for (const action of waitingCallActions('a', { editable: true })) chat(action)
  const yes: StateAction = {
    ...{ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', approved: true, confirmed: 'user-action' },
  }
  const edited = { ...yes, editedToolInput: '{"command":"ls"}' }
  expect(check(sceneChat, yes, 'c1', 'approve')).toBeUndefined()
  expect(check(sceneChat, edited, 'c1', 'approve')).toBe('editing a call needs a device of full scope')
  expect(check(sceneChat, edited)).toBeUndefined()
})

test('settings change one by one, and only those that may', async () => {
  const { check } = await open()
  const change = (config: Record<string, unknown>, more: object = {}) =>
    check(sceneSession, { type: 'session/configChanged', config, ...more })
  expect(change({ permissionLevel: 'auto' })).toBeUndefined()
  expect(change({ permissionLevel: 'wild' })).toContain('permissionLevel')
  expect(change({ unattended: true })).toBe('unattended cannot be changed after the session has begun')
  expect(change({ permissionLevel: 'auto' }, { replace: true })).toBe('settings are changed one by one')
  expect(check(sceneSession, { type: 'session/titleChanged', title: ' ' })).toBe('a title must not be empty')
})

test('guard claim: only the client with the claim types, and none takes a terminal of the agent', async () => {
  const { channels, check } = await open()
  const mine = 'ahp-terminal:/mine'
  const agents = 'ahp-terminal:/agents'
  channels.open(mine, terminalState('c1'), { logged: false })
  const { state } = terminalState('c1')
  const claim = { kind: 'session' as const, session: sceneSession, chat: sceneChat }
  channels.open(agents, { kind: 'terminal', state: { ...state, claim } }, { logged: false })
  const type = (channel: string, clientId: string) => check(channel, { type: 'terminal/input', data: 'x' }, clientId)
  expect([type(mine, 'c1'), type(mine, 'c2'), type(agents, 'c1')]).toEqual([
    undefined,
    'typing needs the claim',
    'typing needs the claim',
  ])
  const take = (channel: string, clientId: string, as = clientId) =>
    check(channel, { type: 'terminal/claimed', claim: { kind: 'client', clientId: as } }, clientId)
  expect([take(mine, 'c2'), take(mine, 'c2', 'c3'), take(agents, 'c1')]).toEqual([
    undefined,
    'a client can only claim for itself',
    'the agent is using this terminal',
  ])
})

test('where nothing can be written nothing is taken', async () => {
  const { onChat, check } = await open({ blocked: 'The disk is read-only.' })
  expect(onChat(turn('t1'))).toBe('The disk is read-only.')
  expect(check(sceneSession, { type: 'session/titleChanged', title: 'x' })).toBe('The disk is read-only.')
})
