import { expect, test as base } from '@playwright/test'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { openWebSocket, type WebSocketLike } from '../../src/client/transports/web-socket.ts'
import { loadWireCases, needsWholeHost, runRpcCase, type WireScene } from '../../src/host/testing/wire-cases.ts'
import type { ChatState } from '../../src/protocol/channels/chat/state.ts'
import type { SessionState } from '../../src/protocol/channels/session/state.ts'
import type { Transport } from '../../src/protocol/transport.ts'
import { fileUri } from '../../src/protocol/uri.ts'
import { startHost, type RunningHost } from '../support/host.ts'
import { makeRepository, scratchFolder } from '../support/repository.ts'
import { answerTo, command, scriptOf, toolCallsOf } from '../support/turns.ts'

/** One connection to the host, spoken in plain JSON-RPC: what any client of the protocol has. */
interface Wire {
  readonly transport: Transport
  ask(method: string, params?: object): Promise<unknown>
  notify(method: string, params: object): void
  /** The state of a channel now. */
  look<T>(channel: string): Promise<T>
  /** The state of a channel once `holds` is true of it. */
  lookUntil<T>(channel: string, holds: (state: T) => boolean): Promise<T>
}

async function openWire(host: Pick<RunningHost, 'url' | 'token'>): Promise<Wire> {
  const headers = { authorization: `Bearer ${host.token}` }
  // `ws` has every member this needs; its event types are only wider.
  const open = () => new WebSocket(host.url, { headers }) as unknown as WebSocketLike
  const transport = await openWebSocket(open)
  let lastId = 1_000_000
  const wire: Wire = {
    transport,
    ask(method, params = {}) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const stop = transport.onMessage((text) => {
          const answer = JSON.parse(text) as { id?: number; result?: unknown; error?: { message: string } }
          if (answer.id !== id) return
          stop()
          if (answer.error === undefined) resolve(answer.result)
          else reject(new Error(`${method}: ${answer.error.message}`))
        })
        transport.onClose(() => reject(new Error(`the connection was closed before ${method} was answered`)))
        transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { channel: 'ahp-root://', ...params } }))
      })
    },
    notify: (method, params) => transport.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    async look<T>(channel: string) {
      const { snapshot } = (await wire.ask('subscribe', { channel })) as { snapshot: { state: T } }
      return snapshot.state
    },
    async lookUntil<T>(channel: string, holds: (state: T) => boolean) {
      for (;;) {
        const state = await wire.look<T>(channel)
        if (holds(state)) return state
        await new Promise<void>((resolve) => {
          const stop = transport.onMessage((text) => {
            if (!text.includes('"method":"action"')) return
            stop()
            resolve()
          })
          // What happened between the answer and the listener is seen by looking once more.
          void wire.ask('ping').then(() => setImmediate(resolve))
        })
      }
    },
  }
  return wire
}

async function shakeHands(wire: Wire, clientId: string, initialSubscriptions: readonly string[]): Promise<void> {
  const params = { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId, initialSubscriptions }
  const answered = new Promise<void>((resolve) => {
    const stop = wire.transport.onMessage((text) => {
      if ((JSON.parse(text) as { id?: unknown }).id !== 1) return
      stop()
      resolve()
    })
  })
  wire.transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  await answered
}

/** What the states of the corpus stand on: a host whose home, data folder and workspace are scratch folders. */
interface Ground {
  readonly repository: string
  readonly home: string
  readonly dataDir: string
  host: RunningHost
  sessions: number
  restart(): Promise<void>
}

const test = base.extend<object, { ground: Ground }>({
  ground: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of other fixtures from here
    async ({}, use) => {
      const scratch = scratchFolder('wire')
      const repository = path.join(scratch.path, 'proj')
      mkdirSync(repository)
      makeRepository(repository, { 'src/a.ts': 'export {}\n' })
      const home = path.join(scratch.path, 'home')
      mkdirSync(home)
      const dataDir = path.join(home, '.local/share/roadstead')
      const start = () => startHost({ dataDir, env: { HOME: home } })
      const ground: Ground = {
        repository,
        home,
        dataDir,
        host: await start(),
        sessions: 0,
        async restart() {
          await ground.host.kill()
          ground.host = await start()
        },
      }
      await use(ground)
      await ground.host.stop()
      scratch.remove()
    },
    { scope: 'worker' },
  ],
})

const needsSession = ['session', 'pending', 'pending-client-tool', 'terminal-of-c1', 'terminal-of-c2']
const runs = 'runs.txt'

/** Brings a host into the state a case asks for. */
async function stage(ground: Ground, state: string): Promise<{ scene: WireScene; close(): void }> {
  const logAtStart = ground.host.log().length
  const number = ++ground.sessions
  const [session, terminal1, terminal2] = [
    `ahp-session:/s${number}`,
    `ahp-terminal:/x1-${number}`,
    `ahp-terminal:/x2-${number}`,
  ]
  let bystander = await openWire(ground.host)
  await shakeHands(bystander, 'c2', [])
  const runsFile = path.join(ground.repository, runs)
  const countRuns = () => (existsSync(runsFile) ? readFileSync(runsFile, 'utf8').split('\n').length - 1 : 0)
  const runsBefore = countRuns()
  let chat = ''
  let toolCallId = ''
  if (needsSession.includes(state)) {
    const folder = fileUri(ground.repository)
    await bystander.ask('x-roadstead/setFolderTrust', { folder, trusted: true })
    await bystander.ask('createSession', {
      channel: session,
      provider: 'scripted',
      workingDirectories: [folder],
      config: { permissionLevel: 'ask', script: scriptOf(command(`echo run >> ${runs}`), { say: 'Done.' }) },
    })
    const settled = await bystander.lookUntil<SessionState>(
      session,
      ({ lifecycle, _meta }) => lifecycle === 'ready' && JSON.stringify(_meta).includes('"changes"'),
    )
    chat = settled.defaultChat ?? ''
  }
  if (state.startsWith('pending')) {
    const startedAt = new Date().toISOString()
    const message = { text: 'Go', origin: { kind: 'user' } }
    const action = { type: 'chat/turnStarted', turnId: 't1', startedAt, message }
    bystander.notify('dispatchAction', { channel: chat, clientSeq: 1, action })
    const waits = (each: ChatState) =>
      toolCallsOf(each.activeTurn).find(({ status }) => status === 'pending-confirmation')
    toolCallId = waits(await bystander.lookUntil<ChatState>(chat, (each) => waits(each) !== undefined))!.toolCallId
    await bystander.lookUntil<SessionState>(
      session,
      ({ inputNeeded, title }) => inputNeeded?.length === 1 && title === 'Go',
    )
  }
  if (state === 'terminal-of-c2')
    await bystander.ask('createTerminal', { channel: terminal2, claim: { kind: 'client', clientId: 'c2' } })
  const connection = await openWire(ground.host)
  if (state === 'open') {
    const earlier = await openWire(ground.host)
    await shakeHands(earlier, 'c1', ['ahp-root://'])
    earlier.transport.close()
  } else {
    const more = state === 'terminal-of-c2' ? [terminal2] : []
    await shakeHands(connection, 'c1', ['ahp-root://', ...(chat === '' ? [] : [session, chat]), ...more])
    if (state === 'terminal-of-c1') {
      await connection.ask('createTerminal', { channel: terminal1, claim: { kind: 'client', clientId: 'c1' } })
      await connection.look(terminal1)
    }
  }

  const scene: WireScene = {
    connection: connection.transport,
    get bystander() {
      return bystander.transport
    },
    adapt: (text) =>
      text
        .replaceAll('ahp-session:/s1', session)
        .replaceAll('ahp-chat:/k1', chat)
        .replaceAll('ahp-terminal:/x1', terminal1)
        .replaceAll('ahp-terminal:/x2', terminal2)
        // No client can bring tools of its own yet: the host's own call is another's as well.
        .replaceAll(/"tc[12]"/g, JSON.stringify(toolCallId))
        .replaceAll('/w/proj/.workbench', `${ground.repository}/.roadstead`)
        .replaceAll('/home/dev/.local/share/workbench', ground.dataDir)
        .replaceAll('/w/proj', ground.repository),
    logText: () => ground.host.log().slice(logAtStart),
    errors: () =>
      ground.host
        .log()
        .slice(logAtStart)
        .split('\n')
        .filter((line) => line.includes('"level":"error"') || /^\s+at /.test(line)),
    state: () => (chat === '' ? undefined : Promise.all([session, chat].map((channel) => bystander.look(channel)))),
    async toolRuns() {
      const over = ({ activeTurn }: ChatState) =>
        toolCallsOf(activeTurn).every(({ status }) => status === 'pending-confirmation') || activeTurn === undefined
      await bystander.lookUntil<ChatState>(chat, over)
      return countRuns() - runsBefore
    },
    async storedTextAfterRestart() {
      await ground.restart()
      bystander = await openWire(ground.host)
      await shakeHands(bystander, 'c2', [])
      const { turns, activeTurn } = await bystander.look<ChatState>(chat)
      return (activeTurn ?? turns.at(-1))?.message.text
    },
  }
  return {
    scene,
    close() {
      connection.transport.close()
      bystander.transport.close()
    },
  }
}

const cases = loadWireCases()?.filter(({ layer }) => layer === 'rpc')

base('the attack corpus is at hand', () => {
  base.skip(cases === undefined, 'the attack corpus is not at hand')
  expect(cases?.filter((wireCase) => needsWholeHost(wireCase)).length).toBeGreaterThanOrEqual(15)
})

for (const wireCase of cases ?? []) {
  test(`${wireCase.id} over a socket: ${wireCase.why}`, async ({ ground }) => {
    const staged = await stage(ground, wireCase.state)
    await runRpcCase(wireCase, staged.scene)
    staged.close()
  })
}

test('a waiting call of the corpus runs once it is approved', async ({ ground }) => {
  const { scene, close } = await stage(ground, 'pending')
  expect(await scene.toolRuns?.()).toBe(0)
  const action = answerTo({ turnId: 't1', toolCall: { toolCallId: 'tc1' } }, 'allow-once')
  const params = { channel: 'ahp-chat:/k1', clientSeq: 1, action }
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'dispatchAction', params })
  const applied = new Promise<void>((resolve) => {
    scene.connection.onMessage((each) => each.includes('chat/toolCallConfirmed') && resolve())
  })
  scene.connection.send(scene.adapt?.(text) ?? text)
  await applied
  expect(await scene.toolRuns?.()).toBe(1)
  close()
})
