import { expect, test } from 'vitest'
import type { Turn } from '../../../protocol/channels/chat/turn.ts'
import { completed } from '../../testing/calls.ts'
import { originsOf } from './who-did-what.ts'

const turn = (id: string, ...updates: [text: string, status: string][][]): Turn => ({
  id,
  startedAt: `2026-01-0${id}T00:00:00.000Z`,
  message: { text: `prompt ${id}`, origin: { kind: 'user' } },
  responseParts: updates.map((todos, index) =>
    completed('update_todos', { todos: todos.map(([text, status]) => ({ text, status })) }, true, `${id}-${index}`),
  ),
  state: 'complete',
})

test('each item is told by the turn that gave it the status it has, not by the last that repeated it', () => {
  const turns = [
    turn('1', [
      ['read', 'in-progress'],
      ['write', 'pending'],
    ]),
    turn(
      '2',
      [
        ['read', 'done'],
        ['write', 'in-progress'],
      ],
      [
        ['read', 'done'],
        ['write', 'done'],
        ['test', 'pending'],
      ],
    ),
    turn('3', [
      ['read', 'done'],
      ['write', 'done'],
      ['test', 'pending'],
    ]),
  ]
  const origins = originsOf(turns, [
    { id: '1', text: 'read', status: 'done' },
    { id: '2', text: 'write', status: 'done' },
    { id: '3', text: 'test', status: 'pending' },
    { id: '4', text: 'unheard of', status: 'done' },
  ])
  expect([...origins].map(([text, { turnId, at }]) => [text, turnId, at])).toEqual([
    ['read', '2', '2026-01-02T00:00:00.000Z'],
    ['write', '2', '2026-01-02T00:00:00.000Z'],
    ['test', '2', '2026-01-02T00:00:00.000Z'],
  ])
})
