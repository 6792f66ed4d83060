import { expect, test } from 'vitest'
import { decide } from '../approvals/decide.ts'
import { systemClock } from '../platform/clock.ts'
import { withSessionFacts } from '../sessions/facts.ts'
import { messageOf, openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { createTurnCalls } from '../testing/turn-calls.ts'
import { createConfirmationWaits } from './confirmation-waits.ts'
import { createTurnContext, type TurnContextNeeds } from './turn-context.ts'

async function open(prepared = Promise.resolve()) {
  const scene = await openSessionScene({ config: { permissionLevel: 'autopilot' } })
  const { channels, folder } = scene
  scene.startTurn()
  await channels.settled()
  const needs: Partial<TurnContextNeeds> = {
    ...{ channels, clock: systemClock, decide, home: '/nowhere', dataFolder: '/nowhere/data', tools: [] },
    waits: createConfirmationWaits(channels).waits,
    sandbox: { state: () => ({ status: 'available', tool: 'x', selfTestedAt: '' }) } as TurnContextNeeds['sandbox'],
    newId: () => 'id',
    scratchOf: () => folder,
    rememberKey: () => undefined,
    remembered: () => new Set<string>(),
    decided: () => {},
    readRetired: () => undefined,
    callsOf: () => createTurnCalls().calls,
    prepared: () => prepared,
  }
  const place = { session: sceneSession, sessionId: 's1', chat: sceneChat, turnId: 't1', workspace: folder }
  const context = createTurnContext(needs as TurnContextNeeds, place, new AbortController().signal)!
  return { ...scene, context }
}

const terminalOf = (claim: object, output: string) => ({
  kind: 'terminal' as const,
  state: {
    title: 'x',
    content: [{ type: 'unclassified' as const, value: output }],
    lifecycle: { status: 'running' as const },
    claim: claim as { kind: 'client'; clientId: string },
  },
})

test('guard own terminals: an agent reads terminals of its own session and no others', async () => {
  const { channels, context } = await open()
  const { readTerminal } = context.toolContext('a')
  const session = (uri: string) => ({ kind: 'session', session: uri, chat: sceneChat })
  channels.open('ahp-terminal:/own', terminalOf(session(sceneSession), 'mine'), { logged: false })
  channels.open('ahp-terminal:/other', terminalOf(session('ahp-session:/s2'), 'theirs'), { logged: false })
  channels.open('ahp-terminal:/person', terminalOf({ kind: 'client', clientId: 'c1' }, 'private'), { logged: false })
  expect(['own', 'other', 'person', 'none'].map((id) => readTerminal(`ahp-terminal:/${id}`))).toEqual([
    { text: 'mine', truncated: false, running: true },
    undefined,
    undefined,
    undefined,
  ])
})

test('guard trust taken back: the next call is denied, whatever the level', async () => {
  const { channels, context, sessionState, chat } = await open()
  const request = (toolCallId: string) => {
    chat({ type: 'chat/toolCallStart', turnId: 't1', toolCallId, toolName: 'run_command', displayName: 'Run' })
    const access = { kind: 'command' as const, command: 'ls', cwd: '.' }
    return context.confirm({ toolCallId, access, input: {}, invocationMessage: 'Run ls', round: 1 })
  }
  expect((await request('a')).kind).toBe('approved')
  const _meta = withSessionFacts(sessionState(), { folderTrust: 'untrusted' })
  channels.apply(sceneSession, { type: 'session/metaChanged', _meta })
  expect(await request('b')).toEqual({
    kind: 'denied',
    reason: 'Refused by policy: Nothing runs here now: the folder is not trusted yet. (trust)',
  })
})

test('what comes after the end of a turn is dropped', async () => {
  const { channels, context, chat, chatState } = await open()
  chat({ type: 'chat/turnCancelled', turnId: 't1', duration: 0 })
  const before = chatState()
  context.emit({ type: 'chat/responsePart', turnId: 't1', part: { kind: 'markdown', id: 'late', content: 'late' } })
  await channels.settled()
  expect(chatState()).toBe(before)
})

test('a steering message becomes a part of the running turn and stops waiting, in one append, once', async () => {
  const { context, channels, chat, chatState, store } = await open()
  const message = messageOf('Use tabs')
  chat({ type: 'chat/pendingMessageSet', kind: 'steering', id: 'm1', message })
  await channels.settled()
  const before = store.lastSeq
  expect([context.takeSteering(), context.takeSteering()]).toEqual([{ id: 'm1', message }, undefined])
  const facts = { kind: 'steering', id: 'm1', message }
  expect([chatState().steeringMessage, chatState().activeTurn?.responseParts]).toEqual([
    undefined,
    [{ kind: 'systemNotification', content: 'Use tabs', _meta: { 'x-roadstead': facts } }],
  ])
  expect(store.since(before, new Set([sceneChat]))).toEqual([])
  await channels.settled()
  const kept = store
    .since(before, new Set([sceneChat]))
    ?.map((record) => record.kind === 'action' && record.action.type)
  expect(kept).toEqual(['chat/pendingMessageRemoved', 'chat/responsePart'])
})

test('a steering message is not taken by a turn that is over, nor one that was taken back', async () => {
  const { context, chat, chatState } = await open()
  chat({ type: 'chat/pendingMessageSet', kind: 'steering', id: 'm1', message: messageOf('a') })
  chat({ type: 'chat/pendingMessageRemoved', kind: 'steering', id: 'm1' })
  expect(context.takeSteering()).toBeUndefined()
  chat({ type: 'chat/pendingMessageSet', kind: 'steering', id: 'm2', message: messageOf('b') })
  chat({ type: 'chat/turnCancelled', turnId: 't1', duration: 0 })
  expect(context.takeSteering()).toBeUndefined()
  expect(chatState().steeringMessage?.id).toBe('m2')
})

test('guard checkpoint first: a call that may change files waits until what they were is kept, one that reads does not', async () => {
  let keep = () => {}
  const { channels, context, chat } = await open(new Promise<void>((resolve) => (keep = resolve)))
  const ask = (toolCallId: string, access: Parameters<typeof context.confirm>[0]['access']) => {
    chat({ type: 'chat/toolCallStart', turnId: 't1', toolCallId, toolName: 'x', displayName: 'X' })
    return context.confirm({ toolCallId, access, input: {}, invocationMessage: 'Do it', round: 1 })
  }
  let written = false
  const write = ask('w', { kind: 'command', command: 'ls', cwd: '.' }).then(() => (written = true))
  await ask('r', { kind: 'none' })
  await channels.settled()
  expect(written).toBe(false)
  keep()
  await write
})
