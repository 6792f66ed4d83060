import { expect, test } from 'vitest'
import type { PromptPartText } from '../../../protocol/model-facts.ts'
import { compareParts } from './compare-parts.ts'
import { compareRows, leaveOut, loadDiff, type DiffLine } from './compare-rows.ts'

const part = (name: PromptPartText['name'], text: string): PromptPartText => ({
  name,
  text,
  bytes: text.length,
  hash: text,
})

test('equal parts are told in one line, changed ones line by line', async () => {
  const changes = compareParts(
    [part('system', 's'), part('tools', 't'), part('todo', 'one\ntwo\nthree')],
    [part('system', 's'), part('tools', 't'), part('todo', 'one\n2\nthree'), part('reminder', 'go')],
  )
  expect(compareRows(changes, await loadDiff())).toMatchObject([
    { kind: 'equal', parts: [{ name: 'system' }, { name: 'tools' }] },
    { kind: 'head', change: 'changed', part: { name: 'todo' } },
    {
      kind: 'lines',
      lines: [
        { kind: 'same', text: 'one' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: '2' },
        { kind: 'same', text: 'three' },
      ],
    },
    { kind: 'head', change: 'added' },
    { kind: 'lines', lines: [{ kind: 'added', text: 'go' }] },
  ])
})

test('what is alike and far from a change is left out, with how much it is', () => {
  const lines: DiffLine[] = Array.from({ length: 20 }, (_, index) => ({
    kind: index === 10 ? 'added' : 'same',
    text: String(index),
  }))
  expect(leaveOut(lines).map(({ kind, text, count }) => (kind === 'skipped' ? `(${count})` : text))).toEqual([
    '(7)',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '(6)',
  ])
})
