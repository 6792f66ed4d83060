import { expect, test } from 'vitest'
import { keyUse, type KeyFacts } from './terminal-keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const own: KeyFacts = { hasSelection: true, readOnly: false, keyboard: 'other' }

test('Ctrl+C interrupts, Ctrl+Shift+C copies', () => {
  expect(keyUse(press('c', { ctrlKey: true }), own)).toBe('terminal')
  expect(keyUse(press('C', { ctrlKey: true, shiftKey: true }), own)).toBe('copy')
  expect(keyUse(press('c', { metaKey: true }), { ...own, keyboard: 'apple' })).toBe('copy')
  expect(keyUse(press('c', { metaKey: true }), { ...own, keyboard: 'apple', hasSelection: false })).toBe('page')
})

test('pasting is left to the browser, whose paste is looked at', () => {
  expect(keyUse(press('V', { ctrlKey: true, shiftKey: true }), own)).toBe('page')
  expect(keyUse(press('v', { ctrlKey: true }), own)).toBe('terminal')
  expect(keyUse(press('v', { metaKey: true }), { ...own, keyboard: 'apple' })).toBe('page')
})

test('a terminal to read along in takes no keys but those that scroll and copy, so Tab leads on', () => {
  const readOnly = { ...own, readOnly: true }
  expect(keyUse(press('Tab'), readOnly)).toBe('page')
  expect(keyUse(press('x'), readOnly)).toBe('page')
  expect(keyUse(press('c', { ctrlKey: true }), readOnly)).toBe('copy')
  expect(keyUse(press('PageUp'), readOnly)).toBe('page-up')
  expect(keyUse(press('End'), readOnly)).toBe('bottom')
})

test('F6 leaves the terminal even while it is typed in', () => {
  expect(keyUse(press('F6'), own)).toBe('page')
  expect(keyUse(press('Tab'), own)).toBe('terminal')
})
