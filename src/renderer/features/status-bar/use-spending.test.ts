import { expect, test } from 'vitest'
import { midnight } from './use-spending.ts'

test('the day begins at midnight where the page is', () => {
  const now = new Date(2026, 4, 6, 17, 30)
  expect(new Date(midnight(now)).getTime()).toBe(new Date(2026, 4, 6).getTime())
})
