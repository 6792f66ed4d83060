import { expect, test } from 'vitest'
import { decide } from '../approvals/decide.ts'
import { systemClock } from '../platform/clock.ts'
import { withSessionFacts } from '../sessions/facts.ts'
import { openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { createTurnCalls } from '../testing/turn-calls.ts'
import { createConfirmationWaits } from './confirmation-waits.ts'
import { createTurnContext, type TurnContextNeeds } from './turn-context.ts'

async function open() {
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
