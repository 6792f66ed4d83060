import { expect, onTestFinished, test } from 'vitest'
import { createChannels } from '../host/channels/create-channels.ts'
import { systemClock } from '../host/platform/clock.ts'
import { silentLogger } from '../host/platform/logger.ts'
import { createServer } from '../host/server/create-server.ts'
import type { Principal } from '../host/server/server.ts'
import { openTestStore } from '../host/testing/open-test-store.ts'
import { chatState, rootState, sessionState } from '../host/testing/states.ts'
import { temporaryFolder } from '../host/testing/temporary-folder.ts'
import { transportPair } from '../protocol/transport.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import { createHostClient } from './host-client.ts'
import { waitFor } from './readable.ts'
import { createFakeTimers } from './testing/fake-timers.ts'

const s1 = 'ahp-session:/s1'

/** A host over a data folder: channels and the server in front of them. */
function startHost(title: string) {
  const channels = createChannels({ store: openTestStore(temporaryFolder()), clock: systemClock, logger: silentLogger })
  channels.open(ROOT_URI, rootState(), { logged: false })
  channels.open(s1, sessionState(title))
  const server = createServer({
    channels,
    commands: { listSessions: () => ({ items: [] }) },
    rules: () => undefined,
    clock: systemClock,
    logger: silentLogger,
    facts: { serverInfo: { name: 'roadstead', version: '0' } },
  })
  onTestFinished(() => server.stop())
  return { channels, server }
}

function startClient(host: () => ReturnType<typeof startHost>, principal: Principal = { kind: 'host-token' }) {
  const timers = createFakeTimers()
  const open = () => {
    const [mine, theirs] = transportPair()
    host().server.accept(theirs, principal)
    return Promise.resolve(mine)
  }
  const client = createHostClient({ open, timers, clientId: 'me', clientInfo: { name: 'test' } })
  onTestFinished(() => client.close())
  const watched = client.watch(s1)
  const title = () => {
    const view = watched.view.get()
    return view.status === 'ready' && view.channel.kind === 'session' ? view.channel.state.title : view.status
  }
  const shown = (wanted: string) => waitFor(watched.view, () => title() === wanted)
  return { client, timers, title, shown }
}

test('a client connects, shows what it offers at once, and hears that it was applied', async () => {
  const host = startHost('first')
  const { client, title, shown } = startClient(() => host)
  await shown('first')
  expect(client.connection.get()).toMatchObject({
    host: { protocolVersion: '1.0.0', serverInfo: { name: 'roadstead' } },
  })
  const outcome = client.dispatch(s1, { type: 'session/titleChanged', title: 'second' })
  expect(title()).toBe('second')
  expect(await outcome).toEqual({ kind: 'applied' })
  expect(host.channels.state(s1, 'session')?.title).toBe('second')
})

test('guard mirror: where the host keeps something else than was offered, a client ends with what the host keeps', async () => {
  const host = startHost('first')
  const { client, title, shown } = startClient(() => host)
  await shown('first')
  const key = `sk-${'ant'}-api03-${'aB3dE6gH9'.repeat(9)}`
  const outcome = client.dispatch(s1, { type: 'session/titleChanged', title: `with ${key}` })
  // What is offered after it stands on it, until both have been answered.
  const next = client.dispatch(s1, { type: 'session/isReadChanged', isRead: true })
  expect(title()).toBe(`with ${key}`)
  expect(await outcome).toEqual({ kind: 'applied' })
  expect(await next).toEqual({ kind: 'applied' })
  expect(title()).toBe('with [removed: Anthropic key]')
  expect(JSON.stringify(client.watch(s1).view.get())).not.toContain(key.slice(20))
})

test('a client that was away gets what it missed', async () => {
  const host = startHost('first')
  const { client, timers, shown } = startClient(() => host)
  await shown('first')
  await waitFor(client.connection, ({ status }) => status === 'in-sync')
  const other = startClient(() => host)
  await waitFor(client.connection, ({ status }) => status === 'refused')
  expect(client.connection.get()).toMatchObject({ cause: 'taken-over' })
  await waitFor(other.client.connection, ({ status }) => status === 'in-sync')
  expect(await other.client.dispatch(s1, { type: 'session/titleChanged', title: 'meanwhile' })).toEqual({
    kind: 'applied',
  })
  await timers.advance(60_000)
  expect(client.connection.get().status).toBe('refused')
  client.retry()
  await shown('meanwhile')
})

test('after a restart of the host, its states replace what was shown', async () => {
  let host = startHost('first life')
  const { client, timers, shown } = startClient(() => host)
  await shown('first life')
  await waitFor(client.connection, ({ status }) => status === 'in-sync')
  host.server.stop()
  await waitFor(client.connection, ({ status }) => status === 'waiting')
  host = startHost('second life')
  await timers.advance(250)
  await shown('second life')
  await waitFor(client.connection, ({ status }) => status === 'in-sync')
})

test('a device whose credential is revoked stays away', async () => {
  const host = startHost('first')
  const { client, shown } = startClient(() => host, { kind: 'device', id: 'd1', name: 'phone', scope: 'watch' })
  await shown('first')
  expect(await client.dispatch(s1, { type: 'session/titleChanged', title: 'mine' })).toEqual({
    kind: 'rejected',
    reason: 'this device is not allowed to do that',
  })
  host.server.disconnectDevice('d1')
  await waitFor(client.connection, ({ status }) => status === 'refused')
  expect(client.connection.get()).toMatchObject({ cause: 'credential' })
})

test('a client that wants the latest turns of a chat gets older ones when it asks', async () => {
  const host = startHost('first')
  const c1 = 'ahp-chat:/c1'
  const turns = Array.from({ length: 70 }, (_, index) => ({
    id: `t${index}`,
    message: { text: `${index}`, origin: { kind: 'user' as const } },
    responseParts: [],
    state: 'complete' as const,
  }))
  host.channels.open(c1, { kind: 'chat', state: { ...chatState(c1).state, turns } })
  const [mine, theirs] = transportPair()
  host.server.accept(theirs, { kind: 'host-token' })
  const client = createHostClient({
    open: () => Promise.resolve(mine),
    timers: createFakeTimers(),
    clientId: 'windowed',
    clientInfo: { name: 'test' },
    turnWindow: 10,
  })
  onTestFinished(() => client.close())
  const watched = client.watch(c1)
  const state = () => {
    const view = watched.view.get()
    return view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state : undefined
  }
  await waitFor(watched.view, () => state() !== undefined)
  expect([state()?.turns[0]?.id, state()?.turnsNextCursor]).toEqual(['t60', 't60'])
  await client.request('fetchTurns', { channel: c1, cursor: 't60' })
  await waitFor(watched.view, () => state()?.turns.length === 60)
  expect(state()?.turns[0]?.id).toBe('t10')
  await client.request('fetchTurns', { channel: c1, cursor: state()?.turnsNextCursor ?? '' })
  await waitFor(watched.view, () => state()?.turns.length === 70)
  expect(state()?.turnsNextCursor).toBe(undefined)
})
