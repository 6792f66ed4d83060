import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replaceText } from './replace-text.ts'

test('one exact occurrence is replaced and its line is named', () => {
  expect(replaceText('a\nb\nc\n', 'b\n', 'B\n', false)).toEqual({
    kind: 'replaced',
    text: 'a\nB\nc\n',
    count: 1,
    lines: [2],
  })
})

test('an ambiguous text is refused with the lines it occurs in', () => {
  expect(replaceText('x\ny\nx\n', 'x', 'z', false)).toEqual({
    kind: 'ambiguous',
    problem:
      'old_string occurs 2 times (lines 1, 3). Include more of what surrounds the one you mean, or set replace_all.',
  })
  expect(replaceText('x\ny\nx\n', 'x', 'z', true)).toEqual({
    kind: 'replaced',
    text: 'z\ny\nz\n',
    count: 2,
    lines: [1, 3],
  })
})

test('a text that differs only in blanks is named with its line, and nothing is replaced', () => {
  expect(replaceText('function f() {\n\treturn 1\n}\n', '    return 1', 'return 2', false)).toEqual({
    kind: 'not-found',
    problem: 'old_string was not found. Line 2 differs from it only in blanks: copy the text exactly as it stands.',
  })
})

test('in a file with CRLF a text with LF matches, and what is put in gets CRLF', () => {
  const before = '\uFEFFone\r\ntwo\r\nthree'
  expect(replaceText(before, 'one\ntwo\n', '1\n2\n2b\n', false)).toMatchObject({
    text: '\uFEFF1\r\n2\r\n2b\r\nthree',
    lines: [1],
  })
})

test('in a file with mixed line ends only the replaced piece changes', () => {
  expect(replaceText('a\nb\r\nc\nd', 'b\nc', 'B\nC', false)).toMatchObject({ text: 'a\nB\r\nC\nd' })
})

test('a text with a carriage return is taken byte for byte', () => {
  expect(replaceText('a\r\nb\r\n', 'a\r\n', 'a\n', false)).toMatchObject({ text: 'a\nb\r\n' })
})

test('replacing one piece by another and back gives the text again', () => {
  const line = fc.constantFrom('a', 'b', 'ab', '', '  a', '世界', '💡')
  const file = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 20 })
  fc.assert(
    fc.property(file, fc.nat(), fc.nat(), (lines, start, length) => {
      const text = lines.map(([one, end]) => one + end).join('')
      const plain = text.replaceAll('\r\n', '\n')
      const from = start % (plain.length + 1)
      const old = plain.slice(from, from + 1 + (length % 8))
      if (old === '') return
      const there = replaceText(text, old, '<unique>', false)
      if (there.kind !== 'replaced') {
        expect(plain.indexOf(old)).toBeLessThan(plain.lastIndexOf(old))
        return
      }
      const back = replaceText(there.text, '<unique>', old, false)
      expect(back).toMatchObject({ kind: 'replaced' })
      if (back.kind === 'replaced') expect(back.text.replaceAll('\r\n', '\n')).toBe(plain)
    }),
  )
})
