import { expect, test } from 'vitest'
import { hearsKeys, keyMeaning } from './key-guard.ts'

test('a card hears no keys for 500 ms after it appears', () => {
  expect(hearsKeys({ appearedAtMs: 1000, typedAtMs: undefined }, 1499)).toBe(false)
  expect(hearsKeys({ appearedAtMs: 1000, typedAtMs: undefined }, 1500)).toBe(true)
})

test('a card hears no keys for 2 s after something was typed elsewhere', () => {
  expect(hearsKeys({ appearedAtMs: 0, typedAtMs: 8000 }, 9999)).toBe(false)
  expect(hearsKeys({ appearedAtMs: 0, typedAtMs: 8000 }, 10_000)).toBe(true)
})

const key = (name: string, on: 'card' | 'allow-button' | 'other-button' | 'field' = 'card') => ({
  key: name,
  on,
  isComposing: false,
  hasModifier: false,
})

test('Enter allows and Escape denies once the card hears keys', () => {
  expect(keyMeaning(key('Enter'), true, false)).toBe('allow')
  expect(keyMeaning(key('Escape'), true, false)).toBe('deny')
  expect(keyMeaning(key('Enter', 'allow-button'), true, false)).toBe('pass')
})

test('Enter never allows what always needs a person, not even on the button', () => {
  expect(keyMeaning(key('Enter'), true, true)).toBe('ignore')
  expect(keyMeaning(key('Enter', 'allow-button'), true, true)).toBe('ignore')
  expect(keyMeaning(key(' ', 'allow-button'), true, true)).toBe('pass')
})

test('before the guard is over neither Enter nor Space nor Escape does anything', () => {
  for (const on of ['card', 'allow-button', 'other-button'] as const)
    for (const name of ['Enter', ' ', 'Escape']) expect(keyMeaning(key(name, on), false, false)).toBe('ignore')
})

test('keys in a field of the card, of an input method or with a modifier are not ours', () => {
  expect(keyMeaning(key('Enter', 'field'), true, false)).toBe('pass')
  expect(keyMeaning({ ...key('Enter'), isComposing: true }, true, false)).toBe('pass')
  expect(keyMeaning({ ...key('Enter'), hasModifier: true }, true, false)).toBe('pass')
})
