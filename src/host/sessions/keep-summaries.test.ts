import { expect, test } from 'vitest'
import type { Channels } from '../channels/channels.ts'
import { openSessionScene, sceneChat, sceneSession, waitingCallActions } from '../testing/session-scene.ts'
import { activityOf } from '../../protocol/status.ts'
import { keepSummaries } from './keep-summaries.ts'

/** What follows from an action is applied when that is on disk. */
async function quiet(channels: Channels): Promise<void> {
  await channels.settled()
  await channels.settled()
}

async function open() {
  const scene = await openSessionScene()
  const told: { method: string; params: Record<string, unknown> }[] = []
  const dispose = keepSummaries(scene.channels, scene.index, (_channel, method, params) =>
    told.push({ method, params: params as Record<string, unknown> }),
  )
  return { ...scene, told, dispose }
}

test('what a chat waits for stands in its session until it is answered', async () => {
  const { channels, chat, startTurn, sessionState } = await open()
  startTurn()
  for (const action of waitingCallActions('a')) chat(action)
  await quiet(channels)
  expect(sessionState().inputNeeded).toEqual([
    expect.objectContaining({ id: `toolConfirmation:${sceneChat}:t1:a`, kind: 'toolConfirmation', turnId: 't1' }),
  ])
  chat({ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', approved: false, reason: 'denied' })
  await quiet(channels)
  expect(sessionState().inputNeeded ?? []).toEqual([])
})

test('the list says what a session waits for, and no more of it once that is answered', async () => {
  const { channels, chat, startTurn, told } = await open()
  startTurn()
  for (const action of waitingCallActions('a')) chat(action)
  await quiet(channels)
  const listed = () =>
    Object.assign({}, ...told.map(({ params }) => params['changes'])) as { activity?: string; status?: number }
  expect([listed().activity, activityOf(listed().status ?? 0)]).toEqual(['Run ls', 'inputNeeded'])
  chat({ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', approved: false, reason: 'denied' })
  await quiet(channels)
  expect([listed().activity, activityOf(listed().status ?? 0)]).toEqual(['', 'inProgress'])
})

test('a session and its changes are told to those who watch the list, once each, and its end', async () => {
  const { channels, startTurn, chat, told, sessionState } = await open()
  startTurn()
  await quiet(channels)
  expect(told.map(({ method }) => method)).toEqual(['root/sessionSummaryChanged'])
  expect(told[0]?.params['changes']).toMatchObject({ modifiedAt: '2026-01-01T00:00:01.000Z' })
  expect(sessionState().chats[0]?.modifiedAt).toBe('2026-01-01T00:00:01.000Z')
  chat({ type: 'chat/responsePart', turnId: 't1', part: { kind: 'markdown', id: 'p1', content: 'a' } })
  await quiet(channels)
  told.length = 0
  for (let n = 0; n < 20; n++) chat({ type: 'chat/delta', turnId: 't1', partId: 'p1', content: 'text ' })
  await quiet(channels)
  expect(told).toEqual([])
  channels.close(sceneSession)
  await quiet(channels)
  expect(told).toEqual([{ method: 'root/sessionRemoved', params: { channel: 'ahp-root://', session: sceneSession } }])
})
