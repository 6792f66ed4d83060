import { expect, test } from 'vitest'
import { chordOf, chordText, normalChord, typesNothing, type KeyPress } from './chord.ts'

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
})

test('⌘ and Ctrl are the same modifier, each on its own keyboard', () => {
  expect(chordOf(press('k', 'KeyK', { metaKey: true }), true)).toBe('mod+K')
  expect(chordOf(press('k', 'KeyK', { ctrlKey: true }), false)).toBe('mod+K')
  expect(chordOf(press('k', 'KeyK', { ctrlKey: true }), true)).toBe('ctrl+K')
  expect(chordOf(press('k', 'KeyK', { metaKey: true }), false)).toBe(undefined)
})

test('a letter is where the layout has it; what types no Latin letter goes by its place', () => {
  expect(chordOf(press('a', 'KeyQ', { ctrlKey: true }), false)).toBe('mod+A')
  expect(chordOf(press('˜', 'KeyN', { altKey: true }), true)).toBe('alt+N')
  expect(chordOf(press('л', 'KeyK', { ctrlKey: true }), false)).toBe('mod+K')
  expect(chordOf(press('¡', 'Digit1', { altKey: true }), true)).toBe('alt+1')
})

test('a sign without a modifier is the sign, wherever the layout has it', () => {
  expect(chordOf(press('?', 'Slash', { shiftKey: true }), false)).toBe('?')
  expect(chordOf(press('?', 'Minus', { shiftKey: true }), false)).toBe('?')
})

test('a modifier alone and an input method’s key are no chord', () => {
  expect(chordOf(press('Shift', 'ShiftLeft', { shiftKey: true }), false)).toBe(undefined)
  expect(chordOf(press('Process', 'KeyK', { ctrlKey: true }), false)).toBe(undefined)
  expect(chordOf(press('k', 'KeyK', { ctrlKey: true, isComposing: true }), false)).toBe(undefined)
})

test('chords are compared whatever the order they were written in', () => {
  expect(normalChord('shift+mod+a', true)).toBe('mod+shift+A')
  expect(normalChord('ctrl+`', false)).toBe('mod+`')
  expect(normalChord('ctrl+`', true)).toBe('ctrl+`')
  expect([normalChord('hyper+A', true), normalChord('mod+mod+A', true), normalChord('mod+', true)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('what types something is told from what types nothing', () => {
  expect(['?', 'A', 'shift+A', 'mod+K', 'alt+N', 'F6', 'shift+F6'].map(typesNothing)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})

test('keys are written as the keyboard writes them', () => {
  expect([chordText('mod+shift+R', true), chordText('mod+shift+R', false)]).toEqual(['⇧⌘R', 'Ctrl+Shift+R'])
  expect([chordText('ctrl+`', true), chordText('mod+Enter', false)]).toEqual(['⌃`', 'Ctrl+⏎'])
})
