import { expect, test } from 'vitest'
import { movePin, withPin } from './pins.ts'
import { anchorAt, chooseAll, extendTo, keepIn, nothingChosen, toggle, type Selection } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const names = ({ chosen, anchor }: Selection) => `${[...chosen].join('')} from ${anchor ?? 'nowhere'}`

test('one is added and taken away', () => {
  const two = toggle(toggle(nothingChosen, 'b'), 'd')
  expect([names(two), names(toggle(two, 'b'))]).toEqual(['bd from d', 'd from b'])
})

test('a range goes from where it began, in either direction, and can be made shorter', () => {
  const began = anchorAt('c')
  const down = extendTo(began, order, 'e')
  expect([names(down), names(extendTo(down, order, 'd')), names(extendTo(down, order, 'a'))]).toEqual([
    'cde from c',
    'cd from c',
    'abc from c',
  ])
})

test('a range from nowhere is the one', () => {
  expect(names(extendTo(nothingChosen, order, 'b'))).toBe('b from b')
  expect(names(extendTo(anchorAt('gone'), order, 'b'))).toBe('b from b')
  expect(extendTo(anchorAt('a'), order, 'gone')).toBe(nothingChosen)
})

test('what leaves the list is chosen no more', () => {
  const all = chooseAll(order)
  expect(names(keepIn(all, ['b', 'd', 'x']))).toBe('bd from a')
  expect(keepIn(all, order)).toBe(all)
})

test('a pin goes before another or last, and never twice', () => {
  expect([withPin(['a', 'b'], 'c'), withPin(['a', 'b', 'c'], 'c', 'a'), withPin(['a', 'b'], 'a')]).toEqual([
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['b', 'a'],
  ])
  expect([withPin(['a'], 'b', 'gone'), withPin(['a', 'b'], 'b', 'b')]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('a pin moves past its neighbour on the screen, not past one that is hidden', () => {
  expect(movePin(['a', 'hidden', 'b'], ['a', 'b'], 'b', -1)).toEqual(['b', 'hidden', 'a'])
  expect(movePin(['a', 'b'], ['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
})
