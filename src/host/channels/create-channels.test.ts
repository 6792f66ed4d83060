import { expect, test, vi } from 'vitest'
import type { StateAction } from '../../protocol/actions.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { StoreFailure, type Store } from '../store/store.ts'
import { keepingLogger, openTestStore } from '../testing/open-test-store.ts'
import { rootState, sessionState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { Applied } from './channels.ts'
import { createChannels, type ChannelsOptions } from './create-channels.ts'

const s1 = 'ahp-session:/s1'
const x1 = 'ahp-terminal:/x1'
const root = 'ahp-root://'
const origin = { clientId: 'c1', clientSeq: 1 }

const titled = (title: string): StateAction => ({ type: 'session/titleChanged', title })
const output = (data: string): StateAction => ({ type: 'terminal/data', data })

function create(options: Partial<ChannelsOptions> & { dataDir?: string } = {}) {
  const store = options.store ?? openTestStore(options.dataDir ?? temporaryFolder())
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger, ...options })
  const envelopes: ActionEnvelope[] = []
  channels.onEnvelope((envelope) => envelopes.push(envelope))
  return { store, channels, envelopes }
}

/** A store whose disk can be told to refuse. */
function refusing(inner: Store): Store & { refuse: boolean } {
  const store = Object.create(inner) as Store & { refuse: boolean }
  return Object.assign(store, {
    refuse: false,
    append(batch: Parameters<Store['append']>[0]) {
      if (store.refuse) throw new StoreFailure('SQLITE_FULL', 'The disk is full.')
      inner.append(batch)
    },
  })
}

test('a caller reads its own writes at once, others hear of them when they are on disk', async () => {
  const { channels, envelopes } = create()
  channels.open(s1, sessionState('a'))
  const envelope = channels.apply(s1, titled('b'), origin)
  expect(channels.state(s1, 'session')?.title).toBe('b')
  expect(envelopes).toEqual([])
  await channels.settled()
  expect(envelopes).toEqual([{ channel: s1, action: titled('b'), serverSeq: envelope.serverSeq, origin }])
})

test('guard append-before-publish: what a listener hears is in the log already', async () => {
  const { channels, store } = create()
  const onDiskWhenHeard: boolean[] = []
  const look = (seq: number) => onDiskWhenHeard.push(store.since(seq - 1, new Set([s1]))?.[0]?.seq === seq)
  channels.onEnvelope(({ serverSeq }) => look(serverSeq))
  channels.onApplied(({ envelope }) => look(envelope.serverSeq))
  channels.open(s1, sessionState())
  for (let n = 0; n < 5; n++) channels.apply(s1, titled(`${n}`))
  await channels.settled()
  expect(onDiskWhenHeard).toEqual(Array.from({ length: 10 }, () => true))
})

test('everything applied in one tick is one append', async () => {
  const store = openTestStore(temporaryFolder())
  const append = vi.spyOn(store, 'append')
  const { channels } = create({ store })
  channels.open(s1, sessionState())
  for (let n = 0; n < 50; n++) channels.apply(s1, titled(`${n}`))
  await channels.settled()
  expect(append.mock.calls.map(([batch]) => batch.length)).toEqual([51])
})

test('reactors hear of an action with the state before and after it, in order, and may apply more', async () => {
  const { channels, envelopes } = create()
  const heard: Applied[] = []
  channels.onApplied((applied) => {
    heard.push(applied)
    if (applied.envelope.action.type === 'session/titleChanged' && heard.length === 1) channels.apply(s1, titled('c'))
  })
  channels.open(s1, sessionState('a'))
  channels.apply(s1, titled('b'))
  await channels.settled()
  await channels.settled()
  expect(heard.map(({ before, after }) => [before, after])).toEqual([
    [sessionState('a'), sessionState('b')],
    [sessionState('b'), sessionState('c')],
  ])
  const numbers = envelopes.map(({ serverSeq }) => serverSeq)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
})

test('terminal output is numbered and published in its place but not written', async () => {
  const { channels, envelopes, store } = create()
  channels.open(s1, sessionState())
  channels.open(x1, terminalState('c1'), { session: s1 })
  channels.apply(s1, titled('1'))
  channels.apply(x1, output('secret output'))
  channels.apply(s1, titled('2'))
  await channels.settled()
  expect(envelopes.map(({ action }) => action)).toEqual([titled('1'), output('secret output'), titled('2')])
  expect(
    JSON.stringify(store.since(0, new Set([x1])) ?? store.database.prepare('SELECT * FROM log').all()),
  ).not.toContain('secret output')
  channels.stop()
  expect(JSON.stringify(store.database.prepare('SELECT * FROM snapshots').all())).not.toContain('secret output')
})

test('guard take-back: when the disk refuses, the whole batch is undone, clients are told, and it recovers', async () => {
  const store = refusing(openTestStore(temporaryFolder()))
  const { channels, envelopes } = create({ store })
  const failures: (string | undefined)[] = []
  const heard: StateAction[] = []
  channels.onStorageFailure((reason) => failures.push(reason))
  channels.onApplied(({ envelope }) => heard.push(envelope.action))
  channels.open(s1, sessionState('kept'))
  channels.open(x1, terminalState('c1'))
  await channels.settled()

  store.refuse = true
  channels.apply(s1, titled('by the host'))
  const refused = channels.apply(s1, titled('by a client'), origin)
  channels.open('ahp-session:/s2', sessionState())
  channels.close(x1)
  await channels.settled()
  expect(channels.state(s1, 'session')?.title).toBe('kept')
  expect(channels.has('ahp-session:/s2')).toBe(false)
  expect(channels.has(x1)).toBe(true)
  expect(envelopes).toEqual([{ ...refused, rejectionReason: 'The disk is full.' }])
  expect(heard).toEqual([])

  channels.apply(x1, output('still shown'))
  channels.apply(s1, titled('again'), origin)
  await channels.settled()
  expect(channels.state(x1, 'terminal')?.content).toEqual([{ type: 'unclassified', value: 'still shown' }])
  expect(heard).toEqual([output('still shown')])

  store.refuse = false
  channels.apply(s1, titled('written'), origin)
  await channels.settled()
  expect(channels.state(s1, 'session')?.title).toBe('written')
  expect(failures).toEqual(['The disk is full.', 'The disk is full.', undefined])
})

test('a rejection takes a number, changes nothing and is not written', async () => {
  const { channels, envelopes, store } = create()
  channels.open(s1, sessionState('a'))
  const rejection = channels.reject(s1, titled('b'), origin, 'not now')
  await channels.settled()
  expect(envelopes).toEqual([
    { channel: s1, action: titled('b'), serverSeq: rejection.serverSeq, origin, rejectionReason: 'not now' },
  ])
  expect(channels.state(s1, 'session')?.title).toBe('a')
  expect(store.database.prepare("SELECT count(*) AS n FROM log WHERE kind = 'action'").get()).toEqual({ n: 0 })
})

test('an action that no reducer can digest is rejected and does not harm the host', async () => {
  const logger = keepingLogger()
  const { channels, envelopes } = create({ logger })
  channels.open(root, { kind: 'root', state: { agents: [], config: null } as never }) // a state that cannot occur
  const broken: StateAction = { type: 'root/configChanged', config: { a: 1 } }
  expect(channels.apply(root, broken, origin).rejectionReason).toBe('the action could not be folded into the state')
  await channels.settled()
  expect(envelopes.map(({ rejectionReason }) => rejectionReason)).toEqual([
    'the action could not be folded into the state',
  ])
  expect(logger.lines.join()).toContain('A reducer failed')
})

test('after a restart every channel is as it was, with snapshots and without', async () => {
  const dataDir = temporaryFolder()
  const first = create({ dataDir, limits: { actionsPerSnapshot: 7 } })
  first.channels.open(s1, sessionState())
  first.channels.open('ahp-session:/gone', sessionState())
  for (let n = 0; n < 60; n++) {
    first.channels.apply(s1, titled(`${n}`))
    if (n % 3 === 0) await first.channels.settled()
  }
  first.channels.close('ahp-session:/gone')
  await first.channels.settled()
  const snapshot = first.store.database.prepare<[], { seq: number }>('SELECT seq FROM snapshots').get()
  expect(snapshot!.seq).toBeGreaterThan(40)
  // Without `stop`: as after a kill.
  first.store.close()
  const second = create({ dataDir })
  expect(second.channels.list('session')).toEqual([s1])
  expect(second.channels.get(s1)).toEqual(sessionState('59'))
})

test('closing a session closes what belongs to it, and subscribers are told', async () => {
  const { channels } = create()
  const closed: string[] = []
  channels.onClosed((channel) => closed.push(channel))
  channels.open(s1, sessionState())
  channels.open(x1, terminalState('c1'), { session: s1, logged: false })
  channels.close(s1)
  await channels.settled()
  expect(closed).toEqual([x1, s1])
  expect(() => channels.apply(s1, titled('late'))).toThrow('there is no channel ahp-session:/s1')
})

test('the replay comes from memory, then from the log, and is refused where neither reaches', async () => {
  const { channels, envelopes } = create({ limits: { replay: { envelopes: 3, bytes: 10_000 }, replayFromDisk: 8 } })
  channels.open(s1, sessionState())
  channels.open(x1, terminalState('c1'))
  await channels.settled()
  const start = channels.serverSeq
  for (let n = 0; n < 5; n++) channels.apply(s1, titled(`${n}`))
  channels.apply(x1, output('x'))
  await channels.settled()
  const ofSession = envelopes.filter(({ channel }) => channel === s1)
  expect(channels.since(start + 4, new Set([s1]))).toEqual(ofSession.slice(4))
  expect(channels.since(start, new Set([s1]))).toEqual(ofSession)
  expect(channels.since(start, new Set([s1, x1]))).toBeUndefined()
  expect(channels.since(0, new Set([s1]))).toBeUndefined()
  expect(channels.since(channels.serverSeq + 1, new Set([s1]))).toBeUndefined()
  for (let n = 0; n < 5; n++) channels.apply(s1, titled(`${n}`))
  expect(channels.since(start, new Set([s1]))).toBeUndefined()
})

test('the replay buffer is bounded in bytes as well', async () => {
  const { channels } = create({ limits: { replay: { envelopes: 1000, bytes: 5000 } } })
  channels.open(root, rootState(), { logged: false })
  const start = channels.serverSeq
  for (let n = 0; n < 10; n++) channels.apply(root, { type: 'root/configChanged', config: { text: 'x'.repeat(1000) } })
  expect(channels.since(channels.serverSeq - 3, new Set([root]))).toHaveLength(3)
  expect(channels.since(start, new Set([root]))).toBeUndefined()
})

test('a listener that throws keeps nobody else from hearing', async () => {
  const logger = keepingLogger()
  const { store, envelopes, channels } = create({ logger })
  expect(store.mode.status).toBe('writable')
  channels.onEnvelope(() => {
    throw new Error('broken listener')
  })
  const later: ActionEnvelope[] = []
  channels.onEnvelope((envelope) => later.push(envelope))
  channels.open(s1, sessionState())
  channels.apply(s1, titled('b'))
  await channels.settled()
  expect(later).toEqual(envelopes)
  expect(logger.lines.join()).toContain('broken listener')
})

test('guard retry: a disk that takes writes again is noticed without anybody writing', async () => {
  const store = Object.assign(refusing(openTestStore(temporaryFolder())), {
    findObstacle: () => (store.refuse ? 'The disk is full.' : undefined),
  })
  const { channels } = create({ store })
  channels.open(s1, sessionState('a'))
  await channels.settled()
  const told: (string | undefined)[] = []
  channels.onStorageFailure((reason) => told.push(reason))
  store.refuse = true
  channels.apply(s1, titled('b'), origin)
  await channels.settled()
  channels.recheckStorage()
  expect(told).toEqual(['The disk is full.'])
  store.refuse = false
  channels.recheckStorage()
  channels.recheckStorage()
  expect(told).toEqual(['The disk is full.', undefined])
})
