import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { KeyboardSettings } from './keyboard-settings.tsx'
import { fitsQuery } from './settings-index.ts'
import { SettingsQueryContext } from './settings-query.ts'

beforeEach(() => act(() => writePreference('keyBindings', {})))

function show(text = '') {
  render(
    createFakeHost().around(
      <SettingsQueryContext value={{ text, marked: undefined }}>
        <KeyboardSettings />
      </SettingsQueryContext>,
    ),
  )
}
const keysOf = (command: string) =>
  [...(screen.getByRole('row', { name: new RegExp(`^${command}`) }).querySelectorAll('.kbd') ?? [])].map(
    (key) => key.textContent,
  )
function record(command: string, key: string, code: string, held: object) {
  fireEvent.click(screen.getByRole('button', { name: `Add a key for “${command}”` }))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Press the keys…' }), { key, code, ...held })
}

test('a key is given by pressing it, and is the one that is shown from then on', () => {
  show()
  record('Plan', 'p', 'KeyP', { ctrlKey: true, shiftKey: true })
  fireEvent.click(screen.getByRole('button', { name: 'Use' }))
  expect(keysOf('Plan')).toEqual(['Ctrl+Shift+P'])
  expect(readPreference('keyBindings')).toEqual({ plan: ['mod+shift+P'] })
})

test('guard: a key that another command has is taken only after that is said', () => {
  show()
  record('Plan', 'j', 'KeyJ', { ctrlKey: true })
  expect(screen.getByText('Used by “Show or hide the dock”, which would lose it.')).toBeTruthy()
  expect(readPreference('keyBindings')).toEqual({})
  fireEvent.click(screen.getByRole('button', { name: 'Use it here' }))
  expect([keysOf('Plan'), keysOf('Show or hide the dock')]).toEqual([['Ctrl+J'], []])
  fireEvent.click(screen.getByRole('button', { name: 'Give “Show or hide the dock” its own keys back' }))
  expect([keysOf('Plan'), keysOf('Show or hide the dock')]).toEqual([[], ['Ctrl+J']])
})

test('Escape leaves without a change; a key can be taken away and all can be had back', () => {
  show()
  record('Plan', 'Escape', 'Escape', {})
  expect(screen.queryByRole('group', { name: 'Key for “Plan”' })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Take Ctrl+J from “Show or hide the dock”' }))
  expect(keysOf('Show or hide the dock')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Reset all keys' }))
  expect(keysOf('Show or hide the dock')).toEqual(['Ctrl+J'])
})

test('what a tab keeps for itself, and what would type something, is said', () => {
  show()
  record('Plan', 't', 'KeyT', { ctrlKey: true })
  const recorder = within(screen.getByRole('group', { name: 'Key for “Plan”' }))
  expect(recorder.getByRole('status').textContent).toContain('A browser’s tab keeps this key for itself')
  fireEvent.keyDown(recorder.getByRole('button', { name: 'Press the keys…' }), { key: 'p', code: 'KeyP' })
  expect(recorder.getByRole('status').textContent).toContain('It types something')
})

test('commands are found by their words and by their keys', () => {
  show('Ctrl+J')
  expect(screen.getAllByRole('row').flatMap((line) => line.querySelector('.keys__command')?.textContent ?? [])).toEqual(
    ['Show or hide the dock'],
  )
  expect([fitsQuery('dark THEME', ['Theme', 'Dark']), fitsQuery('dark x', ['Theme', 'Dark'])]).toEqual([true, false])
})
