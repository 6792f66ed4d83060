import { expect, test } from 'vitest'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { SessionStatus } from '../../../protocol/status.ts'
import { glyphOf, groupOf, groupSessions, isUnread } from './group.ts'

const session = (title: string, status: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  resource: `ahp-session:/${title}`,
  provider: 'scripted',
  title,
  status,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const changed = { changes: { files: 1, additions: 3, deletions: 0 } }

test('sessions stand in the order of what the person is asked for', () => {
  const items = [
    session('done', SessionStatus.Idle),
    session('review', SessionStatus.Idle, changed),
    session('asks', SessionStatus.InputNeeded),
    session('works', SessionStatus.InProgress, changed),
    session('failed', SessionStatus.Error),
    session('old', SessionStatus.Idle | SessionStatus.IsArchived, changed),
  ]
  expect(groupSessions(items, '').map(({ group, items: own }) => [group, own.map(({ title }) => title)])).toEqual([
    ['needs-you', ['asks', 'failed']],
    ['working', ['works']],
    ['review', ['review']],
    ['earlier', ['done']],
    ['archived', ['old']],
  ])
})

test('an archived session is archived whatever it does', () => {
  expect(groupOf(session('a', SessionStatus.InputNeeded | SessionStatus.IsArchived))).toBe('archived')
})

test('a host out of reach is all that its sessions show', () => {
  expect(glyphOf(session('a', SessionStatus.InProgress), false)).toBe('unreachable')
  expect(glyphOf(session('a', SessionStatus.InProgress), true)).toBe('working')
})

test('the filter looks for every word in title and folder', () => {
  const items = [
    session('Fix the parser', 1, { workingDirectories: ['file:///home/me/date%20app'] }),
    session('Upgrade', 1, { workingDirectories: ['file:///home/me/other'] }),
  ]
  expect(groupSessions(items, 'DATE fix').flatMap(({ items: own }) => own.map(({ title }) => title))).toEqual([
    'Fix the parser',
  ])
  expect(groupSessions(items, 'nothing')).toEqual([])
})

test('read is what the flag says', () => {
  expect([isUnread(session('a', 1)), isUnread(session('a', 1 | SessionStatus.IsRead))]).toEqual([true, false])
})
