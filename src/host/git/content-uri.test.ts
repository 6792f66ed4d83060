import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gitContentUri, parseGitContentUri } from './content-uri.ts'

const oid = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

test('a content URI has the agreed form', () => {
  expect(gitContentUri('s1', oid, 'a b?.ts')).toBe(`x-roadstead-git:/s1/${oid}?name=a%20b%3F.ts`)
})

test('what is built is parsed back, whatever the names', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(text, text, (sessionId, name) => {
      expect(parseGitContentUri(gitContentUri(sessionId, oid, name))).toEqual({ sessionId, oid, name })
    }),
  )
})

test('anything else is not a content URI', () => {
  for (const uri of [
    '',
    'file:///etc/passwd',
    `x-roadstead-git:/s1/${oid}`,
    `x-roadstead-git:/s1/HEAD?name=a`,
    `x-roadstead-git:/s1/--help?name=a`,
    `x-roadstead-git:/s1/${oid}/x?name=a`,
    `x-roadstead-git:/%E0%A4%A/${oid}?name=a`,
  ]) {
    expect(parseGitContentUri(uri)).toBeUndefined()
  }
})
