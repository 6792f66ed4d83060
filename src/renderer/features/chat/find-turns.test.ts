import { expect, test } from 'vitest'
import type { ResponsePart, Turn } from '../../../protocol/channels/chat/turn.ts'
import { completed } from '../../testing/calls.ts'
import { findRows, rangesIn, rowOfTurn } from './find-turns.ts'
import { rowsOfChat } from './rows.ts'

const turn = (id: string, text: string, ...responseParts: ResponsePart[]): Turn => ({
  id,
  message: { text, origin: { kind: 'user' } },
  responseParts,
  state: 'complete',
})
const rows = rowsOfChat(
  [
    turn('a', 'Fix the Parser', { kind: 'markdown', id: 'm', content: 'It is *done*.' }),
    turn('b', 'And now?', completed('run_command', { command: 'npm test' })),
    turn('c', 'Thanks', completed('task_complete', { summary: 'All parsers fixed' })),
  ],
  undefined,
)

test('messages, answers, steps and summaries are looked through, whatever the case', () => {
  expect(findRows(rows, 'parser')).toEqual([0, 2])
  expect(findRows(rows, 'NPM')).toEqual([1])
  expect(findRows(rows, 'done')).toEqual([0])
  expect(findRows(rows, '  ')).toEqual([])
})

test('a turn is found by its id', () => {
  expect(rowOfTurn(rows, 'b')).toBe(1)
  expect(rowOfTurn(rows, 'z')).toBe(-1)
})

test('every place of a text on the page is marked', () => {
  const element = document.createElement('div')
  element.innerHTML = 'a <b>Fix</b> and a fix, fixed'
  expect(rangesIn(element, 'fix').map(String)).toEqual(['Fix', 'fix', 'fix'])
})

test('a letter that is longer in lower case moves no mark beyond its text', () => {
  const element = document.createElement('div')
  element.textContent = 'İİ fix'
  expect(rangesIn(element, 'fix').map(String)).toEqual(['fix'])
})
