import { expect, test } from 'vitest'
import type { KeyPress } from './chord.ts'
import { commandOf, isKeptByBrowser, ownerOf, resolveBindings, withKeys, withoutChange } from './key-bindings.ts'

const tab = { apple: false, inTab: true }
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

test('in a tab the key with Alt is the one that is shown, in a window of its own the other', () => {
  expect(resolveBindings({}, tab).get('new')).toEqual(['alt+N', 'mod+N'])
  expect(resolveBindings({}, { apple: true, inTab: false }).get('new')).toEqual(['mod+N', 'alt+N'])
})

test('no two commands come with the same key', () => {
  for (const apple of [true, false]) {
    const all = [...resolveBindings({}, { apple, inTab: true }).values()].flat()
    expect(all.filter((chord, index) => all.indexOf(chord) !== index)).toEqual([])
  }
})

test('guard: what types something is no command while a text is being written', () => {
  const bindings = resolveBindings({ dock: ['D'] }, tab)
  const inText = (key: KeyPress) => commandOf(key, bindings, tab, true)
  const outside = (key: KeyPress) => commandOf(key, bindings, tab, false)
  expect(outside(press('?', 'Slash', { shiftKey: true }))).toBe('shortcuts')
  expect(inText(press('?', 'Slash', { shiftKey: true }))).toBe(undefined)
  expect([outside(press('d', 'KeyD')), inText(press('d', 'KeyD'))]).toEqual(['dock', undefined])
  expect(inText(press('k', 'KeyK', { ctrlKey: true }))).toBe('palette')
  expect(inText(press('F6', 'F6'))).toBe('next-pane')
})

test('undo in a text stays the text’s', () => {
  const bindings = resolveBindings({}, tab)
  expect(commandOf(press('z', 'KeyZ', { ctrlKey: true }), bindings, tab, true)).toBe(undefined)
  expect(commandOf(press('z', 'KeyZ', { ctrlKey: true }), bindings, tab, false)).toBe('undo-discard')
})

test('a key that is given to another command is taken from the one that had it', () => {
  const changed = withKeys({}, 'plan', ['mod+J'], tab)
  const bindings = resolveBindings(changed, tab)
  expect([bindings.get('plan'), bindings.get('dock'), ownerOf('mod+J', bindings)]).toEqual([['mod+J'], [], 'plan'])
})

test('a command that gets its keys back takes them from whoever has them now', () => {
  const taken = withKeys({}, 'plan', ['mod+J'], tab)
  const bindings = resolveBindings(withoutChange(taken, 'dock', tab), tab)
  expect([bindings.get('plan'), bindings.get('dock')]).toEqual([[], ['mod+J']])
  expect(resolveBindings(withoutChange(taken, 'plan', tab), tab).get('plan')).toEqual([])
})

test('keys nobody can press are left out', () => {
  expect(resolveBindings({ plan: ['hyper+X', 'mod+P'] }, tab).get('plan')).toEqual(['mod+P'])
})

test('keys that a tab keeps for itself are known', () => {
  expect(['mod+N', 'mod+3', 'mod+shift+R', 'alt+N'].map((chord) => isKeptByBrowser(chord, tab))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isKeptByBrowser('mod+N', { apple: true, inTab: false })).toBe(false)
})
