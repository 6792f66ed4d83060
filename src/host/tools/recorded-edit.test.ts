import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunksBetween } from './recorded-edit.ts'

const line = fc.constantFrom('a', 'b', 'c', '')
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''))

/** Outside of the hunks both texts have the same lines, in the same order. */
function untouched(whole: string, hunks: readonly { start: number; lines: number }[]): string[] {
  const lines = whole.split(/(?<=\n)/).filter((one) => one !== '')
  return lines.filter(
    (_, index) => !hunks.some((hunk) => index + 1 >= hunk.start && index + 1 < hunk.start + hunk.lines),
  )
}

test.each([
  ['compared', 1000],
  ['given up', -1],
])('what lies outside of the hunks is the same before and after, %s', (_, limitMs) => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hunks = hunksBetween(before, after, limitMs)
      const old = hunks.map((hunk) => ({ start: hunk.oldStart, lines: hunk.oldLines }))
      const now = hunks.map((hunk) => ({ start: hunk.newStart, lines: hunk.newLines }))
      expect(untouched(before, old)).toEqual(untouched(after, now))
    }),
  )
})

test('line numbers are those of a unified diff', () => {
  expect(hunksBetween('a\nb\nc\n', 'a\nX\nY\nc\nd\n')).toEqual([
    { oldStart: 2, oldLines: 1, newStart: 2, newLines: 2 },
    { oldStart: 3, oldLines: 0, newStart: 5, newLines: 1 },
  ])
  expect(hunksBetween('a\nb\n', 'a\n')).toEqual([{ oldStart: 2, oldLines: 1, newStart: 1, newLines: 0 }])
  expect(hunksBetween('a\nb\nc\n', 'a\nX\nY\nc\nd\n', -1)).toEqual([
    { oldStart: 2, oldLines: 2, newStart: 2, newLines: 4 },
  ])
})
