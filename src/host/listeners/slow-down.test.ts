import { expect, it } from 'vitest'
import { createSlowDown } from './slow-down.ts'

it('makes a guessing peer wait, nobody else, and forgets after a minute', () => {
  let passed = 0
  const slowDown = createSlowDown({ now: () => 0, monotonic: () => passed })
  const delays = Array.from({ length: 200 }, () => slowDown.countWrong('10.0.0.1'))
  expect([delays[0], delays[19], delays[20], delays[199]]).toEqual([0, 0, 1, 50])
  expect(slowDown.countWrong('10.0.0.2')).toBe(0)
  passed = 60_001
  expect(slowDown.countWrong('10.0.0.1')).toBe(0)
})
