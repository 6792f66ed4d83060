import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { Palette } from './palette.tsx'

beforeEach(() => act(() => writePreference('paletteRecent', [])))

function show(answer?: () => unknown) {
  const host = createFakeHost()
  if (answer !== undefined) host.answer('completions', answer)
  const on = { onFile: vi.fn(), onDone: vi.fn(), run: vi.fn() }
  const entries = [
    { id: 'a', section: 'sessions' as const, label: 'Fix the parser', run: () => on.run('a') },
    { id: 'b', section: 'commands' as const, label: 'Settings', keys: 'Ctrl+,', run: () => on.run('b') },
    { id: 'c', section: 'settings' as const, label: 'Theme', hint: 'Appearance', run: () => on.run('c') },
  ]
  render(host.around(<Palette entries={entries} chat="ahp-chat:/1" onFile={on.onFile} onDone={on.onDone} />))
  return { host, box: screen.getByRole('combobox'), ...on }
}
const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? undefined : document.getElementById(id)?.querySelector('.palette__label')?.textContent
}
const labels = () => screen.getAllByRole('option').map((option) => option.querySelector('.palette__label')?.textContent)

test('arrows go round, Enter does it, and it is first the next time', () => {
  const { box, run, onDone } = show()
  expect([active(), labels()]).toEqual(['Fix the parser', ['Fix the parser', 'Settings']])
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(active()).toBe('Settings')
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect([run.mock.calls, onDone.mock.calls.length, readPreference('paletteRecent')]).toEqual([[['b']], 1, ['b']])
  expect(labels()[0]).toBe('Settings')
})

test('a few letters find it, in the settings too', () => {
  const { box } = show()
  fireEvent.change(box, { target: { value: 'them' } })
  expect(labels()).toEqual(['Theme'])
  fireEvent.change(box, { target: { value: 'zzz' } })
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('nothing is done while an input method composes', () => {
  const { box, run } = show()
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(run).not.toHaveBeenCalled()
})

test('files of the session are found by the host and named in its message box', async () => {
  const uri = 'file:///app/src/date.ts'
  const { box, onFile } = show(() => ({
    items: [{ insertText: '@src/date.ts', attachment: { type: 'resource', label: 'date.ts', uri } }],
  }))
  fireEvent.change(box, { target: { value: 'date' } })
  await waitFor(() => expect(labels()).toEqual(['date.ts']))
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onFile).toHaveBeenCalledWith('@src/date.ts')
})

test('a host that cannot tell files offers none', async () => {
  const { host, box } = show()
  fireEvent.change(box, { target: { value: 'fix' } })
  await waitFor(() => expect(host.asked.length).toBe(1))
  expect(labels()).toEqual(['Fix the parser'])
})
