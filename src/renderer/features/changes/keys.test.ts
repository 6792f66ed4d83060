import { afterEach, expect, test } from 'vitest'
import { paneCommand } from './keys.ts'

afterEach(() => document.body.replaceChildren())

function press(
  key: string,
  target: Element | null,
  held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {},
) {
  return paneCommand({ key, ctrlKey: false, metaKey: false, altKey: false, target, ...held })
}

function put(html: string, selector: string): Element {
  document.body.innerHTML = html
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`there is no ${selector}`)
  return found
}

test('letters step through files and changes', () => {
  const row = put('<button>a.ts</button>', 'button')
  expect(['j', 'k', 'n', 'p', 'x', 'w', '/'].map((key) => press(key, row))).toEqual([
    'next-file',
    'previous-file',
    'next-change',
    'previous-change',
    'discard',
    'line-origin',
    'filter',
  ])
  expect(press('q', row)).toBe(undefined)
  expect(press('constructor', row)).toBe(undefined)
})

test('nothing happens while the person types', () => {
  for (const html of ['<input>', '<textarea></textarea>', '<select></select>', '<div contenteditable="true"></div>'])
    expect(press('x', put(html, '*:not(html,head,body)'))).toBe(undefined)
})

test('nothing happens while an input method composes, or when a key was used already', () => {
  const facts = { key: 'x', ctrlKey: false, metaKey: false, altKey: false, target: document.body }
  expect(paneCommand({ ...facts, isComposing: true })).toBe(undefined)
  expect(paneCommand({ ...facts, defaultPrevented: true })).toBe(undefined)
})

test('chords belong to the app and the browser', () => {
  expect(press('x', document.body, { ctrlKey: true })).toBe(undefined)
  expect(press('x', document.body, { metaKey: true })).toBe(undefined)
  expect(press('x', document.body, { altKey: true })).toBe(undefined)
})

test('the field behind a read-only diff takes no text, its find box does', () => {
  expect(press('j', put('<div class="monaco-editor"><textarea></textarea></div>', 'textarea'))).toBe('next-file')
  const find = '<div class="monaco-editor"><div class="find-widget"><textarea></textarea></div></div>'
  expect(press('j', put(find, 'textarea'))).toBe(undefined)
})
