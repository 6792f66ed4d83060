import { expect, test } from 'vitest'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { ROADSTEAD } from '../../../protocol/roadstead.ts'
import { SessionStatus } from '../../../protocol/status.ts'
import { activitiesOf, noticesOf, wantedNotices } from './notices.ts'
import { createI18n } from '../../platform/i18n.tsx'
import { noticeWords } from './notice-words.ts'

const { Idle, Error: Failed, InProgress, InputNeeded, IsArchived } = SessionStatus
const session = (name: string, status: number, activity?: string): SessionSummary => ({
  resource: name,
  provider: 'scripted',
  title: `Title ${name}`,
  status,
  ...(activity === undefined ? {} : { activity }),
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
})
const told = (before: SessionSummary[], after: SessionSummary[]) =>
  noticesOf(activitiesOf(before), after).map(({ session: name, kind }) => `${name} ${kind}`)

test('the first look at the list tells nothing', () => {
  expect(noticesOf(undefined, [session('a', InputNeeded)])).toEqual([])
})

test('guard: an agent that says its task is complete is told apart from one that merely stopped', () => {
  const taskComplete = { summary: 'Fixed.', at: '2026-01-01T00:10:00.000Z', turnId: 't' }
  const complete = { ...session('a', Idle), _meta: { [ROADSTEAD]: { folderTrust: 'trusted', taskComplete } } }
  const notices = noticesOf(activitiesOf([session('a', InProgress), session('b', InProgress)]), [
    complete,
    session('b', Idle),
  ])
  const words = notices.map((notice) => noticeWords(notice, 'title', createI18n('en')))
  expect(words).toEqual([
    { title: 'Task complete: Title a', body: 'The agent says that the task is complete.' },
    { title: 'Answered: Title b', body: 'The agent has stopped and waits for you.' },
  ])
})

test('a session that begins to need the person, fails or ends is told once', () => {
  const before = ['a', 'b', 'c', 'd'].map((name) => session(name, InProgress))
  const after = [session('a', InputNeeded), session('b', Failed), session('c', Idle), session('d', InProgress)]
  expect(told(before, after)).toEqual(['a needs-you', 'b failed', 'c idle'])
  expect(told(after, after)).toEqual([])
})

test('a session answered and asking again is told again; one that only begins to work is not', () => {
  expect(told([session('a', InputNeeded)], [session('a', InProgress)])).toEqual([])
  expect(told([session('a', InProgress)], [session('a', InputNeeded)])).toEqual(['a needs-you'])
})

test('a new session is told only when it asks', () => {
  expect(told([], [session('a', InputNeeded), session('b', Failed), session('c', Idle)])).toEqual(['a needs-you'])
})

test('what is archived is quiet', () => {
  expect(told([session('a', InProgress)], [session('a', InputNeeded | IsArchived)])).toEqual([])
})

test('guard: what stands in front of the person is not told, nor what they do not want to hear', () => {
  const before = ['a', 'b'].map((name) => session(name, InProgress))
  const notices = noticesOf(activitiesOf(before), [session('a', InputNeeded), session('b', Idle)])
  const names = (wishes: { needsYou: boolean; done: boolean }, front: string) =>
    wantedNotices(notices, wishes, (name) => name === front).map((notice) => notice.session)
  expect(names({ needsYou: true, done: true }, 'none')).toEqual(['a', 'b'])
  expect(names({ needsYou: true, done: true }, 'a')).toEqual(['b'])
  expect(names({ needsYou: true, done: false }, 'none')).toEqual(['a'])
  expect(names({ needsYou: false, done: true }, 'none')).toEqual(['b'])
})

test('guard: a notification says no more than is allowed', () => {
  const i18n = createI18n('en')
  const asks = { session: 'a', kind: 'needs-you' as const, summary: session('a', InputNeeded, 'Run rm -rf build') }
  expect(noticeWords(asks, 'nothing', i18n)).toEqual({ title: 'Needs you', body: 'A session waits for your answer.' })
  expect(noticeWords(asks, 'title', i18n)).toEqual({ title: 'Needs you: Title a', body: 'It waits for your answer.' })
  expect(noticeWords(asks, 'activity', i18n)).toEqual({ title: 'Needs you: Title a', body: 'Run rm -rf build' })
})
