import { expect, test } from 'vitest'
import { hasHidden, visibleParts } from './visible-text.ts'

const shown = (text: string) =>
  visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('')

test('characters that cannot be seen are shown by their code', () => {
  expect(shown('rm \u202E/tmp')).toBe('rm [U+202E]/tmp')
  expect(shown('a\u200Bb\uFEFFc\u00ADd')).toBe('a[U+200B]b[U+FEFF]c[U+00AD]d')
  expect(shown('a\rb\u0000c\u001B[31m')).toBe('a[U+000D]b[U+0000]c[U+001B][31m')
  expect(shown('x\u{E0041}y')).toBe('x[U+E0041]y')
  expect(shown('a\u00A0b\u3000c\u2028d\u3164e')).toBe('a[U+00A0]b[U+3000]c[U+2028]d[U+3164]e')
  expect(shown('\uD800')).toBe('[U+D800]')
})

test('plain text, line feeds, tabs and letters of any script stay as they are', () => {
  const text = 'git log --oneline\n\t中文 é ю 🙂'
  expect(visibleParts(text)).toEqual([{ kind: 'text', text }])
  expect(hasHidden(text)).toBe(false)
})

test('hidden characters are noticed every time they are looked for', () => {
  expect([hasHidden('a\u200B'), hasHidden('a\u200B'), hasHidden('a')]).toEqual([true, true, false])
})
