import { expect, onTestFinished, test } from 'vitest'
import type { StateAction } from '../protocol/actions.ts'
import { notFound, ProtocolError, unsupportedProtocolVersion } from '../protocol/errors.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import { ConnectionLost } from './commands.ts'
import { ConnectionRefused } from './connection.ts'
import type { DispatchOutcome } from './dispatches.ts'
import { createHostClient, type HostClientOptions } from './host-client.ts'
import { createFakeTimers, settled } from './testing/fake-timers.ts'
import { createScriptedHost, silent, type HostSide, type Script } from './testing/scripted-host.ts'

const s1 = 'ahp-session:/s1'
const s2 = 'ahp-session:/s2'
const session = (title: string) => ({
  provider: 'p',
  title,
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
})
const snapshot = (resource: string, title: string, fromSeq: number) => ({ resource, state: session(title), fromSeq })
const rootSnapshot = (fromSeq: number) => ({ resource: ROOT_URI, state: { agents: [] }, fromSeq })
const titled = (title: string): StateAction => ({ type: 'session/titleChanged', title })
const envelope = (channel: string, serverSeq: number, action: object, more: object = {}) => ({
  channel,
  serverSeq,
  action,
  ...more,
})

const hello = { protocolVersion: '1.0.0', serverSeq: 10, snapshots: [rootSnapshot(10)] }

/** Answers as a host with one session does; `more` goes first and may leave a method to this by giving undefined. */
function plain(more: Script = () => undefined): Script {
  return (method, params, side) => {
    const own = more(method, params, side)
    if (own !== undefined) return own
    if (method === 'initialize') {
      const wanted = params['initialSubscriptions'] as string[]
      return {
        ...hello,
        snapshots: wanted.map((uri) => (uri === ROOT_URI ? rootSnapshot(10) : snapshot(uri, 'A', 10))),
      }
    }
    if (method === 'reconnect') return { type: 'replay', actions: [], missing: [] }
    if (method === 'subscribe') return { snapshot: snapshot(String(params['channel']), 'A', 10) }
    if (method === 'listSessions') return { items: [] }
    return null
  }
}

function start(script: Script = plain(), options: Partial<HostClientOptions> = {}) {
  const timers = createFakeTimers()
  const host = createScriptedHost(script)
  const client = createHostClient({ open: () => host.open(), timers, clientId: 'me', ...options })
  onTestFinished(() => client.close())
  const titleOf = (uri: string) => {
    const view = client.watch(uri).view.get()
    if (view.status === 'ready' && view.channel.kind === 'session') return view.channel.state.title
    return view.status
  }
  return { timers, host, client, titleOf, status: () => client.connection.get().status }
}

/** The outcome once it is there. */
function keep(outcome: Promise<DispatchOutcome>): { now?: DispatchOutcome } {
  const kept: { now?: DispatchOutcome } = {}
  void outcome.then((came) => (kept.now = came))
  return kept
}

const methods = (side: HostSide) => side.heard.map(({ method }) => method)
const asked = (side: HostSide, method: string) => side.heard.filter((entry) => entry.method === method)

test('the first message greets, names the versions, and subscribes to what is watched already', async () => {
  const { host, client, status } = start()
  client.watch(s1)
  expect(status()).toBe('connecting')
  await settled()
  expect(status()).toBe('in-sync')
  expect(host.latest().heard[0]).toEqual({
    method: 'initialize',
    params: {
      channel: ROOT_URI,
      clientId: 'me',
      protocolVersions: expect.arrayContaining(['1.0.0']),
      initialSubscriptions: [ROOT_URI, s1],
    },
  })
  expect(asked(host.latest(), 'subscribe')).toEqual([])
})

test('a host without a common version is not asked again', async () => {
  const { timers, host, client } = start((method) => {
    if (method === 'initialize') throw unsupportedProtocolVersion(['^9.0.0'])
    return null
  })
  await settled()
  expect(client.connection.get()).toMatchObject({ status: 'refused', cause: 'version' })
  await timers.advance(60_000)
  expect(host.connections).toHaveLength(1)
})

test('a host that says no and closes at once is still heard', async () => {
  const { client } = start((method, _params, side) => {
    if (method !== 'initialize') return null
    queueMicrotask(() => side.close(1008, 'no common protocol version'))
    throw unsupportedProtocolVersion(['^9.0.0'])
  })
  await settled()
  expect(client.connection.get()).toMatchObject({ status: 'refused', cause: 'version' })
})

test('a version that was not offered is refused', async () => {
  const { client } = start(
    plain((method) => (method === 'initialize' ? { ...hello, protocolVersion: '7.0.0' } : undefined)),
  )
  await settled()
  expect(client.connection.get()).toMatchObject({ status: 'refused', cause: 'version' })
})

test('a refused credential stands until somebody tries again', async () => {
  let isLetIn = false
  const host = createScriptedHost(plain())
  const { timers, client } = start(plain(), {
    open: () => (isLetIn ? host.open() : Promise.reject(new ConnectionRefused('credential', '401'))),
  })
  await timers.advance(60_000)
  expect(client.connection.get()).toEqual({ status: 'refused', cause: 'credential', reason: '401' })
  isLetIn = true
  client.retry()
  await settled()
  expect(client.connection.get().status).toBe('in-sync')
})

test('it tries again after a quarter of a second, doubling up to eight, and starts over once it was connected', async () => {
  const opened: number[] = []
  let up = false
  const host = createScriptedHost(plain())
  const timers = createFakeTimers()
  const { client } = start(plain(), {
    timers,
    open() {
      opened.push(timers.now())
      return up ? host.open() : Promise.reject(new Error('refused'))
    },
  })
  await timers.advance(40_000)
  const gaps = opened.slice(1).map((at, index) => at - (opened[index] ?? 0))
  expect(gaps.slice(0, 8)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  up = true
  await timers.advance(8_000)
  expect(client.connection.get().status).toBe('in-sync')
  host.latest().close(1006)
  await settled()
  expect(client.connection.get()).toMatchObject({ status: 'waiting', attempt: 1 })
})

test('a transport that does not open in time is given up, and closed when it opens after all', async () => {
  let late: (() => void) | undefined
  let closed = 0
  const host = createScriptedHost(plain())
  const { timers, client } = start(plain(), {
    open: () =>
      new Promise((resolve) => {
        late = () => void host.open().then((transport) => (transport.onClose(() => closed++), resolve(transport)))
      }),
  })
  await timers.advance(20_000)
  expect(client.connection.get().status).toBe('waiting')
  late?.()
  await settled()
  expect(closed).toBe(1)
})

test('a greeting that is not answered in time counts as lost', async () => {
  const { timers, host, client } = start(() => silent)
  await timers.advance(15_000)
  expect(client.connection.get().status).toBe('waiting')
  expect(host.latest().closed()).toBe(true)
})

test('an envelope right behind the answer to the greeting is not lost', async () => {
  const { client, titleOf } = start(
    plain((method, _params, side) => {
      if (method === 'initialize')
        queueMicrotask(() => side.peer.notify('action', envelope(s1, 11, titled('right behind'))))
      return undefined
    }),
  )
  client.watch(s1)
  await settled()
  expect(titleOf(s1)).toBe('right behind')
})

test('an envelope right behind the answer to a subscription is not lost', async () => {
  const { client, titleOf } = start(
    plain((method, params, side) => {
      if (method !== 'subscribe') return undefined
      queueMicrotask(() => side.peer.notify('action', envelope(s1, 21, titled('right behind'))))
      return { snapshot: snapshot(String(params['channel']), 'A', 20) }
    }),
  )
  await settled()
  client.watch(s1)
  await settled()
  expect(titleOf(s1)).toBe('right behind')
})

test('what is missed comes back in order, before what is live, and says where it stands', async () => {
  const seen: number[] = []
  const { timers, host, client, titleOf } = start(
    plain((method, _params, side) => {
      if (method !== 'reconnect') return undefined
      queueMicrotask(() => side.peer.notify('action', envelope(s1, 15, titled('live'))))
      return { type: 'replay', actions: [envelope(s1, 13, titled('B')), envelope(s1, 14, titled('C'))], missing: [] }
    }),
  )
  client.onEnvelope(({ serverSeq }) => seen.push(serverSeq))
  client.watch(s1)
  await settled()
  host.latest().peer.notify('action', envelope(s1, 12, titled('A2')))
  await settled()
  host.latest().close(1006)
  await timers.advance(250)
  expect(host.latest().heard[0]).toEqual({
    method: 'reconnect',
    params: { channel: ROOT_URI, clientId: 'me', lastSeenServerSeq: 12, subscriptions: [ROOT_URI, s1] },
  })
  expect(seen).toEqual([12, 13, 14, 15])
  expect(titleOf(s1)).toBe('live')
})

test('a snapshot after a long absence replaces everything, and a channel without one is gone', async () => {
  const { timers, host, client } = start(
    plain((method) =>
      method === 'reconnect'
        ? { type: 'snapshot', snapshots: [rootSnapshot(50), snapshot(s1, 'fresh', 50)] }
        : undefined,
    ),
  )
  const [one, two] = [client.watch(s1), client.watch(s2)]
  await settled()
  host.latest().close(1006)
  await timers.advance(250)
  expect(one.view.get()).toMatchObject({ status: 'ready', channel: { state: { title: 'fresh' } } })
  expect(two.view.get()).toMatchObject({ status: 'gone', last: { state: { title: 'A' } } })
  host.latest().close(1006)
  await timers.advance(250)
  expect(host.latest().heard[0]?.params['lastSeenServerSeq']).toBe(50)
})

test('a channel the host names as missing is gone; the others go on', async () => {
  const { timers, host, client } = start(
    plain((method) => (method === 'reconnect' ? { type: 'replay', actions: [], missing: [s2] } : undefined)),
  )
  const [one, two] = [client.watch(s1), client.watch(s2)]
  await settled()
  host.latest().close(1006)
  await timers.advance(250)
  expect([one.view.get().status, two.view.get().status]).toEqual(['ready', 'gone'])
})

test('a channel that was gone is asked for again by the next who watches it, and after a reconnect', async () => {
  let there = false
  const { timers, host, client } = start(
    plain((method, params) => {
      if (method === 'initialize') return hello
      if (method === 'reconnect') return { type: 'replay', actions: [], missing: there ? [] : [s2] }
      if (method === 'subscribe' && params['channel'] === s2 && !there) throw notFound(s2)
      return undefined
    }),
  )
  const watched = client.watch(s2)
  await settled()
  expect(watched.view.get().status).toBe('gone')
  host.latest().close(1006)
  there = true
  await timers.advance(250)
  expect(watched.view.get()).toMatchObject({ status: 'ready', channel: { state: { title: 'A' } } })
})

test('a host that has forgotten the client is greeted anew on the same connection, with fresh states', async () => {
  let started = 0
  const { timers, host, client, titleOf, status } = start(
    plain((method, params) => {
      if (method === 'reconnect') throw notFound('client me')
      if (method !== 'initialize') return undefined
      started += 1
      const wanted = params['initialSubscriptions'] as string[]
      // A host that starts over counts from the beginning again.
      const seq = started === 1 ? 500 : 3
      return {
        ...hello,
        serverSeq: seq,
        snapshots: wanted.map((uri) => (uri === ROOT_URI ? rootSnapshot(seq) : snapshot(uri, `start ${started}`, seq))),
      }
    }),
  )
  client.watch(s1)
  await settled()
  expect(titleOf(s1)).toBe('start 1')
  host.latest().close(1006)
  await timers.advance(250)
  expect(methods(host.latest()).slice(0, 2)).toEqual(['reconnect', 'initialize'])
  expect([titleOf(s1), status()]).toEqual(['start 2', 'in-sync'])
  host.latest().peer.notify('action', envelope(s1, 4, titled('goes on')))
  await settled()
  expect(titleOf(s1)).toBe('goes on')
})

test('a state from before the host started over is never built upon', async () => {
  let started = 0
  const { timers, host, client } = start(
    plain((method, params) => {
      if (method === 'reconnect' && started === 1) throw notFound('client me')
      if (method === 'reconnect') {
        return {
          type: 'replay',
          actions: [envelope(s1, 5, { type: 'session/isReadChanged', isRead: true })],
          missing: [],
        }
      }
      if (method === 'initialize') {
        started += 1
        return started === 1
          ? { ...hello, snapshots: [rootSnapshot(10), snapshot(s1, 'old', 10)] }
          : { ...hello, serverSeq: 3 }
      }
      // The first answer after the new start never comes.
      if (method === 'subscribe' && params['channel'] === s1 && host.connections.length === 2) return silent
      if (method === 'subscribe') return { snapshot: snapshot(String(params['channel']), 'new', 6) }
      return undefined
    }),
  )
  const watched = client.watch(s1)
  await settled()
  host.latest().close(1006)
  await timers.advance(250)
  host.latest().close(1006)
  await timers.advance(250)
  expect(watched.view.get()).toMatchObject({ status: 'ready', channel: { state: { title: 'new', status: 1 } } })
})

test('what was offered when the connection went is told as lost and no longer shown', async () => {
  const { host, client, titleOf } = start()
  client.watch(s1)
  await settled()
  const outcome = keep(client.dispatch(s1, titled('mine')))
  expect(titleOf(s1)).toBe('mine')
  host.latest().close(1006)
  await settled()
  expect(outcome.now).toMatchObject({ kind: 'lost' })
  expect(titleOf(s1)).toBe('A')
  expect(await client.dispatch(s1, titled('offline'))).toMatchObject({ kind: 'lost' })
})

test('each sender hears of its own action, by its exact number', async () => {
  const { host, client } = start()
  client.watch(s1)
  await settled()
  const [one, two] = [keep(client.dispatch(s1, titled('one'))), keep(client.dispatch(s1, titled('two')))]
  await settled()
  const numbers = asked(host.latest(), 'dispatchAction').map(({ params }) => params['clientSeq'])
  const origin = (at: number) => ({ clientId: 'me', clientSeq: numbers[at] })
  host
    .latest()
    .peer.notify('action', envelope(s1, 11, titled('two'), { origin: origin(1), rejectionReason: 'too long' }))
  host
    .latest()
    .peer.notify('action', envelope(s1, 12, titled('x'), { origin: { clientId: 'other', clientSeq: numbers[0] } }))
  await settled()
  expect([one.now, two.now]).toEqual([undefined, { kind: 'rejected', reason: 'too long' }])
  host.latest().peer.notify('action', envelope(s1, 13, titled('one'), { origin: origin(0) }))
  await settled()
  expect(one.now).toEqual({ kind: 'applied' })
})

test('an action to a channel nobody watches is heard of all the same, and the channel is left again', async () => {
  const { host, client } = start(
    plain((method, params, side) => {
      if (method === 'dispatchAction') {
        const origin = { clientId: 'me', clientSeq: params['clientSeq'] }
        side.peer.notify('action', envelope(s1, 11, titled('no'), { origin, rejectionReason: 'archived' }))
      }
      return undefined
    }),
  )
  await settled()
  expect(await client.dispatch(s1, titled('no'))).toEqual({ kind: 'rejected', reason: 'archived' })
  await settled()
  expect(methods(host.latest()).slice(-3)).toEqual(['subscribe', 'dispatchAction', 'unsubscribe'])
})

test('an action to a channel the host does not have comes to an end', async () => {
  const { client } = start(
    plain((method) => {
      if (method === 'subscribe') throw notFound(s2)
      return undefined
    }),
  )
  await settled()
  expect(await client.dispatch(s2, titled('x'))).toMatchObject({ kind: 'lost' })
})

test('an action that is never echoed is given up after half a minute, and no longer shown', async () => {
  const { timers, client, titleOf } = start()
  client.watch(s1)
  await settled()
  const outcome = keep(client.dispatch(s1, titled('mine')))
  await timers.advance(29_000)
  expect([outcome.now, titleOf(s1)]).toEqual([undefined, 'mine'])
  await timers.advance(1_000)
  expect([outcome.now, titleOf(s1)]).toEqual([{ kind: 'lost', reason: 'The host did not answer.' }, 'A'])
})

test('typing is not predicted', async () => {
  const { client, titleOf } = start()
  const watched = client.watch(s1)
  await settled()
  void client.dispatch(s1, { type: 'terminal/input', data: 'ls' })
  expect([titleOf(s1), watched.view.get()]).toEqual(['A', expect.objectContaining({ pending: 0 })])
})

test('a newer connection of the same client takes over, and this one stays away until asked', async () => {
  const { timers, host, client } = start()
  await settled()
  host.latest().close(4000, 'taken over')
  await timers.advance(120_000)
  expect(client.connection.get()).toMatchObject({ status: 'refused', cause: 'taken-over' })
  expect(host.connections).toHaveLength(1)
  client.retry()
  await settled()
  expect(client.connection.get().status).toBe('in-sync')
})

test('a revoked credential is not tried again by itself', async () => {
  const { timers, host, client } = start()
  await settled()
  host.latest().close(1008, 'the credential was revoked')
  await timers.advance(120_000)
  expect(client.connection.get()).toEqual({
    status: 'refused',
    cause: 'credential',
    reason: 'the credential was revoked',
  })
  expect(host.connections).toHaveLength(1)
})

test('a host that falls silent without closing is noticed within twenty seconds', async () => {
  let alive = true
  const { timers, host, client } = start(plain((method) => (method === 'ping' && !alive ? silent : undefined)))
  await timers.advance(60_000)
  expect([host.connections.length, client.connection.get().status]).toEqual([1, 'in-sync'])
  expect(asked(host.latest(), 'ping')).toHaveLength(4)
  alive = false
  await timers.advance(20_250)
  expect(host.connections).toHaveLength(2)
})

test('a host that falls silent while it is catching up is noticed too', async () => {
  const { timers, host, client } = start(
    plain((method) => (method === 'subscribe' || method === 'ping' ? silent : undefined)),
  )
  await settled()
  client.watch(s1)
  await timers.advance(20_000)
  expect(client.connection.get().status).toBe('waiting')
  expect(host.latest().closed()).toBe(true)
})

test('after the machine slept the host is asked at once and gets half the time', async () => {
  let alive = true
  const { timers, host } = start(plain((method) => (method === 'ping' && !alive ? silent : undefined)))
  await settled()
  alive = false
  await timers.sleep(3_600_000)
  expect(asked(host.connections[0]!, 'ping')).toHaveLength(1)
  await timers.advance(2_500 + 250)
  expect(host.connections).toHaveLength(2)
})

test('without a connection a request is refused at once, and a lost one ends with the connection', async () => {
  const { host, client, status } = start(plain((method) => (method === 'createSession' ? silent : undefined)))
  await settled()
  const request = client.request('createSession', { channel: s1 }).then(
    () => undefined,
    (error: unknown) => error,
  )
  await settled()
  host.latest().close(1006)
  expect(await request).toMatchObject({ name: 'ConnectionLost', isUnsent: false })
  expect(status()).toBe('waiting')
  const unsent = await client.request('ping', { channel: ROOT_URI }).catch((error: unknown) => error)
  expect(unsent).toBeInstanceOf(ConnectionLost)
  expect(unsent).toMatchObject({ isUnsent: true })
})

test('a request made while the first connection is being made waits for it', async () => {
  const { client } = start(plain((method) => (method === 'resourceMkdir' ? {} : undefined)))
  expect(await client.request('resourceMkdir', { channel: ROOT_URI, uri: 'file:///a' })).toEqual({})
})

test("the host's no comes as it is, and an answer that is none says so", async () => {
  const { client } = start(
    plain((method) => {
      if (method === 'disposeSession') throw notFound(s1)
      return method === 'resourceRead' ? { data: 7 } : undefined
    }),
  )
  await expect(client.request('disposeSession', { channel: s1 })).rejects.toMatchObject({ code: -32008 })
  const broken = client.request('resourceRead', { channel: ROOT_URI, uri: 'file:///a' })
  await expect(broken).rejects.toBeInstanceOf(ProtocolError)
  await expect(broken).rejects.toThrow(/resourceRead cannot be read/)
})

test('"done" may be said with nothing or with an empty object', async () => {
  const { client } = start(
    plain((method) => (method === 'createSession' ? {} : method === 'resourceMkdir' ? null : undefined)),
  )
  expect(await client.request('createSession', { channel: s1 })).toBeNull()
  expect(await client.request('resourceMkdir', { channel: ROOT_URI, uri: 'file:///a' })).toEqual({})
})

test('one bad entry costs that entry, in a snapshot, in an answer and in an action', async () => {
  const good = {
    resource: 'ahp-terminal:/1',
    title: 'sh',
    claim: { kind: 'client', clientId: 'c' },
    lifecycle: { status: 'running' },
  }
  const { resource: _, ...bad } = good
  const { host, client } = start(
    plain((method) => {
      if (method !== 'initialize') return undefined
      return {
        ...hello,
        snapshots: [{ resource: ROOT_URI, state: { agents: [], terminals: [bad, good] }, fromSeq: 10 }],
      }
    }),
  )
  const root = client.watch(ROOT_URI)
  await settled()
  const terminals = () => {
    const view = root.view.get()
    return view.status === 'ready' && view.channel.kind === 'root' ? view.channel.state.terminals : view
  }
  expect(terminals()).toEqual([good])
  host
    .latest()
    .peer.notify('action', envelope(ROOT_URI, 11, { type: 'root/terminalsChanged', terminals: [good, bad, good] }))
  await settled()
  expect(terminals()).toEqual([good, good])
})

test('an action that cannot be read changes nothing, but its number and its sender count', async () => {
  const { timers, host, client, titleOf } = start()
  client.watch(s1)
  await settled()
  const outcome = keep(client.dispatch(s1, titled('mine')))
  await settled()
  const clientSeq = asked(host.latest(), 'dispatchAction')[0]?.params['clientSeq']
  host
    .latest()
    .peer.notify(
      'action',
      envelope(s1, 40, { type: 'session/titleChanged' }, { origin: { clientId: 'me', clientSeq } }),
    )
  host.latest().peer.notify('action', { serverSeq: 'x' })
  host.latest().peer.notify('action', null)
  await settled()
  expect(outcome.now).toMatchObject({ kind: 'lost' })
  host.latest().close(1006)
  await timers.advance(250)
  expect(host.latest().heard[0]?.params['lastSeenServerSeq']).toBe(40)
  expect(titleOf(s1)).toBe('A')
})

test('a channel left while its answer is under way is not mixed up with the one watched anew', async () => {
  const answers: ((value: unknown) => void)[] = []
  const { host, client } = start(
    plain((method, params) =>
      method === 'subscribe' && params['channel'] === s2 ? new Promise((resolve) => answers.push(resolve)) : undefined,
    ),
  )
  await settled()
  client.watch(s2).release()
  const watched = client.watch(s2)
  await settled()
  answers[0]?.({ snapshot: snapshot(s2, 'of the first question', 10) })
  await settled()
  expect(watched.view.get().status).toBe('loading')
  answers[1]?.({ snapshot: snapshot(s2, 'of the second question', 20) })
  host.latest().peer.notify('action', envelope(s2, 21, titled('and on')))
  await settled()
  expect(watched.view.get()).toMatchObject({ status: 'ready', channel: { state: { title: 'and on' } } })
})

test('a channel left while the greeting is under way is left on the host as well', async () => {
  let answer: ((value: unknown) => void) | undefined
  const { host, client } = start(
    plain((method) => (method === 'initialize' ? new Promise((resolve) => (answer = resolve)) : undefined)),
  )
  const watched = client.watch(s1)
  await settled()
  watched.release()
  answer?.({ ...hello, snapshots: [rootSnapshot(10), snapshot(s1, 'A', 10)] })
  await settled()
  expect(asked(host.latest(), 'unsubscribe').map(({ params }) => params['channel'])).toEqual([s1])
})

test('the last who leaves unsubscribes, and the root channel stays as long as the client', async () => {
  const { host, client } = start()
  await settled()
  const [one, two, root] = [client.watch(s1), client.watch(s1), client.watch(ROOT_URI)]
  await settled()
  one.release()
  one.release()
  root.release()
  expect(asked(host.latest(), 'unsubscribe')).toEqual([])
  two.release()
  await settled()
  expect(asked(host.latest(), 'unsubscribe').map(({ params }) => params['channel'])).toEqual([s1])
})

test('a closed client starts nothing and leaves nothing behind', async () => {
  const { timers, host, client } = start()
  client.watch(s1)
  await settled()
  const outcome = client.dispatch(s1, titled('x'))
  client.close()
  expect(await outcome).toMatchObject({ kind: 'lost' })
  client.retry()
  await timers.advance(600_000)
  expect([host.connections.length, timers.waiting, client.connection.get()]).toEqual([1, 0, { status: 'closed' }])
})

test('a client closed while it connects closes what opens', async () => {
  const { host, client } = start()
  client.close()
  await settled()
  expect(host.latest().closed()).toBe(true)
  expect(client.connection.get()).toEqual({ status: 'closed' })
})
