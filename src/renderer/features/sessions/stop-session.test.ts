import { expect, test } from 'vitest'
import type { StateAction } from '../../../protocol/actions.ts'
import type { ChatSummary } from '../../../protocol/channels/chat/state.ts'
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
  await stopSession(host.client, session, async (channel, action: StateAction) => {
    offered.push(`${channel} ${action.type} ${'turnId' in action ? action.turnId : ''}`)
  })
  expect(offered).toEqual([
    'ahp-chat:/fork chat/turnCancelled turn of ahp-chat:/fork',
    'ahp-chat:/asking chat/turnCancelled turn of ahp-chat:/asking',
  ])
})
