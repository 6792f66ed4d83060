import { expect, test } from 'vitest'
import { boundText, plainText } from './terminal-text.ts'

test('escape sequences go, and overwritten lines are as they ended up', () => {
  const raw =
    '\u001b]0;title\u0007\u001b[1;32mok\u001b[0m\r\n10%\r50%\r100%\r\nlink \u001b]8;;http://x\u001b\\here\u001b]8;;\u001b\\\u0008!\n\u001b(B\u001b=end'
  expect(plainText(raw)).toBe('ok\n100%\nlink here!\nend')
})

test('200 lines are left as they are, and of more the head and the tail stay', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
  expect(boundText(lines(200).join('\n'))).toEqual({ text: lines(200).join('\n'), cut: false })
  const bounded = boundText(`${lines(201).join('\n')}\n`)
  expect(bounded.cut).toBe(true)
  expect(bounded.text.split('\n')).toHaveLength(199)
  expect(bounded.text.split('\n').slice(98, 101)).toEqual(['99', '… 3 of 201 lines left out …', '103'])
})

test('few but very long lines are bounded too', () => {
  const bounded = boundText(Array.from({ length: 150 }, () => 'x'.repeat(1_000_000)).join('\n'))
  expect(bounded.cut).toBe(true)
  expect(bounded.text.length).toBeLessThan(70_000)
})
