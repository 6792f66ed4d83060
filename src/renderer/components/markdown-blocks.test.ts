import { expect, test } from 'vitest'
import { isPlain, splitBlocks } from './markdown-blocks.ts'

test('text is cut at blank lines, but not inside of code', () => {
  expect(splitBlocks('one\n\ntwo\n\n```js\na\n\nb\n```\n\nthree')).toEqual([
    'one\n',
    'two\n',
    '```js\na\n\nb\n```\n',
    'three',
  ])
})

test('a list with blank lines stays one list', () => {
  expect(splitBlocks('1. a\n\n2. b\n\n   more\n\nend')).toEqual(['1. a\n\n2. b\n\n   more\n', 'end'])
})

test('what was finished stays the same while text is added', () => {
  const before = splitBlocks('one\n\ntwo\n\nthr')
  expect(splitBlocks('one\n\ntwo\n\nthree and more').slice(0, 2)).toEqual(before.slice(0, 2))
})

test('what names something for the whole text keeps it in one piece', () => {
  expect(splitBlocks('a[^1]\n\nb\n\n[^1]: note')).toHaveLength(1)
  expect(splitBlocks('see [a][x]\n\nb\n\n[x]: https://a.example')).toHaveLength(1)
})

test('only a bare paragraph counts as plain', () => {
  expect(['It is done.', 'two\nlines, of "words" (and more): 3 + 4 = 7!\n'].map(isPlain)).toEqual([true, true])
  const marked = [
    '*a*',
    '- a',
    '1. a',
    '# a',
    'a\n===',
    'a\n---',
    '> a',
    '    code',
    'a  \nb',
    'see http://a.b',
    'a@b.c',
  ]
  expect(marked.filter(isPlain)).toEqual([])
  expect(['`a`', '[a](b)', '<b>', '&amp;', '| a |', '~~a~~', '\\*', 'a\n\nb'].filter(isPlain)).toEqual([])
})
