import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { SessionStatus } from '../../../protocol/status.ts'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { SessionList } from './session-list.tsx'

const { Idle, InProgress, InputNeeded, IsArchived, IsRead } = SessionStatus
const session = (title: string, status: number = Idle): SessionSummary => ({
  resource: `ahp-session:/${title}`,
  provider: 'scripted',
  title,
  status: status | IsRead,
  workingDirectories: ['file:///home/me/app'],
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
})

// The page has no sizes here; a list that is 600 px high draws what fits.
beforeEach(() => {
  writePreference('pinnedSessions', [])
  writePreference('closedGroups', [])
  writePreference('sessionGrouping', 'need')
  for (const name of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(ownerOf(name), name, 'get').mockImplementation(function (this: HTMLElement) {
      return this.classList.contains('session-list__scroll') ? 600 : 48
    })
})
afterEach(() => void vi.restoreAllMocks())

/** The object that has the property of all elements. */
function ownerOf(name: string): HTMLElement {
  let owner = document.createElement('div') as HTMLElement
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as HTMLElement
  return owner
}

function show(items: readonly SessionSummary[]) {
  const host = createFakeHost()
  host.setSessions(items)
  host.answer('disposeSession', () => null)
  const on = { onSelect: vi.fn(), onOpenBeside: vi.fn(), onNew: vi.fn(), onGone: vi.fn() }
  render(
    host.around(
      <SessionList selected="ahp-session:/b" open={['ahp-session:/b']} newKeys="Alt+N" besideKeys="Ctrl+\" {...on} />,
    ),
  )
  return { host, ...on }
}

const titleOf = (line: HTMLElement) =>
  line.querySelector('.session-row__title, .session-group__toggle > :first-child')?.firstChild?.textContent
/** The button of a session's line. */
function row(title: string): HTMLElement {
  const line = screen.getAllByRole('row').find((each) => titleOf(each) === title)
  const button = line?.querySelector<HTMLElement>('.session-row__main')
  if (button == null) throw new Error(`there is no line for ${title}`)
  return button
}
const press = (key: string, held: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, ...held })
const titles = () => screen.getAllByRole('row').map(titleOf)
const chosen = () => screen.queryAllByRole('row', { selected: true }).map(titleOf)

test('the list is one stop of the Tab key; arrows move among sessions, ← goes to the heading', async () => {
  show([session('a', InputNeeded), session('b', InProgress), session('c')])
  expect(
    screen.getAllByRole('button').filter((button) => button.closest('[role="grid"]') && button.tabIndex === 0),
  ).toEqual([row('b')])
  act(() => row('b').focus())
  press('ArrowDown')
  await waitFor(() => expect(document.activeElement).toBe(row('c')))
  press('Home')
  await waitFor(() => expect(document.activeElement).toBe(row('a')))
  press('ArrowLeft')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Needs you1'))
  press('ArrowRight')
  fireEvent.click(document.activeElement ?? document.body)
  await waitFor(() => expect(titles()).toEqual(['Needs you', 'Working', 'b', 'Earlier', 'c']))
  expect(readPreference('closedGroups')).toEqual(['needs-you'])
})

test('shift and space choose several, and they are archived in one go that can be undone', async () => {
  const { host } = show([session('a'), session('b'), session('c'), session('d')])
  act(() => row('a').focus())
  press('ArrowDown', { shiftKey: true })
  await waitFor(() => expect(chosen()).toEqual(['a', 'b']))
  act(() => row('d').focus())
  press(' ')
  await waitFor(() => expect(chosen()).toEqual(['a', 'b', 'd']))
  press('Delete')
  await screen.findByText('Archived 3 sessions.')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const archived = host.dispatched.map(({ channel, action }) => [
    channel.at(-1),
    action.type === 'session/isArchivedChanged' && action.isArchived,
  ])
  expect(archived).toEqual([
    ['a', true],
    ['b', true],
    ['d', true],
    ['a', false],
    ['b', false],
    ['d', false],
  ])
})

test('guard: nothing is deleted before the person says so again', async () => {
  const { host, onGone } = show([session('a'), session('b')])
  act(() => row('a').focus())
  press('Delete', { shiftKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Delete this session?' })
  expect(host.asked).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete session' }))
  await waitFor(() => expect(onGone).toHaveBeenCalledWith('ahp-session:/a'))
  expect(host.asked).toEqual([{ method: 'disposeSession', params: { channel: 'ahp-session:/a' } }])
})

test('a plain click opens, with Ctrl it chooses, with Ctrl and Enter it opens beside', () => {
  const { onSelect, onOpenBeside } = show([session('a'), session('b')])
  fireEvent.click(row('a'), { ctrlKey: true })
  expect([chosen(), onSelect.mock.calls]).toEqual([['a'], []])
  fireEvent.click(row('a'))
  expect(onSelect).toHaveBeenCalledWith('ahp-session:/a')
  act(() => row('a').focus())
  press('Enter', { ctrlKey: true })
  expect(onOpenBeside).toHaveBeenCalledWith('ahp-session:/a')
})

test('a title is written in its place; Escape leaves it as it was', async () => {
  const { host } = show([session('a'), session('b')])
  act(() => row('a').focus())
  press('F2')
  const box = await screen.findByRole('textbox', { name: 'Title of the session' })
  fireEvent.change(box, { target: { value: 'New title' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(host.dispatched).toEqual([
    { channel: 'ahp-session:/a', action: { type: 'session/titleChanged', title: 'New title' } },
  ])
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title of the session' })).toBe(null))
  act(() => row('b').focus())
  press('F2')
  const again = await screen.findByRole('textbox', { name: 'Title of the session' })
  fireEvent.change(again, { target: { value: 'Other' } })
  fireEvent.keyDown(again, { key: 'Escape' })
  expect(host.dispatched).toHaveLength(1)
})

test('a pin puts a session under a heading of its own and ⌥ with an arrow moves it there', async () => {
  show([session('a'), session('b'), session('c')])
  for (const title of ['a', 'c']) {
    act(() => row(title).focus())
    const line = row(title).closest<HTMLElement>('[role="row"]')
    fireEvent.click(within(line ?? document.body).getByRole('button', { name: 'Pin' }))
  }
  expect(titles()).toEqual(['Pinned', 'a', 'c', 'Earlier', 'b'])
  act(() => row('c').focus())
  press('ArrowUp', { altKey: true })
  await waitFor(() => expect(titles()).toEqual(['Pinned', 'c', 'a', 'Earlier', 'b']))
})

test('the archive is a view of its own, from which sessions come back', async () => {
  const { host } = show([session('a'), session('old', IsArchived)])
  expect(titles()).toEqual(['Earlier', 'a'])
  fireEvent.click(screen.getByRole('button', { name: /^Archived/ }))
  expect(titles()).toEqual(['Archived', 'old'])
  const line = row('old').closest<HTMLElement>('[role="row"]')
  fireEvent.click(within(line ?? document.body).getByRole('button', { name: 'Take out of the archive' }))
  await waitFor(() =>
    expect(host.dispatched).toEqual([
      { channel: 'ahp-session:/old', action: { type: 'session/isArchivedChanged', isArchived: false } },
    ]),
  )
})

test('a thousand sessions are a few dozen lines of the page, and the last can be reached', async () => {
  show(Array.from({ length: 1000 }, (_, index) => session(`number ${index}`)))
  const drawn = screen.getAllByRole('row').length
  expect(drawn).toBeLessThan(60)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001')
  fireEvent.change(screen.getByRole('textbox', { name: 'Filter sessions' }), { target: { value: 'number 987' } })
  await waitFor(() => expect(titles()).toEqual(['Earlier', 'number 987']))
})
