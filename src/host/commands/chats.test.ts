import { expect, test } from 'vitest'
import type { AgentInfo } from '../../protocol/channels/root/state.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import { systemClock } from '../platform/clock.ts'
import { openChat, openSession } from '../sessions/open-session.ts'
import { messageOf, openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { createChat, disposeChat } from './chats.ts'

const fork = 'ahp-chat:/fork'

async function open(
  capabilities: NonNullable<AgentInfo['capabilities']> = { multipleChats: { fork: true } },
  trusted = true,
) {
  const scene = await openSessionScene({ trusted })
  const { channels, index, chat, startTurn } = scene
  const harness: HarnessAdapter = {
    provider: 'scripted',
    info: () => ({
      provider: 'scripted',
      displayName: 'S',
      description: '',
      models: [],
      ...(capabilities && { capabilities }),
    }),
    checkConfig: () => undefined,
    run: async () => ({ kind: 'complete' }),
  }
  const stopped: string[] = []
  const needs = {
    ...{ channels, index, clock: systemClock, harnesses: new Map([['scripted', harness]]), newId: () => 'new-turn' },
    blocked: () => undefined,
    storageProblem: () => undefined,
    stopChat: async (uri: string) => void stopped.push(uri),
  }
  startTurn('t1', 'One')
  chat({ type: 'chat/responsePart', turnId: 't1', part: { kind: 'markdown', id: 'p', content: 'First.' } })
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  startTurn('t2', 'Two')
  chat({
    type: 'chat/error',
    turnId: 't2',
    duration: 1,
    part: { kind: 'error', error: { errorType: 'x', message: 'x' } },
  })
  startTurn('t3', 'Three')
  const create = (more: object = {}, uri = fork) => createChat(needs, { channel: sceneSession, chat: uri, ...more })
  const from = (turnId: string, of = sceneChat) => ({ source: { kind: 'fork', chat: of, turnId } })
  return { ...scene, needs, create, from, stopped }
}

test('a fork has the history through a completed turn, says where it comes from, and is listed when that is answered', async () => {
  const { create, from, channels, chatState, sessionState, index } = await open()
  expect(await create(from('t1'))).toBeNull()
  const made = channels.state(fork, 'chat')
  expect([made?.turns, made?.activeTurn, made?.origin]).toEqual([
    [chatState().turns[0]],
    undefined,
    { kind: 'fork', chat: sceneChat, turnId: 't1' },
  ])
  const listed = sessionState().chats.map(({ resource, origin }) => [resource, origin?.kind])
  expect(listed).toEqual([
    [sceneChat, 'user'],
    [fork, 'fork'],
  ])
  expect([sessionState().defaultChat, index.sessionOf(fork)]).toEqual([sceneChat, sceneSession])
})

test('a chat of its own begins empty, and with its first message at once where there is one', async () => {
  const { create, channels } = await open()
  await create({ initialMessage: messageOf('Begin') })
  const { turns, activeTurn } = channels.state(fork, 'chat') ?? {}
  expect([turns, activeTurn?.id, activeTurn?.message.text]).toEqual([[], 'new-turn', 'Begin'])
})

test('guard fork: what cannot be forked is refused and leaves nothing', async () => {
  const { create, from, channels, index, sessionState, chatState } = await open()
  const config = sessionState().config!
  const elsewhere = { uri: 'ahp-session:/s2', provider: 'scripted', config }
  openSession(channels, { ...elsewhere, facts: { createdAt: '', folderTrust: 'trusted' } })
  const foreign = { resource: 'ahp-chat:/elsewhere', title: '', modifiedAt: '', turns: chatState().turns }
  openChat(channels, index, elsewhere.uri, foreign)
  const refused = async (more: object, uri?: string) => {
    const error: unknown = await create(more, uri).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    return error instanceof Error ? error.message : undefined
  }
  expect(await refused(from('t2'))).toBe('source: that turn was not completed')
  expect(await refused(from('t3'))).toBe('source: there is no such turn that is over')
  expect(await refused(from('gone'))).toBe('source: there is no such turn that is over')
  expect(await refused(from('t1', fork))).toBe('source: the chat cannot come from itself')
  for (const uri of [foreign.resource, 'ahp-chat:/none'])
    expect(await refused(from('t1', uri))).toBe('source: there is no such chat in this session')
  expect(await refused({ source: { kind: 'sideChat', chat: sceneChat, turnId: 't1' } })).toContain('no such chats')
  expect(await refused({ workingDirectories: ['file:///elsewhere'] })).toContain('workingDirectories')
  expect(await refused({ initialMessage: { ...messageOf('x'), origin: { kind: 'agent' } } })).toContain('of people')
  expect(await refused({}, sceneChat)).toContain('exists already')
  expect(await refused({}, 'ahp-session:/s9')).toContain('not the URI of a chat')
  expect([channels.has(fork), sessionState().chats.length]).toEqual([false, 1])
})

test('guard fork: an agent of one chat gets no second, and nothing begins in a folder nobody trusts', async () => {
  const { create, from } = await open({})
  await expect(create(from('t1'))).rejects.toThrow('one chat')
  const plain = await open({ multipleChats: {} })
  await expect(plain.create(plain.from('t1'))).rejects.toThrow('forks no chats')
  const untrusted = await open({ multipleChats: {} }, false)
  await expect(untrusted.create({ initialMessage: messageOf('Go') })).rejects.toThrow('not trusted')
})

test('a further chat is disposed of with what runs in it; the first goes with its session only', async () => {
  const { create, needs, channels, sessionState, index, stopped } = await open()
  await create({})
  await expect(disposeChat(needs, { channel: sceneChat })).rejects.toThrow('removed with it')
  expect(await disposeChat(needs, { channel: fork })).toBeNull()
  expect([stopped, channels.has(fork), index.sessionOf(fork), sessionState().chats.length]).toEqual([
    ...[[fork], false, undefined, 1],
  ])
  await expect(disposeChat(needs, { channel: fork })).rejects.toThrow('does not exist')
})
