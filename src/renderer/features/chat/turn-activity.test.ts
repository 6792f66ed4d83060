import { expect, test } from 'vitest'
import { countedDown } from './turn-activity.tsx'

test('the seconds of a wait run down, and stop at none', () => {
  const text = 'OpenAI is overloaded: asking again in 12 s (2 of 5)'
  expect(countedDown(text, 4)).toBe('OpenAI is overloaded: asking again in 8 s (2 of 5)')
  expect(countedDown(text, 60)).toBe('OpenAI is overloaded: asking again now (2 of 5)')
  expect(countedDown('Working', 3)).toBe('Working')
})
