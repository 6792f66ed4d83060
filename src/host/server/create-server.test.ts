import { expect, onTestFinished, test, vi } from 'vitest'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'
import { conflict, ProtocolError } from '../../protocol/errors.ts'
import type { DeviceScope } from '../../protocol/roadstead.ts'
import { createChannels } from '../channels/create-channels.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { systemClock } from '../platform/clock.ts'
import { keepingLogger, openTestStore } from '../testing/open-test-store.ts'
import { chatState, rootState, sessionState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { connectClient, initialize } from '../testing/test-client.ts'
import { createServer } from './create-server.ts'
import type { ServerOptions } from './options.ts'
import type { Principal } from './server.ts'

const root = 'ahp-root://'
const s1 = 'ahp-session:/s1'
const k1 = 'ahp-chat:/k1'
const x1 = 'ahp-terminal:/x1'
const titled = (title: string) => ({ type: 'session/titleChanged', title }) as const
const device = (id: string, scope: DeviceScope): Principal => ({ kind: 'device', id, name: id, scope })

function start(options: Partial<ServerOptions> = {}) {
  const logger = keepingLogger()
  const channels = createChannels({ store: openTestStore(temporaryFolder()), clock: systemClock, logger })
  channels.open(root, rootState(), { logged: false })
  channels.open(s1, sessionState())
  channels.open(k1, chatState(k1), { session: s1 })
  channels.open(x1, terminalState('c1'), { logged: false })
  const server = createServer({
    channels,
    commands: {},
    rules: () => undefined,
    clock: systemClock,
    logger,
    facts: { serverInfo: { name: 'roadstead', version: '0' }, meta: () => ({ 'x-test': 1 }) },
    ...options,
  })
  onTestFinished(() => server.stop())
  return { server, channels, logger }
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ProtocolError ? error.code : error),
  )

test('initialize negotiates, subscribes what is there and says what the host is', async () => {
  const { server, channels } = start()
  const client = connectClient(server)
  const result = await initialize(client, 'c1', [root, s1, 'ahp-session:/none', root], ['0.9.0', '1.0.3'])
  expect(result).toEqual({
    protocolVersion: '1.0.3',
    serverSeq: channels.serverSeq,
    snapshots: [
      { resource: root, state: rootState().state, fromSeq: channels.serverSeq },
      { resource: s1, state: sessionState().state, fromSeq: channels.serverSeq },
    ],
    serverInfo: { name: 'roadstead', version: '0' },
    _meta: { 'x-test': 1 },
  })
})

test('an action is broadcast to every subscriber, its sender included, and to nobody else', async () => {
  const { server } = start()
  const [sender, subscriber, stranger] = [connectClient(server), connectClient(server), connectClient(server)]
  await initialize(sender, 'c1', [s1])
  await initialize(subscriber, 'c2', [s1])
  await initialize(stranger, 'c3', [root])
  sender.dispatch(s1, 5, titled('new'))
  await sender.caughtUp()
  const expected = [
    expect.objectContaining({ channel: s1, action: titled('new'), origin: { clientId: 'c1', clientSeq: 5 } }),
  ]
  expect([sender.envelopes, subscriber.envelopes, stranger.envelopes]).toEqual([expected, expected, []])
})

test('a snapshot never shows what is not on disk yet, and nothing comes twice', async () => {
  const { server, channels } = start()
  const client = connectClient(server)
  await initialize(client, 'c1')
  channels.apply(s1, titled('not yet on disk'))
  const answer = client.ask('subscribe', { channel: s1 })
  channels.apply(s1, titled('after'))
  const { snapshot } = await answer
  await client.caughtUp()
  expect(client.envelopes.every(({ serverSeq }) => serverSeq > snapshot.fromSeq)).toBe(true)
  expect(
    [snapshot.state.title, ...client.envelopes.map(({ action }) => 'title' in action && action.title)].at(-1),
  ).toBe('after')
})

test('actions that are not the client’s to make are echoed with a reason to the sender only', async () => {
  const rules = vi.fn(() => 'the rule says no')
  const { server, channels } = start({ rules })
  const [sender, other] = [connectClient(server), connectClient(server)]
  await initialize(sender, 'c1', [s1, k1, x1])
  await initialize(other, 'c2', [s1, k1, x1])
  sender.dispatch(k1, 1, { type: 'chat/delta', turnId: 't', partId: 'p', content: 'x' })
  sender.dispatch(s1, 2, { type: 'session/noSuchAction' })
  sender.dispatch(k1, 3, titled('wrong kind'))
  sender.dispatch(s1, 4, { type: 'session/titleChanged', title: 7 })
  sender.dispatch(s1, 5, titled('rule'))
  sender.dispatch('ahp-session:/none', 6, titled('no channel'))
  await sender.caughtUp()
  expect(sender.envelopes.map(({ origin, rejectionReason }) => [origin?.clientSeq, rejectionReason])).toEqual([
    [1, 'only the host may produce this action'],
    [2, 'unknown action'],
    [3, 'the action belongs to another kind of channel'],
    [4, expect.stringContaining('malformed action')],
    [5, 'the rule says no'],
  ])
  expect(other.envelopes).toEqual([])
  expect(rules).toHaveBeenCalledTimes(1)
  expect(channels.state(s1, 'session')?.title).toBe('')
})

test('the same action under the same number is applied once, another one under a used number is applied', async () => {
  const { server } = start()
  const client = connectClient(server)
  await initialize(client, 'c1', [s1])
  for (const title of ['a', 'a', 'b', 'a']) client.dispatch(s1, 0, titled(title))
  await client.caughtUp()
  expect(client.envelopes.map(({ action }) => action)).toEqual([titled('a'), titled('b')])
})

test('what is typed into a terminal reaches other subscribers with empty data, in a replay too', async () => {
  const { server } = start()
  const [typing, watching] = [connectClient(server), connectClient(server)]
  await initialize(typing, 'c1', [x1])
  const { serverSeq } = await initialize(watching, 'c2', [x1])
  typing.dispatch(x1, 1, { type: 'terminal/input', data: 'password\r' })
  await typing.caughtUp()
  const dataIn = (envelopes: readonly ActionEnvelope[]) =>
    envelopes.map(({ action }) => 'data' in action && action.data)
  expect([dataIn(typing.envelopes), dataIn(watching.envelopes)]).toEqual([['password\r'], ['']])
  const again = connectClient(server)
  const replay = await again.ask('reconnect', { clientId: 'c2', lastSeenServerSeq: serverSeq, subscriptions: [x1] })
  expect(dataIn(replay.actions)).toEqual([''])
})

test('a reconnecting client gets what it missed, what is missing, and then goes on', async () => {
  const { server, channels } = start()
  const resumed: unknown[] = []
  server.onClientResumed((...args) => resumed.push(args))
  const first = connectClient(server)
  const { serverSeq } = await initialize(first, 'c1', [s1])
  first.transport.close()
  channels.apply(s1, titled('missed'))
  const second = connectClient(server)
  const result = await second.ask('reconnect', {
    clientId: 'c1',
    lastSeenServerSeq: serverSeq,
    subscriptions: [s1, 'ahp-chat:/gone'],
  })
  expect(result).toEqual({
    type: 'replay',
    actions: [{ channel: s1, action: titled('missed'), serverSeq: expect.any(Number) }],
    missing: ['ahp-chat:/gone'],
  })
  channels.apply(s1, titled('live'))
  await second.caughtUp()
  expect(second.envelopes.map(({ action }) => action)).toEqual([titled('live')])
  expect(resumed).toEqual([['c1', [s1]]])
})

test('a client the host does not remember, or one from the future, gets snapshots', async () => {
  const { server, channels } = start()
  const unknown = connectClient(server)
  const snapshots = [{ resource: s1, state: sessionState().state, fromSeq: channels.serverSeq }]
  expect(
    await unknown.ask('reconnect', { clientId: 'c9', lastSeenServerSeq: 1, subscriptions: [s1, 'ahp-chat:/gone'] }),
  ).toEqual({ type: 'snapshot', snapshots })
  const future = connectClient(server)
  expect(
    await future.ask('reconnect', { clientId: 'c9', lastSeenServerSeq: Number.MAX_SAFE_INTEGER, subscriptions: [s1] }),
  ).toEqual({ type: 'snapshot', snapshots })
})

test('a second connection with the same id and credential takes over, one with another credential is refused', async () => {
  const { server } = start()
  const heard: string[] = []
  server.onClientConnected((id) => heard.push(`+${id}`))
  server.onClientGone((id) => heard.push(`-${id}`))
  const first = connectClient(server, device('phone', 'full'))
  await initialize(first, 'c1')
  const thief = connectClient(server, device('other', 'full'))
  expect(await errorOf(initialize(thief, 'c1'))).toBe(-32009)
  const second = connectClient(server, device('phone', 'full'))
  await initialize(second, 'c1')
  expect((await first.closed).code).toBe(4000)
  expect(server.isConnected('c1')).toBe(true)
  second.transport.close()
  await vi.waitFor(() => expect(server.isConnected('c1')).toBe(false))
  expect(heard).toEqual(['+c1', '-c1'])
})

test('the scope of a device decides what it may ask and dispatch', async () => {
  const commands = {
    listSessions: () => ({ items: [] }),
    resourceRead: () => ({ data: '', encoding: 'utf-8' }),
    disposeSession: () => null,
  }
  const { server } = start({ commands })
  const outcomes: Record<string, unknown> = {}
  for (const scope of ['watch', 'approve', 'full'] as const) {
    const client = connectClient(server, device(scope, scope))
    await initialize(client, scope, [s1, k1])
    const asked = [
      await errorOf(client.ask('listSessions')),
      await errorOf(client.ask('resourceRead', { uri: `x-roadstead-blob:/${'0'.repeat(64)}` })),
      await errorOf(client.ask('resourceRead', { uri: 'file:///w/a' })),
      await errorOf(client.ask('disposeSession', { channel: s1 })),
    ]
    client.dispatch(k1, 1, { type: 'chat/turnCancelled', turnId: 't', duration: 1 })
    client.dispatch(s1, 2, titled(scope))
    await client.caughtUp()
    outcomes[scope] = [
      asked,
      client.envelopes.filter(({ origin }) => origin?.clientId === scope).map(({ rejectionReason }) => rejectionReason),
    ]
  }
  const no = 'this device is not allowed to do that'
  expect(outcomes).toEqual({
    watch: [
      [undefined, undefined, -32009, -32009],
      [no, no],
    ],
    approve: [
      [undefined, undefined, -32009, -32009],
      [undefined, no],
    ],
    full: [
      [undefined, undefined, undefined, undefined],
      [undefined, undefined],
    ],
  })
})

test('commands are checked, errors of the protocol pass, all others stay in the log', async () => {
  const seen: unknown[] = []
  const { server, logger } = start({
    commands: {
      listSessions: (params: object) => void seen.push(params),
      disposeSession: () => Promise.reject(conflict('busy')),
      disposeChat: () => {
        throw new Error('secret stack')
      },
    },
  })
  const client = connectClient(server)
  await initialize(client, 'c1')
  expect(await errorOf(client.ask('listSessions', { limit: -1 }))).toBe(-32602)
  expect(seen).toEqual([])
  expect(await errorOf(client.ask('disposeSession', { channel: s1 }))).toBe(-32011)
  await expect(client.ask('disposeChat', { channel: k1 })).rejects.toMatchObject({
    code: -32603,
    message: 'internal error',
  })
  expect(await errorOf(client.ask('toString'))).toBe(-32601)
  expect(logger.lines.filter((line) => line.startsWith('error'))).toEqual([expect.stringContaining('secret stack')])
})

test('what a command applied is on its way before the command is answered', async () => {
  const order: string[] = []
  const { server, channels } = start({
    commands: {
      disposeChat: async () => {
        await Promise.resolve()
        channels.apply(s1, titled('by the command'))
        return null
      },
    },
  })
  const client = connectClient(server)
  await initialize(client, 'c1', [s1])
  client.transport.onMessage((text) => order.push(text.includes('"method":"action"') ? 'action' : 'answer'))
  await client.ask('disposeChat', { channel: k1 })
  expect(order).toEqual(['action', 'answer'])
})

test('a connection of 0.9 gets nothing that came later, and cannot ask for it', async () => {
  const { server, channels } = start({ commands: { moveChat: () => ({ session: s1 }) } })
  const [old, current] = [connectClient(server), connectClient(server)]
  await initialize(old, 'c1', [k1], ['0.9.0'])
  await initialize(current, 'c2', [k1])
  channels.apply(k1, { type: 'chat/isReadChanged', isRead: true })
  channels.apply(k1, { type: 'chat/activityChanged', activity: 'working' })
  await old.caughtUp()
  expect(old.envelopes.map(({ action }) => action.type)).toEqual(['chat/activityChanged'])
  expect(current.envelopes.map(({ action }) => action.type)).toEqual(['chat/isReadChanged', 'chat/activityChanged'])
  expect(await errorOf(old.ask('moveChat', { channel: k1, destination: { session: s1 } }))).toBe(-32601)
  old.transport.close()
  const again = connectClient(server)
  await again.ask('reconnect', { clientId: 'c1', lastSeenServerSeq: channels.serverSeq, subscriptions: [k1] })
  channels.apply(k1, { type: 'chat/isReadChanged', isRead: false })
  await again.caughtUp()
  expect(again.envelopes).toEqual([])
})

test('a view of the latest turns can be paged back to the first one', async () => {
  const { server, channels } = start()
  const turns: Turn[] = Array.from({ length: 120 }, (_, n) => ({
    id: `t${n}`,
    message: { text: `${n}`, origin: { kind: 'user' } },
    responseParts: [],
    state: 'complete',
  }))
  channels.open('ahp-chat:/long', { kind: 'chat', state: { ...chatState('ahp-chat:/long').state, turns } })
  const client = connectClient(server)
  await initialize(client, 'c1')
  const { snapshot } = await client.ask('subscribe', { channel: 'ahp-chat:/long', view: { turns: 10 } })
  expect([snapshot.state.turns.length, snapshot.state.turnsNextCursor]).toEqual([10, 't110'])
  for (let page = 0; page < 3; page++) expect(await client.ask('fetchTurns', { channel: 'ahp-chat:/long' })).toEqual({})
  const pages = client.envelopes.map(({ action }) =>
    action.type === 'chat/turnsLoaded' ? [action.turns.length, action.turnsNextCursor] : [],
  )
  expect(pages).toEqual([
    [50, 't60'],
    [50, 't10'],
    [10, undefined],
  ])
  const numbers = [snapshot.fromSeq, ...client.envelopes.map(({ serverSeq }) => serverSeq)]
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(await errorOf(client.ask('fetchTurns', { channel: 'ahp-chat:/long', cursor: 'nowhere' }))).toBe(-32602)
  const whole = await client.ask('subscribe', { channel: 'ahp-chat:/long' })
  expect([whole.snapshot.state.turns.length, 'turnsNextCursor' in whole.snapshot.state]).toEqual([120, false])
})

test('text may be held back and merged, but nothing with a higher number overtakes it', async () => {
  const timers: (() => void)[] = []
  const after = (_: number, task: () => void) => {
    timers.push(task)
    return () => void timers.splice(timers.indexOf(task), 1)
  }
  const { server, channels } = start({ after })
  const client = connectClient(server)
  await initialize(client, 'c1', [s1])
  await client.ask('subscribe', { channel: x1, delivery: { maxLatencyMs: 50 } })
  for (const data of ['a', 'b', 'c']) channels.apply(x1, { type: 'terminal/data', data })
  channels.apply(s1, titled('other'))
  channels.apply(x1, { type: 'terminal/data', data: 'd' })
  await channels.settled()
  await Promise.resolve()
  expect(client.envelopes.map(({ action }) => action)).toEqual([
    { type: 'terminal/data', data: 'abc' },
    titled('other'),
  ])
  timers.at(-1)?.()
  await vi.waitFor(() => expect(client.envelopes).toHaveLength(3))
  const numbers = client.envelopes.map(({ serverSeq }) => serverSeq)
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
})

test('guard backpressure: a client that does not read is closed, others are not held up', async () => {
  const { server, channels } = start({ limits: { queuedBytes: 1000 } })
  let waiting = 0
  const slow = connectClient(server, undefined, (host) => ({
    send: (text) => void (waiting += text.length),
    onMessage: (listener) => host.onMessage(listener),
    onClose: (listener) => host.onClose(listener),
    close: (code, reason) => host.close(code, reason),
    get bufferedBytes() {
      return waiting
    },
  }))
  const quick = connectClient(server)
  await initialize(quick, 'quick', [s1])
  void initialize(slow, 'slow', [s1]).catch(() => {})
  await quick.caughtUp()
  for (let n = 0; n < 5; n++) channels.apply(s1, titled('x'.repeat(500)))
  await quick.caughtUp()
  expect((await slow.closed).code).toBe(1013)
  expect(quick.envelopes).toHaveLength(5)
  expect(server.connections).toBe(1)
})

test('a connection that does not shake hands in time is closed, one that does is not', async () => {
  const timers: (() => void)[] = []
  const after = (ms: number, task: () => void) => {
    expect(ms).toBe(10_000)
    timers.push(task)
    return () => void timers.splice(timers.indexOf(task), 1)
  }
  const { server } = start({ after })
  const [idle, busy] = [connectClient(server), connectClient(server)]
  await initialize(busy, 'c1')
  for (const task of [...timers]) task()
  expect((await idle.closed).code).toBe(1008)
  expect(await busy.ask('ping')).toBe(null)
  expect(timers).toHaveLength(0)
})

test('a revoked device is put out at once, and its id can be used again', async () => {
  const { server } = start()
  const [revoked, other] = [connectClient(server, device('a', 'full')), connectClient(server, device('b', 'full'))]
  await initialize(revoked, 'c1')
  await initialize(other, 'c2')
  server.disconnectDevice('a')
  expect((await revoked.closed).code).toBe(1008)
  expect(await other.ask('ping')).toBe(null)
  await initialize(connectClient(server, device('b', 'full')), 'c1')
})

test('notifications of the root channel go to its subscribers, and a closed channel has none', async () => {
  const { server, channels } = start()
  const counts: [string, number][] = []
  server.onSubscribersChanged((channel, count) => void (channel === s1 && counts.push([channel, count])))
  const [subscriber, stranger] = [connectClient(server), connectClient(server)]
  await initialize(subscriber, 'c1', [root, s1])
  await initialize(stranger, 'c2', [s1])
  server.notify(root, 'root/sessionRemoved', { channel: root, session: s1 })
  stranger.peer.notify('unsubscribe', { channel: s1 })
  channels.close(s1)
  await subscriber.caughtUp()
  expect(subscriber.notifications).toEqual([{ method: 'root/sessionRemoved', params: { channel: root, session: s1 } }])
  expect(stranger.notifications).toEqual([])
  expect(counts).toEqual([
    [s1, 1],
    [s1, 2],
    [s1, 1],
  ])
  expect(await errorOf(subscriber.ask('subscribe', { channel: s1 }))).toBe(-32001)
})

test('a channel that is made when it is asked for is there for its first subscriber', async () => {
  const made = 'ahp-changeset:/s1/session'
  const started = start({
    prepareChannel: async (channel) => {
      await Promise.resolve()
      if (channel === made && !started.channels.has(made))
        started.channels.open(made, sessionState('stands in'), { logged: false })
    },
  })
  const client = connectClient(started.server)
  const { snapshots } = await initialize(client, 'c1', [made, 'ahp-session:/none'])
  expect(snapshots).toMatchObject([{ resource: made }])
})

test('guard told: answers, errors and notifications hold no secret; a file that is read comes as it is', async () => {
  const secrets = createSecretBook()
  secrets.hold('the-own-key-7f3a', 'own key')
  const commands: ServerOptions['commands'] = {
    listSessions: () => ({ items: [], _meta: { note: 'the-own-key-7f3a' } }),
    resourceRead: () => ({ data: 'the-own-key-7f3a', encoding: 'utf-8' }),
    authenticate: () => {
      throw new ProtocolError(-32007, 'not the-own-key-7f3a', { resource: 'x', said: 'wrong: the-own-key-7f3a' })
    },
  }
  const { server } = start({ commands, secrets })
  const client = connectClient(server)
  await initialize(client, 'c1', [root])
  expect(await client.ask('listSessions')).toEqual({ items: [], _meta: { note: '[removed: own key]' } })
  expect(await client.ask('resourceRead', { uri: 'file:///a' })).toEqual({
    data: 'the-own-key-7f3a',
    encoding: 'utf-8',
  })
  const token = { resource: 'https://x', token: 'the-own-key-7f3a' }
  expect(await client.ask('authenticate', token).catch((error: unknown) => error)).toMatchObject({
    message: 'not [removed: own key]',
    data: { resource: 'x', said: 'wrong: [removed: own key]' },
  })
  server.notify(root, 'root/sessionRemoved', { channel: root, session: 'the-own-key-7f3a' })
  await client.caughtUp()
  expect(client.notifications).toEqual([
    { method: 'root/sessionRemoved', params: { channel: root, session: '[removed: own key]' } },
  ])
})
