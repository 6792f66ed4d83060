import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'
import { PlainOnError } from './plain-on-error.tsx'

const show = (text: string) => render(<Markdown text={text} copyLabel="Copy" copiedLabel="Copied" />).container

test('raw HTML is shown as text and never becomes an element', () => {
  const page = show('hello <img src=x onerror=alert(1)> <script>alert(1)</script>')
  expect(page.querySelector('img, script')).toBe(null)
})

test('only web and mail addresses become links, and open elsewhere', () => {
  const page = show(
    '[a](https://a.example) [b](javascript:alert(1)) [c](file:///etc/passwd) ![d](https://d.example/x.png)',
  )
  expect([...page.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.rel, link.target])).toEqual([
    ['https://a.example', 'noreferrer noopener', '_blank'],
    ['https://d.example/x.png', 'noreferrer noopener', '_blank'],
  ])
  expect(page.querySelector('img')).toBe(null)
})

test('what is nested without end, or endless, is shown as the text it is, and soon', () => {
  const startedMs = performance.now()
  const texts = [
    `${'> '.repeat(3000)}x`,
    Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
    Array.from({ length: 500 }, (_, count) => '`'.repeat(count)).join(' a '),
    'x'.repeat(1_000_000),
  ]
  for (const text of texts) expect(show(text).textContent).toBe(text)
  expect(performance.now() - startedMs).toBeLessThan(3000)
  expect(show(`${'> '.repeat(5)}x`).querySelectorAll('blockquote')).toHaveLength(5)
})

test('a block that cannot be drawn is shown as the text it is', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = render(
    <PlainOnError text="*as it is*">
      <Broken />
    </PlainOnError>,
  ).container
  quiet.mockRestore()
  expect(page.textContent).toBe('*as it is*')
})

function Broken(): never {
  throw new Error('cannot be drawn')
}
