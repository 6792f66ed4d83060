import { expect, test } from 'vitest'
import { readPaste } from './paste.ts'

test('one line is pasted as it is', () => {
  expect(readPaste('ls -la')).toEqual({ kind: 'line', text: 'ls -la' })
})

test('several lines, or one that would run at once, are asked about', () => {
  expect(readPaste('a\r\nb')).toEqual({ kind: 'lines', text: 'a\nb', lines: 2 })
  expect(readPaste('rm -rf x\n')).toEqual({ kind: 'lines', text: 'rm -rf x\n', lines: 1 })
})

test('control characters cannot come in with a paste, so bracketed paste cannot be ended from inside', () => {
  expect(readPaste('a\u001b[201~b\u0003\u0085')).toEqual({ kind: 'line', text: 'a[201~b' })
  expect(readPaste('\u001b')).toEqual({ kind: 'nothing' })
})
