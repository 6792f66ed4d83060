import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChannels } from '../host/channels/create-channels.ts'
import { systemClock } from '../host/platform/clock.ts'
import { silentLogger } from '../host/platform/logger.ts'
import { createServer } from '../host/server/create-server.ts'
import { openStore } from '../host/store/open-store.ts'
import { propertyRuns } from '../host/testing/property-runs.ts'
import { chatState, rootState, sessionState, terminalState } from '../host/testing/states.ts'
import { temporaryFolder } from '../host/testing/temporary-folder.ts'
import type { StateAction } from '../protocol/actions.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import { transportPair, type Transport } from '../protocol/transport.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { DispatchOutcome } from './dispatches.ts'
import { createHostClient, type HostClient } from './host-client.ts'
import type { WatchedChannel } from './subscription.ts'
import { createFakeTimers } from './testing/fake-timers.ts'

const s1 = 'ahp-session:/s1'
const k1 = 'ahp-chat:/k1'
const x1 = 'ahp-terminal:/x1'
const nowhere = 'ahp-chat:/nowhere'
const clientIds = ['c1', 'c2', 'c3'] as const

type Direction = 'toHost' | 'toClient'
type Step =
  | { kind: 'host'; channel: string; action: StateAction }
  | { kind: 'dispatch'; client: number; channel: string; action: StateAction }
  | { kind: 'watch' | 'release'; client: number; channel: string }
  /** The connection breaks once this many more messages have gone that way; what is under way is lost. */
  | { kind: 'cut'; client: number; direction: Direction; after: number }
  | { kind: 'newChat' }
  | { kind: 'wait'; ms: number }

const text = fc.string({ maxLength: 6 })
const client = fc.nat(clientIds.length - 1)
const offer: fc.Arbitrary<{ channel: string; action: StateAction }> = fc.oneof(
  text.map((title) => ({ channel: s1, action: { type: 'session/titleChanged', title } as const })),
  fc.boolean().map((isRead) => ({ channel: s1, action: { type: 'session/isReadChanged', isRead } as const })),
  text.map((id) => {
    const message = { text: id, origin: { kind: 'user' as const } }
    return { channel: k1, action: { type: 'chat/pendingMessageSet', kind: 'queued', id, message } as const }
  }),
  text.map((id) => ({ channel: k1, action: { type: 'chat/pendingMessageRemoved', kind: 'queued', id } as const })),
  fc.nat(9).map((cols) => ({ channel: x1, action: { type: 'terminal/resized', cols, rows: 1 } as const })),
  text.map((data) => ({ channel: x1, action: { type: 'terminal/input', data } as const })),
  text.map((activity) => ({ channel: nowhere, action: { type: 'chat/activityChanged', activity } as const })),
)
const channel = fc.constantFrom(s1, k1, x1, nowhere)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: offer.filter((of) => of.channel !== nowhere).map((of): Step => ({ kind: 'host', ...of })),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(client, offer).map(([of, rest]): Step => ({ kind: 'dispatch', client: of, ...rest })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('watch' as const, 'release' as const), client, channel)
      .map(([kind, of, on]): Step => ({ kind, client: of, channel: on })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(client, fc.constantFrom<Direction>('toHost', 'toClient'), fc.nat(6))
      .map(([of, direction, after]): Step => ({ kind: 'cut', client: of, direction, after })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'newChat' }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 0, 250, 1_000, 16_000).map((ms): Step => ({ kind: 'wait', ms })) },
)

/** A connection that can be broken at any boundary between two messages. */
function createWire(accept: (host: Transport) => void): {
  client: Transport
  cut(direction: Direction, after: number): void
} {
  const [clientEnd, toClient] = transportPair()
  const [toHost, hostEnd] = transportPair()
  const left: Record<Direction, number> = { toHost: Infinity, toClient: Infinity }
  const breakNow = () => {
    for (const end of [clientEnd, toClient, toHost, hostEnd]) end.close(1006, 'cut')
  }
  const carry = (direction: Direction, to: Transport) => (message: string) => {
    if (left[direction]-- <= 0) return breakNow()
    to.send(message)
  }
  toClient.onMessage(carry('toHost', toHost))
  toHost.onMessage(carry('toClient', toClient))
  toClient.onClose(({ code, reason }) => toHost.close(code, reason))
  toHost.onClose(({ code, reason }) => toClient.close(code, reason))
  accept(hostEnd)
  return {
    client: clientEnd,
    cut(direction, after) {
      left[direction] = after
    },
  }
}

interface Player {
  readonly client: HostClient
  readonly watched: Map<string, WatchedChannel>
  readonly offered: { readonly action: StateAction; outcome?: DispatchOutcome }[]
  wire?: ReturnType<typeof createWire>
}

const runs = propertyRuns(60)

test(`guard convergence: however connections break, clients end up with the host's states (${runs} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      await play(steps)
    }),
    { numRuns: runs },
  )
}, 600_000)

async function play(steps: readonly Step[]): Promise<void> {
  const opened = openStore({ dataDir: temporaryFolder(), clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  const { store } = opened
  const timers = createFakeTimers()
  const channels = createChannels({
    store,
    clock: systemClock,
    logger: silentLogger,
    // So short that a replay is sometimes possible and sometimes not.
    limits: { replay: { envelopes: 12, bytes: 100_000 }, actionsPerSnapshot: 5 },
  })
  channels.open(ROOT_URI, rootState(), { logged: false })
  channels.open(s1, sessionState())
  channels.open(k1, chatState(k1))
  channels.open(x1, terminalState('c1'), { logged: false })
  const published: ActionEnvelope[] = []
  channels.onEnvelope((envelope) => published.push(envelope))
  const server = createServer({
    channels,
    commands: { listSessions: () => ({ items: [] }) },
    rules: (_channel, action) => ('title' in action && action.title.length === 3 ? 'no' : undefined),
    clock: systemClock,
    logger: silentLogger,
    facts: { serverInfo: { name: 't' } },
    after: timers.after,
  })

  const players = clientIds.map((clientId): Player => {
    const player: Partial<Player> = { watched: new Map(), offered: [] }
    const open = () => {
      player.wire = createWire((host) => server.accept(host, { kind: 'host-token' }))
      return Promise.resolve(player.wire.client)
    }
    return Object.assign(player, { client: createHostClient({ open, timers, clientId }) }) as Player
  })
  let chats = 0
  await quiet()

  for (const next of steps) {
    if (next.kind === 'host') channels.apply(next.channel, next.action)
    else if (next.kind === 'newChat') {
      channels.open(`ahp-chat:/new${++chats}`, chatState(`ahp-chat:/new${chats}`))
      channels.close(`ahp-chat:/new${chats - 1}`)
    } else if (next.kind === 'wait') {
      if (next.ms > 0) await timers.advance(next.ms)
      else await quiet()
    } else {
      const player = players[next.client]!
      if (next.kind === 'cut') player.wire?.cut(next.direction, next.after)
      else if (next.kind === 'dispatch') offerAs(player, next.channel, next.action)
      else if (next.kind === 'watch' && !player.watched.has(next.channel))
        player.watched.set(next.channel, player.client.watch(next.channel))
      else if (next.kind === 'release') {
        player.watched.get(next.channel)?.release()
        player.watched.delete(next.channel)
      }
    }
  }

  // Faults stop. I11: within ten seconds every client has caught up; what is never answered ends after half a minute.
  for (const { wire } of players) {
    wire?.cut('toHost', Infinity)
    wire?.cut('toClient', Infinity)
  }
  for (let second = 0; second < 10; second++) {
    await quiet()
    await timers.advance(1_000)
  }
  expect(players.map(({ client: of }) => of.connection.get().status)).toEqual(clientIds.map(() => 'in-sync'))
  await timers.advance(30_000)
  await quiet()

  for (const [index, { watched, offered }] of players.entries()) {
    const shown = Object.fromEntries([...watched].map(([on, { view }]) => [on, view.get()]))
    const expected = Object.fromEntries(
      [...watched.keys()].map((on) => {
        const state = channels.get(on)
        return [
          on,
          state === undefined
            ? expect.objectContaining({ status: 'gone' })
            : { status: 'ready', channel: state, pending: 0 },
        ]
      }),
    )
    expect(shown).toEqual(expected)
    for (const { action, outcome } of offered) {
      expect(outcome).toBeDefined()
      const echoes = published.filter(
        (envelope) => envelope.origin?.clientId === clientIds[index] && sameAction(envelope.action, action),
      )
      // Nobody is told yes or no where the host did not say so.
      if (outcome?.kind === 'applied') expect(echoes.some((echo) => echo.rejectionReason === undefined)).toBe(true)
      if (outcome?.kind === 'rejected') expect(echoes.some((echo) => echo.rejectionReason !== undefined)).toBe(true)
    }
  }

  for (const player of players) player.client.close()
  await quiet()
  expect([server.connections, timers.waiting]).toEqual([0, 0])
  server.stop()
  channels.stop()
  store.close()

  function offerAs(player: Player, on: string, action: StateAction): void {
    const entry: Player['offered'][number] = { action }
    player.offered.push(entry)
    void player.client.dispatch(on, action).then((outcome) => (entry.outcome = outcome))
  }
}

const sameAction = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** Until the host has written its tick and everything on the way has come. */
async function quiet(): Promise<void> {
  for (let tick = 0; tick < 6; tick++) await new Promise((resolve) => setImmediate(resolve))
}
