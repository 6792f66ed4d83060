import { expect, test } from 'vitest'
import type { HarnessAdapter, RunEnd, TurnContext } from '../harnesses/adapter.ts'
import { createTurn } from '../testing/turn.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { withSessionFacts } from '../sessions/facts.ts'
import { StoreFailure, type Store } from '../store/store.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { messageOf, openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createTurnRunner } from './run-turns.ts'

/** A runner whose agent ends when the test says so. */
async function open(options: Parameters<typeof openSessionScene>[0] & { readonly fault?: Error } = {}) {
  const scene = await openSessionScene(options)
  const { channels } = scene
  const runs: { turnId: string; context: TurnContext; end: (end: RunEnd) => void }[] = []
  const harness = {
    provider: 'scripted',
    info: () => ({ provider: 'scripted', displayName: 'x', description: 'x', models: [] }),
    checkConfig: () => undefined,
    run: (context: TurnContext) =>
      new Promise<RunEnd>((resolve) => {
        runs.push({ turnId: context.activeTurn.id, context, end: resolve })
        context.signal.addEventListener('abort', () => resolve({ kind: 'complete' }))
      }),
  } satisfies HarnessAdapter
  let ids = 0
  const runner = createTurnRunner({
    ...{ channels, index: scene.index, clock: systemClock, logger: silentLogger },
    newId: () => `next-${++ids}`,
    harnessOf: (provider) => (provider === 'scripted' ? harness : undefined),
    contextFor(_chat, _turnId, signal) {
      if (options.fault !== undefined) throw options.fault
      const { activeTurn } = scene.chatState()
      return activeTurn && { ...createTurn({ signal }).context, activeTurn }
    },
  })
  const settle = async () => {
    for (let times = 0; times < 5; times++) {
      await channels.settled()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const turns = () => scene.chatState().turns.map(({ id, state }) => `${id} ${state}`)
  return { ...scene, runs, runner, settle, turns }
}

const pend = (kind: 'queued' | 'steering', id: string) =>
  ({ type: 'chat/pendingMessageSet', kind, id, message: messageOf(id) }) as const

test('a turn is run when it is on disk, and ended as the agent ended it', async () => {
  const { startTurn, runs, settle, turns, chatState } = await open()
  startTurn()
  expect(runs).toHaveLength(0)
  await settle()
  expect(runs.map(({ turnId }) => turnId)).toEqual(['t1'])
  const text = { key: 'model.quota', params: { provider: 'P' } }
  runs[0]?.end({ kind: 'error', errorType: 'x', message: 'It broke.', resumable: true, text })
  await settle()
  expect(turns()).toEqual(['t1 error'])
  expect(chatState().turns[0]?.responseParts).toEqual([
    { kind: 'error', error: { errorType: 'x', message: 'It broke.', _meta: { text } }, resumable: true },
  ])
})

test('a fault on the way to the agent ends the turn as one that can be resumed, and not the host', async () => {
  const { startTurn, runs, settle, chatState } = await open({ fault: new Error('no scratch folder') })
  startTurn()
  await settle()
  expect(runs).toHaveLength(0)
  expect(chatState().turns[0]?.responseParts).toMatchObject([
    { kind: 'error', error: { errorType: 'harness' }, resumable: true },
  ])
})

test('guard trust gate: no agent runs in a folder nobody trusts, whoever started the turn', async () => {
  const { startTurn, runs, settle, chatState } = await open({ trusted: false })
  startTurn()
  await settle()
  expect(runs).toHaveLength(0)
  expect(chatState().turns[0]?.responseParts).toMatchObject([
    { kind: 'error', error: { errorType: 'untrusted', message: 'Nothing was run: the folder is not trusted yet.' } },
  ])
})

test('guard trust gate: a message that waited is not run once trust was taken back', async () => {
  const { startTurn, runs, settle, chat, channels, sessionState, turns } = await open()
  startTurn()
  chat(pend('queued', 'q1'))
  await settle()
  const _meta = withSessionFacts(sessionState(), { folderTrust: 'untrusted' })
  channels.apply(sceneSession, { type: 'session/metaChanged', _meta })
  runs[0]?.end({ kind: 'complete' })
  await settle()
  expect(runs).toHaveLength(1)
  expect(turns()).toEqual(['t1 complete', 'next-1 error'])
})

test('steering comes next, then the queue in its order; an error holds the rest back', async () => {
  const { startTurn, runs, settle, chat, turns, chatState } = await open()
  startTurn()
  for (const [kind, id] of [
    ['queued', 'q1'],
    ['queued', 'q2'],
    ['queued', 'q3'],
    ['steering', 's1'],
  ] as const)
    chat(pend(kind, id))
  await settle()
  const texts: string[] = []
  for (const end of ['complete', 'complete', 'complete'] as const) {
    runs.at(-1)?.end({ kind: end })
    await settle()
    texts.push(chatState().activeTurn?.message.text ?? '')
  }
  expect(texts).toEqual(['s1', 'q1', 'q2'])
  runs.at(-1)?.end({ kind: 'error', errorType: 'x', message: 'x', resumable: true })
  await settle()
  expect(turns()).toHaveLength(4)
  expect(chatState().queuedMessages?.map(({ id }) => id)).toEqual(['q3'])
})

test('what the disk refused while a turn ran ends it in the words of the disk', async () => {
  const fault = new StoreFailure('SQLITE_FULL', 'The disk that holds /d is full (SQLITE_FULL).')
  const { startTurn, settle, chatState } = await open({ fault })
  startTurn()
  await settle()
  const error = { errorType: 'storage', message: fault.message }
  expect(chatState().turns[0]?.responseParts).toMatchObject([{ kind: 'error', error, resumable: true }])
})

test('a queued message in an idle chat starts at once, a steering one waits for the next turn to take it', async () => {
  const { runs, settle, chat, chatState } = await open()
  chat(pend('steering', 's1'))
  await settle()
  expect([runs.length, chatState().steeringMessage?.id]).toEqual([0, 's1'])
  chat(pend('queued', 'q1'))
  await settle()
  expect([chatState().activeTurn?.message.text, chatState().steeringMessage?.id]).toEqual(['q1', 's1'])
})

test('a pending message that was removed is never delivered', async () => {
  const { startTurn, runs, settle, chat, chatState, turns } = await open()
  startTurn()
  for (const kind of ['queued', 'steering'] as const) chat(pend(kind, kind))
  await settle()
  for (const kind of ['queued', 'steering'] as const) chat({ type: 'chat/pendingMessageRemoved', kind, id: kind })
  runs[0]?.end({ kind: 'complete' })
  await settle()
  expect([turns(), chatState().activeTurn]).toEqual([['t1 complete'], undefined])
})

test('guard one append: on the disk a pending message is always there once, waiting or in its turn', async () => {
  const inner = openTestStore(temporaryFolder())
  const seen: number[][] = []
  const timesOnDisk = (text: string) => {
    const state = inner.channels().find(({ channel }) => channel === sceneChat)?.state
    if (state?.kind !== 'chat') return 0
    const { steeringMessage, queuedMessages = [], activeTurn, turns } = state.state
    const messages = [steeringMessage, ...queuedMessages, activeTurn, ...turns].map((each) => each?.message.text)
    return messages.filter((each) => each === text).length
  }
  const store = Object.assign(Object.create(inner) as Store, {
    append(batch: Parameters<Store['append']>[0]) {
      inner.append(batch)
      seen.push(['q1', 's1'].map(timesOnDisk))
    },
  })
  const { startTurn, runs, settle, chat, turns } = await open({ store })
  startTurn()
  chat(pend('queued', 'q1'))
  chat(pend('steering', 's1'))
  await settle()
  const from = seen.length - 1
  for (let turn = 0; turn < 3; turn++) {
    runs.at(-1)?.end({ kind: 'complete' })
    await settle()
  }
  expect(turns()).toHaveLength(3)
  expect(new Set(seen.slice(from).map(String))).toEqual(new Set(['1,1']))
})

test('what was waited for is over with its turn, however that ends', async () => {
  const { startTurn, runs, settle, chat, chatState, runner } = await open()
  const ends = [
    () => runs.at(-1)?.end({ kind: 'complete' }),
    () => runs.at(-1)?.end({ kind: 'error', errorType: 'x', message: 'x', resumable: false }),
    () => void chat({ type: 'chat/turnCancelled', turnId: 't2', duration: 1 }),
    () => void chat({ type: 'chat/truncated' }),
    () => runner.stop(),
  ]
  for (const [index, end] of ends.entries()) {
    startTurn(`t${index}`)
    chat({ type: 'chat/activityChanged', activity: 'Waiting 3 s' })
    await settle()
    await end()
    await settle()
    expect([index, chatState().activity, chatState().activeTurn]).toEqual([index, undefined, undefined])
  }
})

test('a cancelled turn aborts its run, and the next one waits until that has ended', async () => {
  const { startTurn, runs, settle, chat } = await open()
  startTurn()
  await settle()
  chat({ type: 'chat/turnCancelled', turnId: 't1', duration: 0 })
  startTurn('t2')
  await settle()
  expect(runs.map(({ turnId, context }) => [turnId, context.signal.aborted])).toEqual([
    ['t1', true],
    ['t2', false],
  ])
})

test('guard interrupted: a stop marks what ran as interrupted and resumable', async () => {
  const { startTurn, settle, runner, chatState, runs } = await open()
  startTurn()
  await settle()
  await runner.stop()
  expect(runs[0]?.context.signal.aborted).toBe(true)
  expect(chatState().turns[0]?.responseParts).toMatchObject([
    {
      kind: 'error',
      resumable: true,
      error: { errorType: 'interrupted', message: 'Interrupted when the host stopped.' },
    },
  ])
})

/** A store whose disk is full while `refuse` is set. */
function fullStore() {
  const inner = openTestStore(temporaryFolder())
  const store = Object.assign(Object.create(inner) as Store, {
    refuse: false,
    append(batch: Parameters<Store['append']>[0]) {
      if (store.refuse) throw new StoreFailure('SQLITE_FULL', 'The disk is full.')
      inner.append(batch)
    },
    findObstacle: () => (store.refuse ? 'The disk is full.' : undefined),
  })
  return store
}

test('guard storage: where the disk refuses nothing goes on, and it is marked when writes work again', async () => {
  const store = fullStore()
  const { startTurn, settle, runs, channels, chatState, turns } = await open({ store })
  startTurn()
  await settle()
  store.refuse = true
  channels.apply(sceneChat, { type: 'chat/usage', turnId: 't1', usage: {} })
  await settle()
  expect([runs[0]?.context.signal.aborted, chatState().activeTurn?.id]).toEqual([true, 't1'])
  store.refuse = false
  channels.recheckStorage()
  await settle()
  expect(turns()).toEqual(['t1 error'])
  expect(JSON.stringify(chatState().turns[0])).toContain('Interrupted because the data folder could not be written.')
})

test('guard storage moment: a disk that refuses for a moment only leaves no turn that nobody runs', async () => {
  const store = fullStore()
  const { startTurn, settle, runs, channels, turns, chat } = await open({ store })
  startTurn()
  await settle()
  chat(pend('queued', 'q1'))
  channels.flush()
  store.refuse = true
  channels.apply(sceneChat, { type: 'chat/usage', turnId: 't1', usage: {} })
  channels.flush()
  store.refuse = false
  channels.recheckStorage()
  expect(runs[0]?.context.signal.aborted).toBe(true)
  await settle()
  expect(turns()).toEqual(['t1 error'])
  chat({ type: 'chat/turnResume', turnId: 't1' })
  await settle()
  expect(runs).toHaveLength(2)
})

test('an end of a turn that the disk refused for a moment is an interruption', async () => {
  const store = fullStore()
  const { startTurn, settle, runs, channels, turns } = await open({ store })
  startTurn()
  await settle()
  store.refuse = true
  const dispose = channels.onStorageFailure((reason) => {
    store.refuse = false
    if (reason !== undefined) queueMicrotask(() => channels.recheckStorage())
  })
  runs[0]?.end({ kind: 'complete' })
  await settle()
  dispose()
  expect(turns()).toEqual(['t1 error'])
})
