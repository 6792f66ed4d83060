import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'
import type { MarkdownLabels } from './markdown-labels.ts'
import { PlainOnError } from './plain-on-error.tsx'

const labels: MarkdownLabels = {
  copy: 'Copy',
  copied: 'Copied',
  wrap: 'Wrap',
  noWrap: 'Do not wrap',
  code: 'Code',
  showAll: (lines) => `All ${lines} lines`,
  showLess: 'Less',
  done: 'Done',
  notDone: 'Not done',
  footnotes: 'Footnotes',
  backToText: 'Back',
  link: {
    title: 'Link',
    open: 'Open',
    copy: 'Copy address',
    copied: 'Copied',
    spelled: (host) => `Really ${host}`,
    differs: 'Another place',
    hidden: 'Hidden characters',
    insecure: 'Not encrypted',
  },
}
const show = (text: string) => render(<Markdown text={text} labels={labels} />).container

test('raw HTML is shown as text and never becomes an element', () => {
  const page = show('hello <img src=x onerror=alert(1)> <script>alert(1)</script>')
  expect(page.querySelector('img, script')).toBe(null)
})

test('only web and mail addresses become links; an image is a link', () => {
  const page = show(
    '[a](https://a.example) [b](javascript:alert(1)) [c](file:///etc/passwd) ![d](https://d.example/x.png)',
  )
  expect([...page.querySelectorAll('button')].map((link) => link.textContent)).toEqual(['a', 'd'])
  expect(page.querySelector('img, a')).toBe(null)
})

test('guard a link shows where it leads, and opens only from there, elsewhere', () => {
  const page = show('[bank.example](https://xn--bnk-6na.example/login)')
  expect(document.querySelector('a')).toBe(null)
  fireEvent.click(page.querySelector('button')!)
  const card = screen.getByRole('dialog', { name: 'Link' })
  expect(card.textContent).toContain('https://xn--bnk-6na.example/login')
  expect(card.textContent).toContain('Really xn--bnk-6na.example')
  expect(card.textContent).toContain('Another place')
  const open = screen.getByRole('link', { name: 'Open' })
  expect([open.getAttribute('href'), open.getAttribute('rel'), open.getAttribute('target')]).toEqual([
    'https://xn--bnk-6na.example/login',
    'noreferrer noopener',
    '_blank',
  ])
})

test('guard what cannot be seen in code is shown by its code', () => {
  const page = show('a `x\u202ey` b\n\n```js\nif (admin\u2066) {}\n```')
  expect([...page.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['U+202E', 'U+2066'])
})

test('long code is folded, and opened on demand', () => {
  const code = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')
  const page = show(`\`\`\`\n${code}\n\`\`\``)
  expect(page.querySelector('pre')?.textContent).not.toContain('line 59')
  fireEvent.click(screen.getByRole('button', { name: 'All 60 lines' }))
  expect(page.querySelector('pre')?.textContent).toBe(code)
})

test('tasks, tables and footnotes are drawn, with names for those who do not see them', () => {
  const page = show('- [x] a\n- [ ] b\n\n| c | d |\n|---|---|\n| 1 | 2 |\n\nnote[^1]\n\n[^1]: the note')
  expect(screen.getAllByRole('img').map((each) => each.getAttribute('aria-label'))).toEqual(['Done', 'Not done'])
  expect(page.querySelector('table')?.textContent).toBe('cd12')
  expect(page.querySelector('.footnotes')?.textContent).toContain('the note')
  expect(page.querySelector('input')).toBe(null)
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
