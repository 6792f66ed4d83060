import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StateAction } from '../../protocol/actions.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { reduceChannel } from '../../protocol/reducers.ts'
import { channelStateOf, type Snapshot } from '../../protocol/snapshot.ts'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openStore } from '../store/open-store.ts'
import { StoreFailure, type Store } from '../store/store.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { chatState, sessionState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { connectClient, type TestClient } from '../testing/test-client.ts'
import { createServer } from './create-server.ts'

const s1 = 'ahp-session:/s1'
const k1 = 'ahp-chat:/k1'
const x1 = 'ahp-terminal:/x1'
const channelUris = [s1, k1, x1] as const
const clientIds = ['c1', 'c2', 'c3'] as const

type Step =
  | { kind: 'host'; channel: string; action: StateAction }
  | { kind: 'dispatch'; client: number; channel: string; clientSeq: number; action: StateAction }
  | { kind: 'subscribe'; client: number; channel: string; maxLatencyMs: number }
  | { kind: 'unsubscribe'; client: number; channel: string }
  | { kind: 'reconnect'; client: number }
  | { kind: 'disk'; refuses: boolean }
  | { kind: 'wait' }

const text = fc.string({ maxLength: 6 })
const client = fc.nat(clientIds.length - 1)
const offer = fc.oneof(
  fc.record({
    channel: fc.constant(s1),
    action: text.map((title): StateAction => ({ type: 'session/titleChanged', title })),
  }),
  fc.record({
    channel: fc.constant(k1),
    action: text.map((activity): StateAction => ({ type: 'chat/activityChanged', activity })),
  }),
  fc.record({
    channel: fc.constant(k1),
    action: text.map((id): StateAction => ({
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id,
      message: { text: id, origin: { kind: 'user' } },
    })),
  }),
  fc.record({ channel: fc.constant(x1), action: text.map((data): StateAction => ({ type: 'terminal/data', data })) }),
  fc.record({
    channel: fc.constant(x1),
    action: fc.nat(9).map((cols): StateAction => ({ type: 'terminal/resized', cols, rows: 1 })),
  }),
)
const channel = fc.constantFrom(...channelUris)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: offer.map((of): Step => ({ kind: 'host', ...of })) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(client, fc.nat(3), offer)
      .map(([of, clientSeq, rest]): Step => ({ kind: 'dispatch', client: of, clientSeq, ...rest })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(client, channel, fc.constantFrom(0, 1))
      .map(([of, on, maxLatencyMs]): Step => ({ kind: 'subscribe', client: of, channel: on, maxLatencyMs })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(client, channel).map(([of, on]): Step => ({ kind: 'unsubscribe', client: of, channel: on })),
  },
  { weight: 2, arbitrary: client.map((of): Step => ({ kind: 'reconnect', client: of })) },
  { weight: 1, arbitrary: fc.boolean().map((refuses): Step => ({ kind: 'disk', refuses })) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'wait' }) },
)

/** A client that folds what it gets, as SPEC 5 and 7 ask of it. */
type Folding = {
  readonly clientId: string
  connection: TestClient
  lastSeen: number
  readonly held: Map<string, { state: ChannelState; fromSeq: number }>
  readonly numbers: number[]
}

function takeEnvelope(of: Folding, { channel: on, action, serverSeq, rejectionReason }: ActionEnvelope): void {
  of.numbers.push(serverSeq)
  of.lastSeen = Math.max(of.lastSeen, serverSeq)
  const held = of.held.get(on)
  if (held === undefined || rejectionReason !== undefined || serverSeq <= held.fromSeq) return
  of.held.set(on, { ...held, state: reduceChannel(held.state, action) })
}

function takeSnapshot(of: Folding, snapshot: Snapshot): void {
  const state = channelStateOf(snapshot)
  if (state === undefined) throw new Error('a state of no kind')
  of.held.set(snapshot.resource, { state, fromSeq: snapshot.fromSeq })
  of.lastSeen = Math.max(of.lastSeen, snapshot.fromSeq)
}

/** Takes what came on the connection so far; the order against answers is kept by taking before and after each. */
function drain(of: Folding): void {
  for (const envelope of of.connection.envelopes.splice(0)) takeEnvelope(of, envelope)
}

const runs = propertyRuns(60)

test(`guard convergence: whatever happens in whatever order, clients, memory and disk agree (${runs} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      await play(steps)
    }),
    { numRuns: runs },
  )
}, 600_000)

async function play(steps: readonly Step[]): Promise<void> {
  const dataDir = temporaryFolder()
  const open = () => {
    const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
    if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
    return opened.store
  }
  const inner = open()
  let refuses = false
  const store: Store = Object.assign(Object.create(inner) as Store, {
    append(batch: Parameters<Store['append']>[0]) {
      if (refuses) throw new StoreFailure('SQLITE_FULL', 'full')
      inner.append(batch)
    },
  })
  const channels = createChannels({
    store,
    clock: systemClock,
    logger: silentLogger,
    limits: { replay: { envelopes: 12, bytes: 100_000 }, actionsPerSnapshot: 5 },
  })
  channels.open(s1, sessionState())
  channels.open(k1, chatState(k1))
  channels.open(x1, terminalState('c1'))
  await channels.settled()
  const published: number[] = []
  channels.onEnvelope(({ serverSeq }) => published.push(serverSeq))
  const rules = (_: string, action: StateAction) => ('title' in action && action.title.length === 3 ? 'no' : undefined)
  const server = createServer({
    channels,
    commands: {},
    rules,
    clock: systemClock,
    logger: silentLogger,
    facts: { serverInfo: { name: 't' } },
  })

  const clients = await Promise.all(
    clientIds.map(async (clientId): Promise<Folding> => {
      const connection = connectClient(server)
      const of: Folding = { clientId, connection, lastSeen: 0, held: new Map(), numbers: [] }
      const result = await connection.ask('initialize', {
        protocolVersions: ['1.0.0'],
        clientId,
        initialSubscriptions: [s1],
      })
      of.lastSeen = result.serverSeq
      for (const snapshot of result.snapshots) takeSnapshot(of, snapshot)
      return of
    }),
  )

  for (const next of steps) {
    const of = 'client' in next ? clients[next.client]! : clients[0]!
    switch (next.kind) {
      case 'host':
        channels.apply(next.channel, next.action)
        break
      case 'dispatch':
        of.connection.dispatch(next.channel, next.clientSeq, next.action)
        break
      case 'subscribe': {
        const { channel: on, maxLatencyMs } = next
        const { snapshot } = await of.connection.ask('subscribe', { channel: on, delivery: { maxLatencyMs } })
        drain(of)
        takeSnapshot(of, snapshot)
        break
      }
      case 'unsubscribe':
        of.connection.peer.notify('unsubscribe', { channel: next.channel })
        drain(of)
        of.held.delete(next.channel)
        break
      case 'reconnect':
        await reconnect(of)
        break
      case 'disk':
        refuses = next.refuses
        break
      case 'wait':
        await of.connection.caughtUp()
        break
    }
  }

  async function reconnect(of: Folding): Promise<void> {
    // What is still under way when the connection breaks is lost.
    drain(of)
    of.connection.transport.close()
    of.connection = connectClient(server)
    const params = { clientId: of.clientId, lastSeenServerSeq: of.lastSeen, subscriptions: [...of.held.keys()] }
    const result = await of.connection.ask('reconnect', params)
    if (result.type === 'snapshot') for (const snapshot of result.snapshots) takeSnapshot(of, snapshot)
    else for (const envelope of result.actions) takeEnvelope(of, envelope)
  }

  refuses = false
  await Promise.all(clients.map(({ connection }) => connection.caughtUp()))
  await channels.settled()
  // Text held back for a millisecond is sent before any answer.
  await Promise.all(clients.map(({ connection }) => connection.caughtUp()))

  // I1: numbers rise, for the host and for each client.
  expect(published).toEqual([...new Set(published)].sort((a, b) => a - b))
  for (const of of clients) {
    drain(of)
    expect(of.numbers).toEqual([...new Set(of.numbers)].sort((a, b) => a - b))
    // I4: each client has the host's state of what it is subscribed to.
    const theirs = Object.fromEntries([...of.held].map(([on, { state }]) => [on, state]))
    expect(theirs).toEqual(Object.fromEntries([...of.held.keys()].map((on) => [on, channels.get(on)])))
  }

  // I3: what the next start folds is what is in memory, terminal output excepted.
  const inMemory = Object.fromEntries([s1, k1].map((on) => [on, channels.get(on)]))
  server.stop()
  channels.stop()
  inner.close()
  const again = open()
  const folded = Object.fromEntries(again.channels().map(({ channel: on, state }) => [on, state]))
  again.close()
  expect({ [s1]: folded[s1], [k1]: folded[k1] }).toEqual(inMemory)
}
