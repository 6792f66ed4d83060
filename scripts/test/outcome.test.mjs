import { expect, it } from 'vitest'
import { excerptOf, failed, formatSummary, join, passed, refuseSilentSkips, skipped } from './outcome.mjs'

it('ends with the counts alone on the last line, after every skip with its reason and every failure', () => {
  const text = formatSummary(
    join([passed('a'), passed('b'), skipped('c', 'no bubblewrap'), failed('d', 'expected 1\ngot 2')]),
  )
  expect(text).toBe(
    '\nSkipped:\n  c\n    because no bubblewrap\n\nFailed:\n  d\n    expected 1\n    got 2\n\n2 passed, 1 failed, 1 skipped\n',
  )
})

it('says only the counts when all is well', () => {
  expect(formatSummary(passed('a'))).toBe('\n1 passed, 0 failed, 0 skipped\n')
})

it('takes a skip without a reason for a failure', () => {
  expect(refuseSilentSkips(join([skipped('a', ' '), skipped('b', 'why')]))).toEqual({
    passed: 0,
    failed: [{ name: 'a', excerpt: expect.stringContaining('without a reason') }],
    skipped: [{ name: 'b', reason: 'why' }],
  })
})

it('keeps an excerpt short and free of colours', () => {
  expect(excerptOf('\u001b[31mred\u001b[0m\n2\n3', 2)).toBe('red\n2\n… 1 more lines')
})
