import { expect, test } from 'vitest'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { ROADSTEAD } from '../../../protocol/roadstead.ts'
import { SessionStatus } from '../../../protocol/status.ts'
import { archivedSessions, arrangeSessions, filterSessions, orderedSessions } from './arrange.ts'
import { entriesOf } from './list-entries.ts'

const { Idle, Error: Failed, InProgress, InputNeeded, IsArchived } = SessionStatus
const session = (title: string, status: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  resource: title,
  provider: 'scripted',
  title,
  status,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const inFolder = (folder: string) => ({ workingDirectories: [`file:///home/me/${folder}`] })
const changed = { changes: { files: 1, additions: 3, deletions: 0 } }
const items = [
  session('done', Idle, inFolder('app')),
  session('review', Idle, { ...changed, ...inFolder('site') }),
  session('asks', InputNeeded, inFolder('site')),
  session('works', InProgress, { ...changed, ...inFolder('app') }),
  session('failed', Failed),
  session('old', Idle | IsArchived, changed),
]
const shown = (grouping: 'need' | 'folder', pinned: string[] = []) =>
  arrangeSessions(items, { grouping, pinned }).map(({ id, items: own }) => [id, own.map(({ title }) => title)])

test('sessions stand in the order of what the person is asked for', () => {
  expect(shown('need')).toEqual([
    ['needs-you', ['asks', 'failed']],
    ['working', ['works']],
    ['review', ['review']],
    ['earlier', ['done']],
  ])
})

test('by folder, what needs the person is still on top and those at work are before the others', () => {
  expect(shown('folder')).toEqual([
    ['needs-you', ['asks', 'failed']],
    ['folder file:///home/me/app', ['works', 'done']],
    ['folder file:///home/me/site', ['review']],
  ])
})

test('sessions at work stand still, whichever of them changed last', () => {
  const at = (day: number) => ({ createdAt: `2026-01-0${day}T00:00:00.000Z`, ...inFolder(`folder ${day}`) })
  const [old, recent] = [session('old', InProgress, at(1)), session('new', InProgress, at(2))]
  for (const grouping of ['need', 'folder'] as const)
    for (const came of [
      [old, recent],
      [recent, old],
    ])
      expect(orderedSessions(came, { grouping, pinned: [] }).map(({ title }) => title)).toEqual(['new', 'old'])
})

test('pinned sessions have a place of their own, in their order, below what needs the person', () => {
  expect(shown('need', ['review', 'gone', 'done', 'asks', 'review'])).toEqual([
    ['needs-you', ['asks', 'failed']],
    ['pinned', ['review', 'done']],
    ['working', ['works']],
  ])
})

test('the archive is a list of its own, and no number leads into it', () => {
  expect(archivedSessions(items).map(({ title }) => title)).toEqual(['old'])
  expect(orderedSessions(items, { grouping: 'need', pinned: [] }).map(({ title }) => title)).toEqual([
    'asks',
    'failed',
    'works',
    'review',
    'done',
  ])
})

test('the filter looks for every word in title, folder and branch', () => {
  const some = [
    session('Fix the parser', Idle, { workingDirectories: ['file:///home/me/date%20app'] }),
    session('Upgrade', Idle, { _meta: { [ROADSTEAD]: { folderTrust: 'trusted', branch: 'roadstead/lockfile' } } }),
  ]
  const found = (text: string) => filterSessions(some, text).map(({ title }) => title)
  expect([found('DATE fix'), found('lockfile'), found('date lockfile'), found(' ')]).toEqual([
    ['Fix the parser'],
    ['Upgrade'],
    [],
    ['Fix the parser', 'Upgrade'],
  ])
})

test('a closed heading keeps its line and hides its sessions', () => {
  const groups = arrangeSessions(items, { grouping: 'need', pinned: [] })
  expect(entriesOf(groups, ['needs-you', 'review'], false).map(({ key }) => key)).toEqual([
    'heading needs-you',
    'heading working',
    'works',
    'heading review',
    'heading earlier',
    'done',
  ])
})

test('while a session is dragged and none is pinned there is a place to drop it, below what needs the person', () => {
  const keys = (...of: SessionSummary[]) =>
    entriesOf(arrangeSessions(of, { grouping: 'need', pinned: [] }), [], true).map(({ key }) => key)
  expect(keys(session('asks', InputNeeded), session('works', InProgress))).toEqual([
    'heading needs-you',
    'asks',
    'drop',
    'heading working',
    'works',
  ])
  expect(keys(session('works', InProgress))).toEqual(['drop', 'heading working', 'works'])
  expect(keys(session('asks', InputNeeded))).toEqual(['heading needs-you', 'asks', 'drop'])
})
