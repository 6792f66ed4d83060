import { expect, test } from 'vitest'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { SessionStatus } from '../../protocol/status.ts'
import { lineFor } from './sessions.ts'

const summary = (facts: Partial<SessionSummary>): SessionSummary => ({
  resource: 'ahp-session:/0123456789abcdef',
  provider: 'scripted',
  title: 'Fix it',
  status: SessionStatus.Idle,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...facts,
})

test('a session is one line: id, what it does, its changes, its title', () => {
  const { Idle, Error, InProgress, InputNeeded, IsArchived, IsRead } = SessionStatus
  expect(lineFor(summary({ changes: { additions: 3, deletions: 1, files: 2 } }))).toBe(
    '01234567  idle       +3 −1  Fix it',
  )
  expect(lineFor(summary({ status: InProgress | IsRead }))).toBe('01234567  working    +0 −0  Fix it')
  expect(lineFor(summary({ status: InputNeeded }))).toBe('01234567  needs you  +0 −0  Fix it')
  expect(lineFor(summary({ status: Error }))).toBe('01234567  failed     +0 −0  Fix it')
  expect(lineFor(summary({ status: Idle | IsArchived }))).toBe('01234567  archived   +0 −0  Fix it')
})
