import { expect, test } from 'vitest'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { ROADSTEAD } from '../../../protocol/roadstead.ts'
import { SessionStatus } from '../../../protocol/status.ts'
import { createI18n } from '../../platform/i18n.tsx'
import { glyphOf, isUnread, needOf } from './group.ts'
import { statusWords } from './row-words.ts'

const session = (status: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  resource: 'ahp-session:/a',
  provider: 'scripted',
  title: 'a',
  status,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const complete = {
  _meta: {
    [ROADSTEAD]: {
      folderTrust: 'trusted',
      taskComplete: { summary: 'The parser is fixed.', at: '2026-01-01T00:10:00.000Z', turnId: 't' },
    },
  },
}
const changes = { changes: { files: 1, additions: 3, deletions: 0 } }
const nowMs = Date.parse('2026-01-01T00:15:00.000Z')
const words = (summary: SessionSummary, isReachable = true) =>
  statusWords(summary, isReachable, nowMs, createI18n('en')).words

test('guard: a task that is complete and an agent that merely stopped are told apart', () => {
  expect(glyphOf(session(SessionStatus.Idle, complete), true)).toBe('done')
  expect(glyphOf(session(SessionStatus.Idle), true)).toBe('idle')
  expect(glyphOf(session(SessionStatus.Idle, { ...complete, ...changes }), true)).toBe('review')
})

test('an archived session is archived whatever it does', () => {
  expect(needOf(session(SessionStatus.InputNeeded | SessionStatus.IsArchived))).toBe('archived')
})

test('a host out of reach is all that its sessions show', () => {
  expect(glyphOf(session(SessionStatus.InProgress), false)).toBe('unreachable')
  expect(glyphOf(session(SessionStatus.InProgress), true)).toBe('working')
})

test('the sign says why and since when', () => {
  expect(words(session(SessionStatus.Idle, complete))).toBe(
    'Done, nothing to review: The parser is fixed. · 5 min. ago',
  )
  expect(words(session(SessionStatus.InProgress, { activity: 'Runs the tests' }))).toBe(
    'Working: Runs the tests · 15 min. ago',
  )
  expect(words(session(SessionStatus.Idle))).toBe('Idle, nothing to review · 15 min. ago')
  expect(words(session(SessionStatus.InProgress, { activity: 'Runs the tests' }), false)).toBe(
    'Host not reachable, last known state · 15 min. ago',
  )
})

test('read is what the flag says', () => {
  expect([isUnread(session(1)), isUnread(session(1 | SessionStatus.IsRead))]).toEqual([true, false])
})
