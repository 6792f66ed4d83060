import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pendingCommand } from '../../testing/calls.ts'
import type { Pending } from './pending.ts'
import { holdStill, restMs, useHeld } from './use-held.ts'

afterEach(() => void vi.useRealTimers())

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

test('a pointer that only rests there does not hide for long what waits next', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ waiting: now }) => useHeld(now, true, undefined), {
    initialProps: { waiting: [first] },
  })
  rerender({ waiting: [second] })
  expect(result.current).toEqual({ pending: first, isLive: false })
  act(() => {
    vi.advanceTimersByTime(restMs)
  })
  expect(result.current).toEqual({ pending: second, isLive: true })
})
