import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

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
