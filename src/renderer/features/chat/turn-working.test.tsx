import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TurnActivity } from './turn-activity.tsx'

test('what a turn does is one place that stays, shown or not, so that it is not spoken anew with each step', () => {
  const { rerender } = render(<TurnActivity activity={undefined} isWaiting={false} isShown />)
  const status = screen.getByRole('status')
  const seen = [[status.textContent, status.className]]
  rerender(<TurnActivity activity={undefined} isWaiting={false} isShown={false} />)
  seen.push([status.textContent, status.className])
  expect(screen.getByRole('status')).toBe(status)
  expect(seen).toEqual([
    ['Working…', 'turn__working'],
    ['Working…', 'visually-hidden'],
  ])
})
