import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { SettingsView } from './settings-view.tsx'

test('what is searched for is not repeated, for a key may have been pasted there', () => {
  render(createFakeHost().around(<SettingsView />))
  const pasted = 'sk-canary-0123456789abcdef'
  const search = screen.getByLabelText('Search settings')
  expect(document.activeElement).toBe(search)
  fireEvent.change(search, { target: { value: pasted } })
  expect(screen.getByText('No setting matches.')).not.toBe(null)
  expect(document.body.textContent).not.toContain(pasted)
})

test('the search does not take the focus from what the person was led to', () => {
  render(createFakeHost().around(<SettingsView section="models" isLed models={<input aria-label="Key" autoFocus />} />))
  expect(document.activeElement).toBe(screen.getByLabelText('Key'))
})
