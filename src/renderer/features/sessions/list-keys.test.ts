import { expect, test } from 'vitest'
import { listIntent, neighbour } from './list-keys.ts'

const press = (key: string, held: Partial<Parameters<typeof listIntent>[0]> = {}) =>
  listIntent({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    ...held,
  })

test('arrows move, with shift they choose', () => {
  expect(press('ArrowDown')).toEqual({ kind: 'move', to: 'next', extend: false })
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'move', to: 'previous', extend: true })
  expect([press('Home'), press('End')].map((intent) => intent?.kind)).toEqual(['move', 'move'])
})

test('letters go to the filter; the question mark and what is pressed with a modifier do not', () => {
  expect([press('f'), press('文')]).toEqual([{ kind: 'type' }, { kind: 'type' }])
  expect([press('?'), press('k', { ctrlKey: true }), press('n', { altKey: true }), press('Tab')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('nothing is meant while an input method composes', () => {
  expect(press('ArrowDown', { isComposing: true })).toBe(undefined)
})

test('what can be undone has the plain key, what cannot has shift', () => {
  expect([press('Delete')?.kind, press('Delete', { shiftKey: true })?.kind]).toEqual(['archive', 'delete'])
})

test('space chooses, ⌘A chooses all, ⌘⏎ opens beside, ⌥ with an arrow moves a pin', () => {
  expect([
    press(' ')?.kind,
    press('a', { metaKey: true })?.kind,
    press('Enter', { ctrlKey: true })?.kind,
    press('Enter')?.kind,
    press('ArrowUp', { altKey: true }),
  ]).toEqual(['toggle', 'choose-all', 'beside', undefined, { kind: 'move-pin', step: -1 }])
})

test('the ends of the list hold', () => {
  const order = ['a', 'b', 'c']
  expect([neighbour(order, 'c', 'next'), neighbour(order, 'a', 'previous'), neighbour(order, 'a', 'last')]).toEqual([
    'c',
    'a',
    'c',
  ])
  expect([neighbour(order, undefined, 'next'), neighbour([], 'a', 'next')]).toEqual(['a', undefined])
})
