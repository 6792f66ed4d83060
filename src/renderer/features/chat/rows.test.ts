import { expect, test } from 'vitest'
import type { ResponsePart, Turn } from '../../../protocol/channels/chat/turn.ts'
import { completed } from '../../testing/calls.ts'
import { estimateHeight, rowsOf, rowsOfChat } from './rows.ts'

const turn = (id: string, responseParts: ResponsePart[]): Turn => ({
  id,
  message: { text: 'do it', origin: { kind: 'user' } },
  responseParts,
  state: 'complete',
})
const commands = (count: number, name = 'c') =>
  Array.from({ length: count }, (_, index) => completed('run_command', { command: `${name} ${index}` }))

test('a turn is one row, a long one several: none of its items is lost or drawn twice', () => {
  const short = turn('a', commands(3))
  const long = turn('b', commands(100, 'd'))
  const rows = rowsOfChat([short, long], undefined)
  expect(rows.map(({ key, isFirst, isLast, items }) => [key, isFirst, isLast, items.length])).toEqual([
    ['a', true, true, 3],
    ['b', true, false, 40],
    ['b 1', false, false, 40],
    ['b 2', false, true, 20],
  ])
  expect(new Set(rows.flatMap(({ items }) => items.map(({ key }) => key))).size).toBe(103)
})

test('a turn that has not changed keeps its rows', () => {
  const one = turn('a', commands(1))
  expect(rowsOf(one, false)).toBe(rowsOf(one, false))
})

test('the turn that runs comes last', () => {
  const active = { id: 'z', startedAt: '', message: { text: '', origin: { kind: 'user' as const } }, responseParts: [] }
  expect(rowsOfChat([turn('a', [])], active).map(({ key, isActive }) => [key, isActive])).toEqual([
    ['a', false],
    ['z', true],
  ])
})

test('a longer row is estimated higher', () => {
  const [short] = rowsOf(turn('a', commands(1)), false)
  const [long] = rowsOf(turn('b', [{ kind: 'markdown', id: 'x', content: 'word '.repeat(500) }]), false)
  expect(estimateHeight(long!)).toBeGreaterThan(estimateHeight(short!) + 200)
})
