import { expect, test } from 'vitest'
import { commandOf, keyText } from './keys.ts'

const press = (
  code: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'isComposing', true>> = {},
) => ({
  code,
  key: '',
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
})

test('⌘ is Ctrl elsewhere', () => {
  expect(commandOf(press('KeyK', { metaKey: true }), true, true)).toBe('palette')
  expect(commandOf(press('KeyK', { ctrlKey: true }), false, true)).toBe('palette')
  expect(commandOf(press('KeyK', { ctrlKey: true }), true, true)).toBe(undefined)
})

test('keys the browser owns have a variant with Alt', () => {
  expect(commandOf(press('KeyN', { altKey: true }), false, true)).toBe('new')
  expect(commandOf(press('Digit3', { altKey: true }), false, false)).toBe('session-3')
})

test('the question mark shows the shortcuts, but not while writing', () => {
  expect(commandOf({ ...press('Slash', { shiftKey: true }), key: '?' }, false, false)).toBe('shortcuts')
  expect(commandOf({ ...press('Slash', { shiftKey: true }), key: '?' }, false, true)).toBe(undefined)
})

test('nothing is a command while an input method composes', () => {
  expect(commandOf(press('KeyK', { ctrlKey: true, isComposing: true }), false, true)).toBe(undefined)
})

test('keys are written as the system writes them', () => {
  expect([keyText('mod+K', true), keyText('mod+K', false)]).toEqual(['⌘K', 'Ctrl+K'])
})
