import { expect, test } from 'vitest'
import type { PromptPartText } from '../../../protocol/model-facts.ts'
import { promptRows, stretches } from './prompt-rows.ts'

const part = (text: string): PromptPartText => ({ name: 'history', text, bytes: text.length, hash: text })
const none = new Set<string>()

test('parts are closed until they are opened', () => {
  const rows = promptRows([part('a'), part('b')], new Set(['1']), '')
  expect(rows.map((row) => (row.kind === 'head' ? row.part.text : `text ${row.text}`))).toEqual(['a', 'b', 'text b'])
})

test('a search leaves the parts that have it, opened, with how often', () => {
  const rows = promptRows([part('one Two two'), part('three')], none, 'TWO')
  expect(rows).toMatchObject([
    { kind: 'head', matches: 2, isOpen: true },
    { kind: 'text', text: 'one Two two' },
  ])
})

test('a long text is cut into pieces, and nothing of it is lost', () => {
  const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n')
  expect(stretches(text).length).toBeGreaterThan(5)
  expect(stretches(text).join('\n')).toBe(text)
  const endless = 'x'.repeat(50_000)
  expect(stretches(endless).join('')).toBe(endless)
  expect(stretches('')).toEqual([''])
})
