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

test('what was said into the running turn, and that the task is complete, stand out', () => {
  const message = { text: 'Only the tests', origin: { kind: 'user' as const } }
  const items = foldParts([
    {
      kind: 'systemNotification',
      content: 'The person said: Only the tests',
      _meta: { 'x-roadstead': { kind: 'steering', id: 's', message } },
    },
    { kind: 'systemNotification', content: 'A notice' },
    completed('task_complete', { summary: 'All **done**' }, true, 'c'),
    completed('task_complete', { summary: 'Not yet' }, false, 'd'),
  ])
  expect(items.map(({ kind }) => kind)).toEqual(['steering', 'notice', 'complete', 'step'])
  expect(items[0]).toMatchObject({ message })
  expect(items[2]).toMatchObject({ summary: 'All **done**' })
})

test('what did not change is the same item when the turn grows', () => {
  const parts = [completed('read_file', { path: 'a' }), completed('read_file', { path: 'b' })]
  const more = [...parts, { kind: 'markdown' as const, id: 'x', content: 'and' }]
  expect(foldParts(more)[0]).toBe(foldParts(parts)[0])
})
