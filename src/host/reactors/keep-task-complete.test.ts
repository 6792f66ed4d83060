import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { sessionFactsOf } from '../sessions/facts.ts'
import { openSessionScene } from '../testing/session-scene.ts'
import { keepTaskComplete } from './keep-task-complete.ts'

async function open() {
  const scene = await openSessionScene()
  const { channels, index, chat } = scene
  keepTaskComplete({ channels, index, clock: { ...systemClock, now: () => 0 } })
  scene.startTurn()
  const call = (toolCallId: string, toolName: string, success: boolean, more: object = {}) => {
    const base = { turnId: 't1', toolCallId }
    chat({ type: 'chat/toolCallStart', ...base, toolName, displayName: 'x', ...more })
    const toolInput = JSON.stringify({ summary: `${toolCallId} done` })
    chat({ type: 'chat/toolCallReady', ...base, invocationMessage: 'x', toolInput, confirmed: 'not-needed' })
    chat({ type: 'chat/toolCallComplete', ...base, result: { success, pastTenseMessage: 'x' } })
  }
  const fact = async () => {
    await channels.settled()
    await channels.settled()
    return sessionFactsOf(scene.sessionState()).taskComplete
  }
  return { ...scene, call, fact }
}

test('the task is complete when the agent says so by its tool, and only then', async () => {
  const { call, fact, chat } = await open()
  call('a', 'task_complete', false)
  call('b', 'read_file', true)
  call('c', 'task_complete', true, { contributor: { kind: 'client', clientId: 'c1' } })
  expect(await fact()).toBeUndefined()
  call('d', 'task_complete', true)
  const complete = { summary: 'd done', at: '1970-01-01T00:00:00.000Z', turnId: 't1' }
  expect(await fact()).toEqual(complete)
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  expect(await fact()).toEqual(complete)
})

test('something new said takes the completion back, leaving no trace in the facts', async () => {
  const { call, fact, chat, startTurn, sessionState } = await open()
  call('d', 'task_complete', true)
  await fact()
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  startTurn('t2')
  expect(await fact()).toBeUndefined()
  expect(Object.keys(sessionFactsOf(sessionState()))).toEqual(['createdAt', 'folderTrust'])
})
