import { expect } from '@playwright/test'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { HostClient } from '../../src/client/host-client.ts'
import { waitFor } from '../../src/client/readable.ts'
import type { ChatState } from '../../src/protocol/channels/chat/state.ts'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { processesWith, until } from '../support/processes.ts'
import { test } from '../support/scene.ts'
import {
  answerTo,
  call,
  command,
  offer,
  scriptOf,
  scriptOfTurns,
  shownOf,
  textOf,
  toolCallsOf,
  turnEnded,
  waitingCall,
} from '../support/turns.ts'

const program = path.join(import.meta.dirname, '../../out/cli/index.js')
const anyState = () => true

/** The terminal of the only command in the background. */
async function backgroundTerminal(client: HostClient, chat: string, commandLine: string): Promise<string> {
  const { backgroundWork } = await stateWhen(client, chat, 'chat', anyState)
  expect(backgroundWork).toMatchObject([{ kind: 'shell', command: commandLine }])
  const [work] = backgroundWork ?? []
  return work?.kind === 'shell' ? (work.terminal ?? '') : ''
}

/** All states of a session as a client sees them: its own, its chat's, its terminals'. */
async function wholeState(client: HostClient, session: string, chat: string) {
  const chatState = await stateWhen(client, chat, 'chat', anyState)
  const turns = chatState.activeTurn === undefined ? chatState.turns : [...chatState.turns, chatState.activeTurn]
  const terminals = turns
    .flatMap((turn) => toolCallsOf(turn))
    .flatMap((each) => (each.status === 'completed' ? (each.content ?? []) : []))
    .flatMap((item) => (item.type === 'terminal' ? [item.resource] : []))
  return {
    chat: chatState,
    session: await stateWhen(client, session, 'session', anyState),
    terminals: await Promise.all(terminals.map((uri) => stateWhen(client, uri, 'terminal', anyState))),
  }
}

/** Settles with the state that all clients have come to; what follows from a turn's end comes a little after it. */
async function expectSame(session: string, chat: string, ...clients: HostClient[]) {
  let states: Awaited<ReturnType<typeof wholeState>>[] = []
  await expect(async () => {
    states = await Promise.all(clients.map((client) => wholeState(client, session, chat)))
    for (const state of states) expect(state).toEqual(states[0])
    expect(states[0]!.session.chats[0]?.status).toBe(states[0]!.chat.status)
  }).toPass({ timeout: 10_000 })
  return states[0]!
}

test('a turn goes on when its client goes away, and another finds it finished', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const first = await scene.connect(host)
  const script = scriptOf(
    { say: 'Slowly. '.repeat(40), pace: { charsPerSecond: 400 } },
    command('echo here > made.txt'),
    {
      say: 'Done.',
    },
  )
  const { chat } = await createScriptedSession(first, repository, script)
  const turnId = await say(first, chat, 'Go')
  await stateWhen(first, chat, 'chat', ({ activeTurn }) => textOf(activeTurn).includes('Slowly.'))
  first.close()
  const second = await scene.connect(host)
  const turn = await turnEnded(second, chat, turnId)
  expect(turn.state).toBe('complete')
  expect(toolCallsOf(turn).map(({ status }) => status)).toEqual(['completed'])
})

test('a client whose connection broke sees the same as one that never left', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const steady = await scene.connect(host)
  const { client: shaky, cut } = await scene.connectCuttable(host)
  const script = scriptOf(
    { say: 'Text that streams. '.repeat(60), pace: { charsPerSecond: 600 } },
    command('for n in 1 2 3 4 5; do echo line $n; done'),
    { say: 'Done.' },
  )
  const { chat, session } = await createScriptedSession(steady, repository, script, { permissionLevel: 'auto' })
  const held = [shaky, steady].flatMap((client) => [client.watch(chat), client.watch(session)])
  const turnId = await say(steady, chat, 'Go')
  for (let times = 1; times <= 3; times++) {
    await stateWhen(shaky, chat, 'chat', ({ activeTurn }) => textOf(activeTurn).length > 200 * times)
    cut()
    await waitFor(shaky.connection, ({ status }) => status !== 'in-sync')
    await waitFor(shaky.connection, ({ status }) => status === 'in-sync')
  }
  await turnEnded(steady, chat, turnId)
  await turnEnded(shaky, chat, turnId)
  await expectSame(session, chat, steady, shaky, await scene.connect(host))
  held.forEach((watched) => watched.release())
})

/** Folds what `roadstead attach --json` prints into the state it ends with. */
function attach(dataDir: string, session: string) {
  const child = spawn(process.execPath, [program, 'attach', session, '--json', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: { kind: string; seq?: number; action?: { type: string }; state?: ChatState }[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as (typeof lines)[number]))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    lines,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}

test('two clients and the command line on one session show the same, and an answer counts once', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const [one, two] = [await scene.connect(host), await scene.connect(host)]
  const script = scriptOf(command('echo approved > made.txt'), { say: 'Done.' })
  const { chat, session } = await createScriptedSession(one, repository, script, { permissionLevel: 'ask' })
  const held = [one, two].flatMap((client) => [client.watch(chat), client.watch(session)])
  const attached = attach(scene.dataDir, session)
  await until(() => attached.lines.some(({ kind }) => kind === 'state'))
  const turnId = await say(one, chat, 'Go')
  const [asked] = await Promise.all([waitingCall(one, chat), waitingCall(two, chat)])
  expect(
    (await stateWhen(two, session, 'session', ({ inputNeeded }) => inputNeeded?.length === 1)).inputNeeded,
  ).toEqual([expect.objectContaining({ kind: 'toolConfirmation', chat, turnId })])
  const outcomes = await Promise.all([
    offer(one, chat, answerTo(asked, 'allow-once')),
    offer(two, chat, answerTo(asked, 'deny')),
  ])
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['applied', 'rejected'])
  const approved = outcomes[0].kind === 'applied'
  const turn = await turnEnded(two, chat, turnId)
  expect(toolCallsOf(turn).map(({ status }) => status)).toEqual([approved ? 'completed' : 'cancelled'])
  const expected = await expectSame(session, chat, one, two, await scene.connect(host))

  await until(() => attached.lines.some(({ action }) => action?.type === 'chat/turnComplete'))
  const actions = attached.lines.filter(({ kind }) => kind === 'action')
  expect(actions.map(({ seq }) => seq)).toEqual([...actions.map(({ seq }) => seq!)].toSorted((a, b) => a - b))
  expect(await attached.stop()).toBe(0)
  const fresh = attach(scene.dataDir, session)
  await until(() => fresh.lines.some(({ kind }) => kind === 'state'))
  expect(fresh.lines.find(({ kind }) => kind === 'state')?.state).toEqual(expected.chat)
  await fresh.stop()
  held.forEach((watched) => watched.release())
})

test('a stop acts within a second, even on a command that ignores it', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const nap = 'sleep 8765.4'
  const script = scriptOfTurns([command(`trap "" TERM HUP INT; ${nap}; ${nap}; ${nap}`)], [{ say: 'Next.' }])
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  const turnId = await say(client, chat, 'Go')
  await until(() => processesWith(nap).some(({ command: line }) => line.startsWith('sleep')))
  const stoppedAt = performance.now()
  await offer(client, chat, { type: 'chat/turnCancelled', turnId, duration: 0 })
  await until(() => processesWith(nap).length === 0)
  expect(performance.now() - stoppedAt).toBeLessThan(1_000)
  expect((await turnEnded(client, chat, turnId)).state).toBe('cancelled')
  const next = await say(client, chat, 'And now?')
  expect(textOf(await turnEnded(client, chat, next))).toBe('Next.')
})

test('queued messages are worked off in order, a steering message becomes the next turn', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const slow = { say: 'Working. '.repeat(60), pace: { charsPerSecond: 600 } }
  const script = scriptOfTurns([slow], [{ say: 'Second.' }], [{ say: 'Third.' }], [{ say: 'Fourth.' }])
  const { chat } = await createScriptedSession(client, repository, script)
  await say(client, chat, 'first')
  const pend = (kind: 'queued' | 'steering', id: string) =>
    offer(client, chat, {
      type: 'chat/pendingMessageSet',
      kind,
      id,
      message: { text: id, origin: { kind: 'user' } },
    })
  expect(await pend('queued', 'queued one')).toEqual({ kind: 'applied' })
  expect(await pend('queued', 'queued two')).toEqual({ kind: 'applied' })
  expect(await pend('steering', 'steering')).toEqual({ kind: 'applied' })
  const state = await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 4)
  expect(state.turns.map(({ message, state: end }) => [message.text, end])).toEqual([
    ['first', 'complete'],
    ['steering', 'complete'],
    ['queued one', 'complete'],
    ['queued two', 'complete'],
  ])
  expect([state.queuedMessages, state.steeringMessage]).toEqual([undefined, undefined])
})

test('a command that outlives its limit goes to the background, or ends where nobody watches', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start({ env: { ROADSTEAD_COMMAND_LIMIT_MS: '700' } })
  const client = await scene.connect(host)
  const nap = 'sleep 8766.5'
  const work = command(`echo started; ${nap}`)
  const attended = await createScriptedSession(client, repository, scriptOf(work, { say: 'I go on.' }), {
    permissionLevel: 'auto',
  })
  const turnId = await say(client, attended.chat, 'Go')
  const turn = await turnEnded(client, attended.chat, turnId)
  expect(shownOf(toolCallsOf(turn)[0])).toContain('running')
  const terminal = await backgroundTerminal(client, attended.chat, `echo started; ${nap}`)
  expect(processesWith(nap).length).toBeGreaterThan(0)

  const read = scriptOf(call('read_terminal', { terminal }), { say: '{{lastFirstLine}}' })
  const stranger = await createScriptedSession(client, repository, read)
  const denied = await turnEnded(client, stranger.chat, await say(client, stranger.chat, 'Read it'))
  expect(shownOf(toolCallsOf(denied)[0])).toContain(`There is no terminal ${terminal} in this session.`)

  await client.request('disposeTerminal', { channel: terminal })
  await until(() => processesWith(nap).length === 0)
  await stateWhen(client, attended.chat, 'chat', (state) => (state.backgroundWork ?? []).length === 0)

  const alone = await createScriptedSession(client, repository, scriptOf(work, { say: '{{lastStatus}}' }), {
    permissionLevel: 'auto',
    unattended: true,
  })
  const killed = await turnEnded(client, alone.chat, await say(client, alone.chat, 'Go'))
  expect(shownOf(toolCallsOf(killed)[0])).toContain('killed')
  expect(textOf(killed).trim()).toBe('failed')
  expect(processesWith(nap)).toEqual([])
})

test('what an agent left in the background ends with its session', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const nap = 'sleep 8767.6'
  const script = {
    version: 1,
    name: 'Test',
    pace: 'instant',
    turns: [
      {
        rounds: [
          { calls: [{ tool: 'run_command', input: { command: `echo served; ${nap}`, background: true } }] },
          { say: 'Up.' },
        ],
      },
    ],
  }
  const { chat, session } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  await turnEnded(client, chat, await say(client, chat, 'Go'))
  const terminal = await backgroundTerminal(client, chat, `echo served; ${nap}`)
  const shown = await stateWhen(client, terminal, 'terminal', ({ content }) =>
    JSON.stringify(content).includes('served'),
  )
  expect(shown.claim).toMatchObject({ kind: 'session', session, chat })
  await client.request('disposeSession', { channel: session })
  await until(() => processesWith(nap).length === 0)
})
