import { expect, onTestFinished, test } from 'vitest'
import { permissionDenied } from '../protocol/errors.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import { createHostClient } from './host-client.ts'
import { createFakeTimers, settled } from './testing/fake-timers.ts'
import { createScriptedHost, type HostSide, type Script } from './testing/scripted-host.ts'

const uri = (id: string) => `ahp-session:/${id}`
const summary = (id: string, modifiedAt = '2026-01-01T00:00:00.000Z', title = id) => ({
  resource: uri(id),
  provider: 'p',
  title,
  status: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt,
})

type Page = { items: object[]; nextCursor?: string }

/** A host whose list is what `pages` gives for a cursor. */
function start(pages: (cursor: string | undefined, side: HostSide) => Page | Promise<Page>) {
  const script: Script = (method, params, side) => {
    if (method === 'initialize') {
      const snapshots = [{ resource: ROOT_URI, state: { agents: [] }, fromSeq: 1 }]
      return { protocolVersion: '1.0.0', serverSeq: 1, snapshots }
    }
    if (method === 'reconnect') return { type: 'replay', actions: [], missing: [] }
    if (method === 'listSessions') return pages(params['cursor'] as string | undefined, side)
    return null
  }
  const timers = createFakeTimers()
  const host = createScriptedHost(script)
  const client = createHostClient({ open: () => host.open(), timers, clientId: 'me' })
  onTestFinished(() => client.close())
  const shown = () => {
    const view = client.sessions.get()
    return view.status === 'ready' ? { titles: view.items.map(({ title }) => title), stale: view.stale } : view.status
  }
  const tell = (method: string, params: object) => host.latest().peer.notify(method, { channel: ROOT_URI, ...params })
  return { timers, host, client, shown, tell }
}

test('all pages are read, and the list is shown with the latest change first', async () => {
  const { shown } = start((cursor) =>
    cursor === undefined
      ? {
          items: [summary('a', '2026-01-02T00:00:00.000Z'), summary('b', '2026-01-03T00:00:00.000Z')],
          nextCursor: 'next',
        }
      : { items: [summary('b', '2026-01-03T00:00:00.000Z', 'twice'), summary('c', '2026-01-04T00:00:00.000Z')] },
  )
  expect(shown()).toBe('loading')
  await settled()
  expect(shown()).toEqual({ titles: ['c', 'b', 'a'], stale: false })
})

test('the three notifications keep it current; fixed fields stay, and sessions it does not hold are ignored', async () => {
  const { shown, tell, client } = start(() => ({ items: [summary('a'), summary('b')] }))
  await settled()
  tell('root/sessionAdded', { summary: summary('c', '2026-01-05T00:00:00.000Z') })
  tell('root/sessionRemoved', { session: uri('b') })
  const changes = {
    title: 'A',
    provider: 'forged',
    createdAt: 'x',
    resource: uri('z'),
    modifiedAt: '2026-01-06T00:00:00.000Z',
  }
  tell('root/sessionSummaryChanged', { session: uri('a'), changes })
  tell('root/sessionSummaryChanged', { session: uri('unknown'), changes })
  await settled()
  expect(shown()).toEqual({ titles: ['A', 'c'], stale: false })
  const view = client.sessions.get()
  expect(view.status === 'ready' && view.items[0]).toEqual(summary('a', '2026-01-06T00:00:00.000Z', 'A'))
})

test('what is told while pages are under way is not undone by them', async () => {
  const { shown } = start((cursor, side) => {
    const tell = (method: string, params: object) => side.peer.notify(method, { channel: ROOT_URI, ...params })
    if (cursor === undefined) {
      queueMicrotask(() => {
        tell('root/sessionRemoved', { session: uri('b') })
        tell('root/sessionSummaryChanged', { session: uri('a'), changes: { title: 'A' } })
      })
      return { items: [summary('a')], nextCursor: 'next' }
    }
    return { items: [summary('b'), summary('c')] }
  })
  await settled()
  expect(shown()).toEqual({ titles: ['A', 'c'], stale: false })
})

test('without a connection it stands as last known, and is read anew with the next', async () => {
  const lists = [
    ['a', 'b'],
    ['b', 'c'],
  ]
  const { shown, host, timers } = start(() => ({ items: (lists.shift() ?? []).map((id) => summary(id)) }))
  await settled()
  host.latest().close(1006)
  await settled()
  expect(shown()).toEqual({ titles: ['a', 'b'], stale: true })
  await timers.advance(250)
  expect(shown()).toEqual({ titles: ['b', 'c'], stale: false })
})

test('a connection lost between two pages changes nothing', async () => {
  const { shown, host, timers } = start((cursor, side) => {
    if (host.connections.length === 1) return { items: [summary('a')] }
    if (host.connections.length === 2 && cursor !== undefined) {
      side.close(1006)
      return new Promise(() => {})
    }
    if (host.connections.length === 2) return { items: [summary('half')], nextCursor: 'next' }
    return { items: [summary('b')] }
  })
  await settled()
  host.latest().close(1006)
  await timers.advance(250)
  expect(shown()).toEqual({ titles: ['a'], stale: true })
  await timers.advance(250)
  expect(shown()).toEqual({ titles: ['b'], stale: false })
})

test('a host that gives out the same cursor again is not asked for ever', async () => {
  const { shown } = start(() => ({ items: [summary('a')], nextCursor: 'same' }))
  await settled()
  expect(shown()).toEqual({ titles: ['a'], stale: false })
})

test('a host that refuses the list leaves it empty and marked, and what it tells still counts', async () => {
  const { shown, tell } = start(() => {
    throw permissionDenied('not for you')
  })
  await settled()
  expect(shown()).toEqual({ titles: [], stale: true })
  tell('root/sessionAdded', { summary: summary('a') })
  await settled()
  expect(shown()).toEqual({ titles: ['a'], stale: false })
})

test('a summary that cannot be read is left out', async () => {
  const { shown } = start(() => ({ items: [summary('a'), { resource: uri('b') }, summary('c')] }))
  await settled()
  expect(shown()).toEqual({ titles: ['a', 'c'], stale: false })
})
