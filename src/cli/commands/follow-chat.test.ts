import { expect, test } from 'vitest'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ToolCallPendingConfirmationState } from '../../protocol/channels/chat/tool-call.ts'
import { withRoadsteadMeta } from '../../protocol/roadstead.ts'
import { answerFor, openQuestions, waitingCalls } from './follow-chat.ts'

const pending: ToolCallPendingConfirmationState = {
  toolCallId: 'c1',
  toolName: 'commit',
  displayName: 'Commit',
  status: 'pending-confirmation',
  invocationMessage: 'Commit it',
  options: [
    { id: 'allow-once', label: 'Allow once', kind: 'approve' },
    { id: 'allow-session', label: 'Allow for session', kind: 'approve' },
    { id: 'deny', label: 'Deny', kind: 'deny' },
  ],
}

test('yes allows once, never for the session', () => {
  expect(answerFor(pending, 't', true)).toEqual({
    ...{ type: 'chat/toolCallConfirmed', turnId: 't', toolCallId: 'c1', approved: true },
    ...{ confirmed: 'user-action', selectedOptionId: 'allow-once' },
  })
})

test('without --yes the answer is no, and says why', () => {
  expect(answerFor(pending, 't', false)).toEqual({
    ...{ type: 'chat/toolCallConfirmed', turnId: 't', toolCallId: 'c1', approved: false, reason: 'denied' },
    reasonMessage: 'Nobody was there to answer; run again with --yes or in a window.',
    selectedOptionId: 'deny',
  })
})

test('a call without options is answered without one', () => {
  const { options: _, ...plain } = pending
  expect(answerFor(plain, 't', true)).not.toHaveProperty('selectedOptionId')
})

test('only what waits in the running turn counts', () => {
  const message = { text: 'x', origin: { kind: 'user' as const } }
  const chat: ChatState = {
    ...{ resource: 'ahp-chat:/c', title: '', status: 1, modifiedAt: '2026-01-01T00:00:00.000Z' },
    turns: [
      { id: 'old', message, state: 'cancelled', responseParts: [{ kind: 'inputRequest', request: { id: 'q0' } }] },
    ],
  }
  expect([waitingCalls(chat), openQuestions(chat)]).toEqual([[], []])
  const responseParts = [
    { kind: 'toolCall' as const, toolCall: pending },
    { kind: 'inputRequest' as const, request: { id: 'q1' } },
    { kind: 'inputRequest' as const, request: { id: 'q2' }, response: 'decline' as const },
  ]
  const active = { ...chat, activeTurn: { id: 't', startedAt: chat.modifiedAt, message, responseParts } }
  expect(waitingCalls(active)).toEqual([pending])
  expect(openQuestions(active)).toEqual(['q1'])
})

test('a call that a rule has refused already waits for nobody', () => {
  const toolCall = { ...pending, _meta: withRoadsteadMeta(undefined, { round: 1, decidedBy: 'policy' }) }
  const message = { text: 'x', origin: { kind: 'user' as const } }
  const at = '2026-01-01T00:00:00.000Z'
  const activeTurn = { id: 't', startedAt: at, message, responseParts: [{ kind: 'toolCall' as const, toolCall }] }
  expect(
    waitingCalls({ resource: 'ahp-chat:/c', title: '', status: 1, modifiedAt: at, turns: [], activeTurn }),
  ).toEqual([])
})
