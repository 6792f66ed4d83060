import { expect, test, vi } from 'vitest'
import type { StateAction } from '../../../protocol/actions.ts'
import type { ChatSummary } from '../../../protocol/channels/chat/state.ts'
import { lookWithinMs } from '../../hosts/look-at.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { stopSession } from './stop-session.ts'

const at = '2026-01-01T00:00:00.000Z'
const session = 'ahp-session:/s'
const chat = (id: string, status: number): ChatSummary => ({
  resource: `ahp-chat:/${id}`,
  title: '',
  status,
  modifiedAt: at,
})

test('what runs in a chat beside the first one is stopped too, and what rests is left alone', async () => {
  const host = createFakeHost()
  const chats = [chat('first', 1), chat('fork', 8), chat('asking', 24)]
  host.cell(session).set({
    status: 'ready',
    pending: 0,
    channel: {
      kind: 'session',
      state: { provider: 'builtin', title: '', status: 8, lifecycle: 'ready', activeClients: [], chats },
    },
  })
  for (const each of chats)
    host.cell(each.resource).set({
      status: 'ready',
      pending: 0,
      channel: {
        kind: 'chat',
        state: {
          ...each,
          turns: [],
          activeTurn: {
            id: `turn of ${each.resource}`,
            startedAt: at,
            message: { text: '', origin: { kind: 'user' } },
            responseParts: [],
          },
        },
      },
    })
  const offered: string[] = []
  const isHeard = await stopSession(host.client, session, async (channel, action: StateAction) => {
    offered.push(`${channel} ${action.type} ${'turnId' in action ? action.turnId : ''}`)
  })
  expect(isHeard).toBe(true)
  expect(offered).toEqual([
    'ahp-chat:/fork chat/turnCancelled turn of ahp-chat:/fork',
    'ahp-chat:/asking chat/turnCancelled turn of ahp-chat:/asking',
  ])
})

test('what the host does not say in time, or cannot be asked, is not stopped later', async () => {
  vi.useFakeTimers()
  const host = createFakeHost()
  const offered: string[] = []
  const stop = () => stopSession(host.client, session, async (channel) => void offered.push(channel))
  const asked = stop()
  await vi.advanceTimersByTimeAsync(lookWithinMs)
  host.setConnection({ status: 'waiting', attempt: 1, sinceMs: 0, retryAtMs: 0, reason: 'x' })
  const offline = await stop()
  host.cell(session).set({
    status: 'ready',
    pending: 0,
    channel: {
      kind: 'session',
      state: {
        provider: 'builtin',
        title: '',
        status: 8,
        lifecycle: 'ready',
        activeClients: [],
        chats: [chat('a', 8)],
      },
    },
  })
  expect({ asked: await asked, offline, offered }).toEqual({ asked: false, offline: false, offered: [] })
  vi.useRealTimers()
})
