import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { HostClient } from '../../src/client/host-client.ts'
import { callsMade, createAgentSession, frontEnv, resume, tell } from '../support/agent.ts'
import { stateWhen } from '../support/client.ts'
import { startModelFront, type ModelFront, type SeenRequest } from '../support/model-front.ts'
import { say, type Reply } from '../support/model-replies.ts'
import { processesWith, until } from '../support/processes.ts'
import { test } from '../support/scene.ts'
import { errorOf, offer, textOf, toolCallsOf, turnEnded } from '../support/turns.ts'
import { promptOf } from '../support/wire-prompt.ts'

const model = 'anthropic/claude-sonnet-5-5'
const name = 'claude-sonnet-5-5'

/** What was told in a prompt, in its order. */
const toldIn = (seen: SeenRequest | undefined): string[] =>
  seen === undefined ? [] : promptOf(seen).pieces.flatMap(({ kind, text }) => (kind === 'user' ? [text] : []))

/** A reply that waits until it is let go; `asked` settles when its request is there. */
function held(reply: Reply): { reply: () => Promise<Reply>; asked: Promise<void>; letGo(): void } {
  let letGo = () => {}
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => (tellAsked = resolve))
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  return {
    asked,
    letGo,
    async reply() {
      tellAsked()
      await gone
      return reply
    },
  }
}

const reads: Reply = {
  kind: 'answer',
  answer: { text: 'I look.', calls: [{ id: 'toolu_1', name: 'read_file', arguments: '{"path":"readme.md"}' }] },
}

async function pend(client: HostClient, chat: string, kind: 'steering' | 'queued', text: string): Promise<void> {
  const message = { text, origin: { kind: 'user' as const }, model: { id: model } }
  const outcome = await offer(client, chat, { type: 'chat/pendingMessageSet', kind, id: randomUUID(), message })
  expect(outcome).toEqual({ kind: 'applied' })
}

const countOf = (texts: readonly string[], wanted: string) => texts.filter((text) => text === wanted).length

test('what is said into a running turn is in its next request once, and in each after it', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const { chat } = await createAgentSession(client, scene.repository('repo'))
  const first = held(reads)
  const second = held({
    ...reads,
    answer: { calls: [{ id: 'toolu_2', name: 'list_directory', arguments: '{"path":"."}' }] },
  })
  front.script(name, [first.reply, second.reply, say('Both are seen.')])
  const turnId = await tell(client, chat, 'Look around.', model)
  await first.asked
  await pend(client, chat, 'steering', 'Look at the folder, too.')
  first.letGo()
  await second.asked
  expect((await stateWhen(client, chat, 'chat', () => true)).steeringMessage).toBeUndefined()
  second.letGo()
  const turn = await turnEnded(client, chat, turnId)
  expect(turn.state).toBe('complete')
  expect(front.requests.map((seen) => countOf(toldIn(seen), 'Look at the folder, too.'))).toEqual([0, 1, 1])
  // It stands behind the results of the round in which it was said.
  const kinds = promptOf(front.requests[1]!).pieces.map(({ kind, text }) => (kind === 'user' ? text : kind))
  expect(kinds).toEqual(['Look around.', 'text', 'call', 'result', 'Look at the folder, too.'])
  expect(turn.responseParts.filter(({ kind }) => kind === 'systemNotification')).toHaveLength(1)
  await front.stop()
})

test('what is said during the last answer keeps the turn going', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const { chat } = await createAgentSession(client, scene.repository('repo'))
  const last = held(say('That is all.'))
  front.script(name, [last.reply, say('Then this as well.')])
  const turnId = await tell(client, chat, 'Look around.', model)
  await last.asked
  await pend(client, chat, 'steering', 'And this?')
  last.letGo()
  const turn = await turnEnded(client, chat, turnId)
  expect([turn.state, textOf(turn)]).toEqual(['complete', 'That is all.\n\nThen this as well.'])
  expect(front.requests.map((seen) => countOf(toldIn(seen), 'And this?'))).toEqual([0, 1])
  await front.stop()
})

test('queued messages become turns in their order, each told once, over a kill -9 of the host', async ({ scene }) => {
  const front = await startModelFront()
  const env = frontEnv(front)
  const repository = scene.repository('repo')
  const host = await scene.start({ env })
  const client = await scene.connect(host)
  const { session, chat } = await createAgentSession(client, repository)
  const first = held(say('First is done.'))
  const second = held(say('never said'))
  front.script(name, [first.reply, second.reply])
  await tell(client, chat, 'first', model)
  await first.asked
  for (const text of ['second', 'third', 'fourth']) await pend(client, chat, 'queued', text)
  first.letGo()
  await second.asked
  await pend(client, chat, 'steering', 'said into the second')
  await host.kill()

  front.script(name, [say('Second is done.'), say('Third is done.'), say('Fourth is done.')])
  const again = await scene.connect(await scene.start({ env }))
  const before = await stateWhen(again, chat, 'chat', ({ turns }) => turns.length === 2)
  expect(before.turns.map((turn) => [turn.message.text, turn.state])).toEqual([
    ['first', 'complete'],
    ['second', 'error'],
  ])
  expect(errorOf(before.turns[1])).toBe('Interrupted when the host stopped.')
  expect(before.queuedMessages?.map(({ message }) => message.text)).toEqual(['third', 'fourth'])
  expect(before.steeringMessage?.message.text).toBe('said into the second')
  await resume(again, chat, before.turns[1]!.id)
  const end = await stateWhen(
    again,
    chat,
    'chat',
    ({ turns }) => turns.length === 4 && turns.every(({ state }) => state === 'complete'),
  )
  expect(end.turns.map((turn) => [turn.message.text, textOf(turn).trim()])).toEqual([
    ['first', 'First is done.'],
    ['second', 'Second is done.'],
    ['third', 'Third is done.'],
    ['fourth', 'Fourth is done.'],
  ])
  expect([end.queuedMessages, end.steeringMessage]).toEqual([undefined, undefined])
  // The request that died with the host is one of them.
  expect(front.requests.map((seen) => toldIn(seen).at(-1))).toEqual([
    ...['first', 'second', 'said into the second', 'third', 'fourth'],
  ])
  const all = toldIn(front.requests.at(-1))
  expect(['first', 'second', 'said into the second', 'third', 'fourth'].map((text) => countOf(all, text))).toEqual([
    ...[1, 1, 1, 1, 1],
  ])
  const calls = await callsMade(again, session)
  expect(calls.map(({ status }) => status)).toEqual(['succeeded', 'interrupted', 'succeeded', 'succeeded', 'succeeded'])
  await front.stop()
})

/** Stops the running turn; settles with how long it took, in milliseconds, until nobody had the turn for running. */
async function stop(client: HostClient, chat: string, turnId: string): Promise<number> {
  const at = performance.now()
  const outcome = await offer(client, chat, { type: 'chat/turnCancelled', turnId, duration: 0 })
  expect(outcome).toEqual({ kind: 'applied' })
  expect((await turnEnded(client, chat, turnId)).state).toBe('cancelled')
  return performance.now() - at
}

/** After a stop the connection is closed, the call is on record as stopped, and the next turn works. */
async function expectStopped(client: HostClient, front: ModelFront, place: { session: string; chat: string }) {
  const { session, chat } = place
  front.script(name, [say('Here I am.')])
  const next = await turnEnded(client, chat, await tell(client, chat, 'And now?', model))
  expect([next.state, textOf(next)]).toEqual(['complete', 'Here I am.'])
  expect((await callsMade(client, session)).map(({ status }) => status)).toEqual(['stopped', 'succeeded'])
}

test('a stop ends an answer that never ends, within a second, and closes its connection', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const place = await createAgentSession(client, scene.repository('repo'))
  front.script(name, [{ kind: 'endless' }])
  const watched = client.watch(place.chat)
  const turnId = await tell(client, place.chat, 'Talk.', model)
  await stateWhen(client, place.chat, 'chat', ({ activeTurn }) => textOf(activeTurn).length > 50)
  const at = performance.now()
  expect(await stop(client, place.chat, turnId)).toBeLessThan(1000)
  await until(() => front.requests[0]?.closedAt !== undefined)
  expect(front.requests[0]!.closedAt! - at).toBeLessThan(1000)
  const { turns } = await stateWhen(client, place.chat, 'chat', () => true)
  expect(textOf(turns[0]).length).toBeGreaterThan(50)
  watched.release()
  await expectStopped(client, front, place)
  await front.stop()
})

test('a stop ends an answer that has fallen silent, and one that never began', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const stalled: Reply = { kind: 'stall', answer: { text: 'I begin' }, behind: 'I begin' }
  const never = held(say('never said'))
  for (const reply of [() => stalled, never.reply]) {
    const place = await createAgentSession(client, scene.folder('repo'))
    front.script(name, [reply])
    const before = front.requests.length
    const turnId = await tell(client, place.chat, 'Talk.', model)
    await until(() => front.requests.length > before)
    const at = performance.now()
    expect(await stop(client, place.chat, turnId)).toBeLessThan(1000)
    await until(() => front.requests.at(-1)?.closedAt !== undefined)
    expect(front.requests.at(-1)!.closedAt! - at).toBeLessThan(1000)
    await expectStopped(client, front, place)
  }
  await front.stop()
})

test('a stop ends the wait for another try, and nobody is asked again', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const place = await createAgentSession(client, scene.repository('repo'))
  const body = { type: 'error', error: { type: 'rate_limit_error', message: 'Too many requests' } }
  front.script(name, [{ kind: 'error', status: 429, body, headers: { 'retry-after': '60' } }])
  const turnId = await tell(client, place.chat, 'Talk.', model)
  const { activity } = await stateWhen(client, place.chat, 'chat', (state) => state.activity !== undefined)
  expect(activity).toBe('Rate limited by Anthropic: asking again in 60 s (2 of 6)')
  expect(await stop(client, place.chat, turnId)).toBeLessThan(1000)
  expect((await stateWhen(client, place.chat, 'chat', () => true)).activity).toBeUndefined()
  await expectStopped(client, front, place)
  expect(front.requests).toHaveLength(2)
  await front.stop()
})

test('a stop ends a running command with all it started, and the model hears of it', async ({ scene }) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  const { session, chat } = await createAgentSession(client, scene.repository('repo'), { permissionLevel: 'auto' })
  const nap = 'sleep 7654.3'
  front.script(name, [
    {
      kind: 'answer',
      answer: {
        calls: [{ id: 'toolu_1', name: 'run_command', arguments: JSON.stringify({ command: `${nap} & ${nap}` }) }],
      },
    },
  ])
  const turnId = await tell(client, chat, 'Sleep.', model)
  await until(() => processesWith(nap).length > 1)
  const at = performance.now()
  expect(await stop(client, chat, turnId)).toBeLessThan(1000)
  await until(() => processesWith(nap).length === 0)
  expect(performance.now() - at).toBeLessThan(1000)
  const { turns } = await stateWhen(client, chat, 'chat', () => true)
  expect(toolCallsOf(turns[0]).map(({ status }) => status)).not.toContain('running')
  front.script(name, [say('Here I am.')])
  const next = await turnEnded(client, chat, await tell(client, chat, 'And now?', model))
  expect([next.state, textOf(next)]).toEqual(['complete', 'Here I am.'])
  const pieces = promptOf(front.requests[1]!).pieces
  expect(pieces.map(({ kind }) => kind)).toEqual(['user', 'call', 'result', 'user', 'user'])
  expect((await callsMade(client, session)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  await front.stop()
})
