import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hunksBetween, linesOf, type Hunk } from './hunks.ts'

test('hunks are numbered as in a unified diff without context', () => {
  expect(hunksBetween('a\nb\nc\n', 'a\nB\nc\n')).toEqual([{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1 }])
  expect(hunksBetween('a\nc\n', 'a\nb\nc\n')).toEqual([{ oldStart: 1, oldLines: 0, newStart: 2, newLines: 1 }])
  expect(hunksBetween('a\nb\nc\n', 'a\nc\n')).toEqual([{ oldStart: 2, oldLines: 1, newStart: 1, newLines: 0 }])
  expect(hunksBetween('', 'a\nb')).toEqual([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2 }])
  expect(hunksBetween('a\nb', '')).toEqual([{ oldStart: 1, oldLines: 2, newStart: 0, newLines: 0 }])
  expect(hunksBetween('a', 'a\n')).toEqual([{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }])
  expect(hunksBetween('same\n', 'same\n')).toEqual([])
})

test('hunks turn the old text into the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patch(before, after, hunksBetween(before, after))).toBe(after)
    }),
  )
})

function patch(before: string, after: string, hunks: readonly Hunk[]): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  const out: string[] = []
  let at = 0
  for (const { oldStart, oldLines, newStart, newLines } of hunks) {
    const from = oldLines === 0 ? oldStart : oldStart - 1
    out.push(...old.slice(at, from), ...(newLines === 0 ? [] : now.slice(newStart - 1, newStart - 1 + newLines)))
    at = from + oldLines
  }
  return [...out, ...old.slice(at)].join('')
}
