import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

/** Two dialogs that are opened by keys, as from anywhere in the page; the second takes the place of the first. */
function Page() {
  const [open, setOpen] = useState<'first' | 'second' | undefined>(undefined)
  const common = { onOpenChange: () => setOpen(undefined), closeLabel: 'Close' }
  return (
    <main>
      <button type="button">Before</button>
      <button type="button" onKeyDown={({ key }) => key === '1' && setOpen('first')}>
        Here
      </button>
      <Dialog view="palette" open={open === 'first'} title="First" {...common}>
        <button type="button" onClick={() => setOpen('second')}>
          Second instead
        </button>
      </Dialog>
      <Dialog view="settings" open={open === 'second'} title="Second" {...common}>
        <input aria-label="Search" autoFocus />
      </Dialog>
    </main>
  )
}

function openFromHere(): HTMLElement {
  render(<Page />)
  const here = screen.getByRole('button', { name: 'Here' })
  here.focus()
  fireEvent.keyDown(here, { key: '1' })
  return here
}

test('a dialog that was opened by a key gives the focus back to what had it', async () => {
  const here = openFromHere()
  const dialog = screen.getByRole('dialog', { name: 'First' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(here))
})

test('one that took the place of another gives it back to where the other had it from', async () => {
  const here = openFromHere()
  const instead = screen.getByText('Second instead')
  instead.focus()
  fireEvent.click(instead)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search')))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(here))
})
