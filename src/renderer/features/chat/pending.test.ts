import { expect, test } from 'vitest'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import { ROADSTEAD } from '../../../protocol/roadstead.ts'
import { pendingCommand } from '../../testing/calls.ts'
import { pendingOf } from './pending.ts'

const call = pendingCommand('rm -rf /')
const chat = (toolCall: typeof call): ChatState => ({
  resource: 'ahp-chat:/a',
  title: '',
  status: 24,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  turns: [],
  activeTurn: {
    id: 't',
    startedAt: '2026-01-01T00:00:00.000Z',
    message: { text: 'go', origin: { kind: 'user' } },
    responseParts: [{ kind: 'toolCall', toolCall }],
  },
})

test('a call that waits for a person is asked about', () => {
  expect(pendingOf(chat(call))).toEqual([{ kind: 'confirmation', id: call.toolCallId, turnId: 't', call }])
})

test('a call that a rule has decided is not, even in the moment before its end', () => {
  expect(pendingOf(chat({ ...call, _meta: { [ROADSTEAD]: { round: 1, decidedBy: 'policy' } } }))).toEqual([])
})
