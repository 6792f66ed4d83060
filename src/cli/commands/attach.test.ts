import { expect, test } from 'vitest'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ResponsePart } from '../../protocol/channels/chat/turn.ts'
import { newLines } from './attach.ts'

const message = { text: 'Fix it', origin: { kind: 'user' as const } }
const base = { resource: 'ahp-chat:/c', title: '', status: 1, modifiedAt: '2026-01-01T00:00:00.000Z' }
const running = (responseParts: ResponsePart[]): ChatState => ({
  ...base,
  turns: [],
  activeTurn: { id: 't', startedAt: base.modifiedAt, message, responseParts },
})
const text = (content: string): ResponsePart => ({ kind: 'markdown', id: content, content })
const call = (facts: object) =>
  ({
    kind: 'toolCall',
    toolCall: { toolCallId: 'c', toolName: 'commit', displayName: 'Commit', invocationMessage: 'Commit it', ...facts },
  }) as ResponsePart

test('each finished step is one line, once; a part that may still grow waits', () => {
  const printed = new Set<string>()
  expect(newLines(running([text('Looking')]), printed)).toEqual(['> Fix it'])
  const waiting = call({ status: 'pending-confirmation' })
  expect(newLines(running([text('Looking'), waiting]), printed)).toEqual([
    'Looking',
    '? Commit it (waits for a person)',
  ])
  expect(newLines(running([text('Looking'), waiting]), printed)).toEqual([])
  const done = call({ status: 'completed', success: true, confirmed: 'user-action', pastTenseMessage: 'Committed' })
  expect(newLines(running([text('Looking'), done, text('All')]), printed)).toEqual(['- Committed'])
  const parts: ResponsePart[] = [text('Looking'), done, text('All done')]
  const over: ChatState = { ...base, turns: [{ id: 't', message, responseParts: parts, state: 'complete' }] }
  expect(newLines(over, printed)).toEqual(['All done', '  (complete)'])
  expect(newLines(over, printed)).toEqual([])
})

test('what was refused and what went wrong is said', () => {
  const parts: ResponsePart[] = [
    call({ status: 'cancelled', reason: 'denied', invocationMessage: { markdown: 'Commit *it*' } }),
    { kind: 'error', error: { errorType: 'interrupted', message: 'Interrupted when the host stopped.' } },
  ]
  const over: ChatState = { ...base, turns: [{ id: 't', message, responseParts: parts, state: 'error' }] }
  expect(newLines(over, new Set())).toEqual([
    '> Fix it',
    '- Commit *it* (denied)',
    '! Interrupted when the host stopped.',
    '  (error)',
  ])
})
