import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Attachments } from './attachments.tsx'

test('pictures are shown small and whole on demand; anything else is its name only', () => {
  const page = render(
    <Attachments
      items={[
        { type: 'embeddedResource', label: 'shot.png', contentType: 'image/png', data: 'AAAA' },
        { type: 'embeddedResource', label: 'drawing.svg', contentType: 'image/svg+xml', data: 'AAAA' },
        { type: 'resource', label: 'date\u202e.ts', uri: 'file:///a/date.ts' },
      ]}
    />,
  ).container
  expect([...page.querySelectorAll('img')].map((image) => image.src)).toEqual(['data:image/png;base64,AAAA'])
  expect([...page.querySelectorAll('.attachment')].map((chip) => chip.textContent)).toEqual([
    'drawing.svg',
    'date[U+202E].ts',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Look at shot.png' }))
  expect(screen.getByRole('dialog', { name: 'shot.png' })).not.toBe(null)
})

test('a picture that cannot be drawn is its name only', () => {
  const page = render(
    <Attachments items={[{ type: 'embeddedResource', label: 'shot.png', contentType: 'image/png', data: 'AAAA' }]} />,
  ).container
  fireEvent.error(page.querySelector('img')!)
  expect(page.querySelector('img')).toBe(null)
  expect(page.querySelector('.attachment')?.textContent).toBe('shot.png')
})
