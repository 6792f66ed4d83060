import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'
import { loadLanguage } from './languages.ts'
import { tokenize } from './tokenize.ts'

test('code is cut into stretches by what they are, and nothing of it is lost', async () => {
  const code = "const a = 'x' // why\nreturn a"
  const lines = await tokenize(code, 'typescript')
  expect(lines.map((line) => line.map(([text]) => text).join('')).join('\n')).toBe(code)
  const kinds = new Map(lines.flat().map(([text, kind]) => [text.trim(), kind]))
  expect([kinds.get('const'), kinds.get('return'), kinds.get('// why')]).toEqual(['keyword', 'keyword', 'comment'])
})

test('a fence names its language in many ways, and what is not known stays plain', () => {
  expect(['TS', 'py', 'c++', 'sh', undefined, 'klingon', 'constructor'].map(languageOf)).toEqual([
    'typescript',
    'python',
    'cpp',
    'bash',
    undefined,
    undefined,
    undefined,
  ])
})

test('every language that is named can be loaded', async () => {
  for (const name of ['bash', 'docker', 'make', 'proto', 'terraform', 'rust', 'ini'])
    expect((await loadLanguage(name)).length, name).toBeGreaterThan(0)
})
