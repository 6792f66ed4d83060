import { expect, test } from 'vitest'
import { pendingCommand } from '../../testing/calls.ts'
import type { Pending } from './pending.ts'
import { holdStill } from './use-held.ts'

const waiting = (command: string): Pending => ({
  kind: 'confirmation',
  id: command,
  turnId: 't',
  call: pendingCommand(command),
})
const first = waiting('ls')
const second = waiting('rm -r build')

test('a card never changes under the pointer, even when it was answered elsewhere', () => {
  expect(holdStill(first, second, true, undefined)).toBe(first)
  expect(holdStill(first, undefined, true, undefined)).toBe(first)
})

test('without the pointer the next one takes its place', () => {
  expect(holdStill(first, second, false, undefined)).toBe(second)
  expect(holdStill(first, undefined, false, undefined)).toBe(undefined)
})

test("the person's own answer lets a card go at once", () => {
  expect(holdStill(first, second, true, first.id)).toBe(second)
})

test('a newer version of the same call does not swap the text that is being read', () => {
  expect(holdStill(first, waiting('ls'), false, undefined)).toBe(first)
})
