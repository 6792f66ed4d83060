import { expect, test } from 'vitest'
import { followsAfter } from './follows-after.ts'

const atEnd = { top: 600, height: 1000, view: 400 }

test('moving up ends the following, coming back to the end begins it', () => {
  expect(followsAfter(true, atEnd, { ...atEnd, top: 300 })).toBe(false)
  expect(followsAfter(false, { ...atEnd, top: 300 }, { ...atEnd, top: 590 })).toBe(true)
})

test('what grows or opens below does not end it', () => {
  expect(followsAfter(true, atEnd, { ...atEnd, height: 1400 })).toBe(true)
  expect(followsAfter(true, atEnd, { ...atEnd, view: 150 })).toBe(true)
})

test('nor does what the browser moves because something was taken away', () => {
  expect(followsAfter(true, { top: 900, height: 1300, view: 400 }, { top: 200, height: 900, view: 400 })).toBe(true)
})

test('a person who reads further up is left alone while text is added', () => {
  expect(followsAfter(false, { ...atEnd, top: 300 }, { ...atEnd, top: 300, height: 1400 })).toBe(false)
})
