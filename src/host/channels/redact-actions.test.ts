import { expect, test } from 'vitest'
import type { StateAction } from '../../protocol/actions.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { madeUpKeys } from '../testing/made-up-keys.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { chatState, sessionState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createChannels } from './create-channels.ts'

const s1 = 'ahp-session:/s1'
const c1 = 'ahp-chat:/c1'
const origin = { clientId: 'c1', clientSeq: 1 }
const held = 'the-own-key-of-the-host-7f3a'
const shaped = madeUpKeys['Anthropic key']![0]!
const marks = { [held]: '[removed: own key]', [shaped]: '[removed: Anthropic key]' }

function create(dataDir = temporaryFolder()) {
  const store = openTestStore(dataDir)
  const secrets = createSecretBook()
  secrets.hold(held, 'own key')
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger, secrets })
  const envelopes: ActionEnvelope[] = []
  channels.onEnvelope((envelope) => envelopes.push(envelope))
  const onDisk = () =>
    JSON.stringify([
      store.database.prepare('SELECT * FROM log').all(),
      store.database.prepare('SELECT * FROM snapshots').all(),
    ])
  return { dataDir, store, channels, envelopes, onDisk }
}

const started: StateAction = {
  type: 'chat/turnStarted',
  turnId: 't1',
  startedAt: '2026-01-01T00:00:00.000Z',
  message: { text: 'Go', origin: { kind: 'user' } },
}
const markdown = (content: string): StateAction => ({
  type: 'chat/responsePart',
  turnId: 't1',
  part: { kind: 'markdown', id: 'p1', content },
})
const delta = (content: string): StateAction => ({ type: 'chat/delta', turnId: 't1', partId: 'p1', content })
const complete: StateAction = { type: 'chat/turnComplete', turnId: 't1', duration: 1 }

function withTurn() {
  const scene = create()
  scene.channels.open(c1, chatState(c1))
  scene.channels.apply(c1, started)
  const parts = () => {
    const state = scene.channels.state(c1, 'chat')!
    return (state.activeTurn ?? state.turns.at(-1))!.responseParts
  }
  return { ...scene, parts }
}

test('guard actions: what comes through the door is without secrets in state, envelopes and log, also where it is refused', async () => {
  const { channels, envelopes, onDisk } = create()
  for (const [secret, mark] of Object.entries(marks)) {
    const channel = `${s1}-${mark.length}`
    channels.open(channel, sessionState(`opened ${secret}`))
    expect(channels.state(channel, 'session')?.title).toBe(`opened ${mark}`)
    const applied = channels.apply(channel, { type: 'session/titleChanged', title: secret }, origin)
    expect(applied.action).toEqual({ type: 'session/titleChanged', title: mark })
    expect(channels.state(channel, 'session')?.title).toBe(mark)
    channels.reject(channel, { type: 'session/titleChanged', title: secret }, origin, `not ${secret}`)
  }
  await channels.settled()
  channels.stop()
  expect(envelopes.map(({ rejectionReason }) => rejectionReason).filter(Boolean)).toEqual([
    'not [removed: own key]',
    'not [removed: Anthropic key]',
  ])
  for (const secret of Object.keys(marks)) {
    expect(JSON.stringify(envelopes)).not.toContain(secret)
    expect(onDisk()).not.toContain(secret)
  }
})

test('guard pieces: a secret in the pieces of a text is replaced wherever it is cut, and all other text comes through', async () => {
  for (const [secret, mark] of Object.entries(marks)) {
    for (const size of [1, 3, 10, 64]) {
      const { channels, envelopes, parts, onDisk } = withTurn()
      const text = `The task is: ${secret}, as you asks`
      channels.apply(c1, markdown(text.slice(0, size)))
      for (let at = size; at < text.length; at += size) channels.apply(c1, delta(text.slice(at, at + size)))
      channels.apply(c1, complete)
      await channels.settled()
      expect(parts()).toEqual([{ kind: 'markdown', id: 'p1', content: `The task is: ${mark}, as you asks` }])
      const sent = envelopes.map(({ action }) => (action.type === 'chat/delta' ? action.content : '')).join('')
      expect(sent).not.toContain(secret.slice(-12))
      expect(onDisk()).not.toContain(secret.slice(-12))
    }
  }
})

test('reasoning and the arguments of calls are held to the same', () => {
  const { channels, parts } = withTurn()
  const half = shaped.length / 2
  channels.apply(c1, {
    type: 'chat/responsePart',
    turnId: 't1',
    part: { kind: 'reasoning', id: 'r1', content: 'it is ' },
  })
  const reasoning = (content: string): StateAction => ({ type: 'chat/reasoning', turnId: 't1', partId: 'r1', content })
  channels.apply(c1, reasoning(shaped.slice(0, half)))
  channels.apply(c1, reasoning(`${shaped.slice(half)} sk`))
  const call = { turnId: 't1', toolCallId: 'call1' }
  channels.apply(c1, { type: 'chat/toolCallStart', ...call, toolName: 'run_command', displayName: 'Run' })
  channels.apply(c1, { type: 'chat/toolCallDelta', ...call, content: `{"command":"echo ${shaped.slice(0, half)}` })
  channels.apply(c1, { type: 'chat/toolCallDelta', ...call, content: `${shaped.slice(half)} | task` })
  expect(parts()[0]).toEqual({ kind: 'reasoning', id: 'r1', content: 'it is [removed: Anthropic key] sk' })
  expect(JSON.stringify(parts()[1])).toContain('echo [removed: Anthropic key] | ta')
  channels.apply(c1, {
    type: 'chat/toolCallReady',
    ...call,
    invocationMessage: `Run ${shaped}`,
    toolInput: JSON.stringify({ command: `echo\n${shaped}` }),
  })
  expect(JSON.stringify(parts())).not.toContain(shaped.slice(20, 50))
})

test('actions of people between two pieces do not let a half through', () => {
  const { channels, parts } = withTurn()
  channels.apply(c1, markdown('key '))
  for (const piece of shaped.match(/.{1,7}/g)!) {
    channels.apply(c1, delta(piece))
    channels.apply(c1, { type: 'chat/draftChanged', draft: { text: piece, origin: { kind: 'user' } } }, origin)
    channels.apply(c1, { type: 'chat/isReadChanged', isRead: true }, origin)
  }
  channels.apply(c1, complete)
  expect(parts()).toEqual([{ kind: 'markdown', id: 'p1', content: 'key [removed: Anthropic key]' }])
})

test('what is held back follows before a new part, a call, a wait, and however the turn ends', () => {
  const ends: StateAction[] = [
    complete,
    { type: 'chat/turnCancelled', turnId: 't1', duration: 1 },
    { type: 'chat/error', turnId: 't1', duration: 1, part: { kind: 'error', error: { errorType: 'x', message: 'x' } } },
    { type: 'chat/activityChanged', activity: 'Waiting' },
    { type: 'chat/responsePart', turnId: 't1', part: { kind: 'markdown', id: 'p2', content: 'next' } },
    { type: 'chat/toolCallStart', turnId: 't1', toolCallId: 'call1', toolName: 'x', displayName: 'x' },
  ]
  for (const end of ends) {
    const { channels, parts } = withTurn()
    channels.apply(c1, markdown('these'))
    channels.apply(c1, delta(' are tasks'))
    expect(parts()[0]).toEqual({ kind: 'markdown', id: 'p1', content: 'these are task' })
    channels.apply(c1, end)
    expect(parts()[0]).toEqual({ kind: 'markdown', id: 'p1', content: 'these are tasks' })
  }
})

test('typing reaches its terminal as it is', () => {
  const { channels } = create()
  channels.open('ahp-terminal:/x1', terminalState('c1'))
  const typed: StateAction = { type: 'terminal/input', data: shaped }
  expect(channels.apply('ahp-terminal:/x1', typed, origin).action).toEqual(typed)
})

test('guard signed: a signature with the look of a key survives apply, append and a restart byte for byte', async () => {
  const { channels, dataDir, store, onDisk } = create()
  const signature = `ErUB/${shaped}+AKIA0123456789ABCDEF==`
  const action: StateAction = {
    ...started,
    _meta: { provider: { anthropic: { signature }, openai: { reasoningEncryptedContent: signature } } },
  }
  const withMeta = sessionState()
  const first = { ...withMeta, state: { ...withMeta.state, _meta: { kept: { thoughtSignature: signature } } } }
  channels.open(s1, first)
  channels.open(c1, chatState(c1))
  expect(channels.apply(c1, action).action).toEqual(action)
  await channels.settled()
  expect(onDisk()).toContain(signature)
  store.close()
  expect(create(dataDir).channels.get(s1)).toEqual(first)
})
