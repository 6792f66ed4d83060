import { structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { parsePatch } from './patch-format.ts'
import { patchText } from './patch-text.ts'

function patched(text: string, body: string): string {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${body}\n*** End Patch`)
  if (!parsed.ok) return parsed.problem
  const [section] = parsed.sections
  if (section?.kind !== 'update') return 'no update'
  const result = patchText(text, section.chunks)
  return result.ok ? result.text : result.problem
}

test('a patch is read into its sections', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.ts',
    '+one',
    '+',
    '*** Update File: a.ts',
    '*** Move to: b.ts',
    '@@ class A',
    '@@ method()',
    ' keep',
    '-old',
    '+new',
    '*** End of File',
    '*** Delete File: gone.ts',
    '*** End Patch',
    '',
  ]
  expect(parsePatch(patch.join('\n'))).toEqual({
    ok: true,
    sections: [
      { kind: 'add', path: 'new.ts', lines: ['one', ''] },
      {
        kind: 'update',
        path: 'a.ts',
        moveTo: 'b.ts',
        chunks: [
          {
            anchors: ['class A', 'method()'],
            lines: [
              { kind: 'keep', text: 'keep' },
              { kind: 'remove', text: 'old' },
              { kind: 'add', text: 'new' },
            ],
            atEnd: true,
          },
        ],
      },
      { kind: 'delete', path: 'gone.ts' },
    ],
  })
})

test.each([
  ['', 'Line 1: expected "*** Begin Patch".'],
  ['*** Begin Patch\n*** Add File: a\n+x', 'The last line must be "*** End Patch".'],
  ['*** Begin Patch\n*** End Patch', 'The patch changes no file.'],
  ['*** Begin Patch\n*** Add File: a\nx\n*** End Patch', 'Line 3: each line of a new file begins with "+".'],
  ['*** Begin Patch\n*** Delete File: a\nx\n*** End Patch', 'Line 3: a deleted file has no lines.'],
  ['*** Begin Patch\n*** Update File: a\n*** End Patch', 'Line 2: the update of a has no lines.'],
  [
    '*** Begin Patch\n*** Update File: a\nx\n*** End Patch',
    'Line 3: expected a line that begins with " ", "-", "+" or "@@", not "x".',
  ],
])('the malformed patch %j is refused with the reason', (patch, problem) => {
  expect(parsePatch(patch)).toEqual({ ok: false, problem })
})

test('an anchor says which of several equal places is meant', () => {
  const text = 'def a():\n    return 1\ndef b():\n    return 1\n'
  expect(patched(text, '@@ def b():\n-    return 1\n+    return 2')).toBe(
    'def a():\n    return 1\ndef b():\n    return 2\n',
  )
})

test('chunks are found in order, each after the one before', () => {
  expect(patched('x\ny\nx\ny\n', '@@\n-x\n+1\n y\n@@\n-x\n+2')).toBe('1\ny\n2\ny\n')
  expect(patched('a\nb\n', '@@\n-b\n+B\n@@\n-a\n+A')).toBe('Chunk 2 of 2: these lines were not found after line 2:\na')
})

test('blanks at line ends may differ and the file keeps its own', () => {
  expect(patched('a  \nb\n', ' a\n-b\n+c')).toBe('a  \nc\n')
  expect(patched(' a\nb\n', ' a\n-b\n+c')).toBe('Chunk 1 of 1: these lines were not found:\na\nb')
})

test('line ends and a missing last line end are kept', () => {
  expect(patched('a\r\nb', ' a\n-b\n+c\n+d')).toBe('a\r\nc\r\nd')
  expect(patched('a\nb', ' b\n+c')).toBe('a\nb\nc')
})

test('lines without any to find go after the anchor, or to the end of the file', () => {
  expect(patched('a\nb\n', '@@ a\n+x')).toBe('a\nx\nb\n')
  expect(patched('a\nb\n', '+x')).toBe('a\nb\nx\n')
  expect(patched('', '+x')).toBe('x\n')
})

test('the end of the file is where a chunk with that mark must lie', () => {
  expect(patched('a\nb\na\n', '-a\n+z\n*** End of File')).toBe('a\nb\nz\n')
})

test('whatever two texts differ in, the patch that says so leads from one to the other', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd e', '\tf', '')
  const text = fc.array(line, { maxLength: 25 }).map((lines) => lines.map((one) => `${one}\n`).join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      // All lines as context, so that there is one place only where the chunk fits.
      const hunks = structuredPatch('', '', before, after, '', '', { context: 1000 })?.hunks ?? []
      if (hunks.length === 0) return
      expect(patched(before, hunks.flatMap((hunk) => hunk.lines).join('\n'))).toBe(after)
    }),
    { numRuns: propertyRuns(300) },
  )
})
