import { expect, test } from 'vitest'
import { completed, pendingCommand } from '../../testing/calls.ts'
import { foldParts } from './fold-parts.ts'

const outline = (...parts: Parameters<typeof foldParts>[0]) =>
  foldParts(parts).map((item) => (item.kind === 'run' ? `${item.label} × ${item.calls.length}` : item.kind))

test('like steps in a row fold into one line', () => {
  expect(
    outline(
      completed('read_file', { path: 'a' }),
      completed('read_file', { path: 'b' }),
      completed('read_file', { path: 'c' }),
      completed('replace_string_in_file', { path: 'a' }),
    ),
  ).toEqual(['step.run.read × 3', 'step'])
})

test('prose between two steps keeps them apart', () => {
  expect(
    outline(
      completed('read_file', { path: 'a' }),
      { kind: 'markdown', id: '1', content: 'Now the other one.' },
      completed('read_file', { path: 'b' }),
    ),
  ).toEqual(['step', 'prose', 'step'])
})

test('a step that failed is never folded away', () => {
  expect(
    outline(
      completed('read_file', { path: 'a' }),
      completed('read_file', { path: 'b' }, false),
      completed('read_file', { path: 'c' }),
    ),
  ).toEqual(['step', 'step', 'step'])
})

test('commands are never folded: each has an outcome of its own', () => {
  expect(outline(completed('run_command', { command: 'a' }), completed('run_command', { command: 'b' }))).toEqual([
    'step',
    'step',
  ])
})

test('the key of a line stays the same while its run grows', () => {
  const one = completed('read_file', { path: 'a' })
  const two = completed('read_file', { path: 'b' })
  expect(foldParts([one])[0]?.key).toBe(foldParts([one, two])[0]?.key)
})

test('empty text is no paragraph, and a call that waits is a step', () => {
  expect(
    outline({ kind: 'markdown', id: '1', content: ' \n' }, { kind: 'toolCall', toolCall: pendingCommand('ls') }),
  ).toEqual(['step'])
})
