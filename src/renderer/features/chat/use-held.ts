import { useState } from 'react'
import type { Pending } from './pending.ts'

/** What is shown; `isLive` is false once it has been answered elsewhere and stays only because the pointer is on it. */
export interface Held {
  readonly pending: Pending
  readonly isLive: boolean
}

/**
 * The oldest thing that waits, held still: while the pointer is on it neither its text nor its place is taken by anything
 * else, even when it was answered elsewhere. Only the person's own answer (`answered`) lets it go at once.
 */
export function useHeld(
  waiting: readonly Pending[],
  isHovered: boolean,
  answered: string | undefined,
): Held | undefined {
  const next = waiting.find(({ id }) => id !== answered)
  const [shown, setShown] = useState<Pending | undefined>(next)
  const held = holdStill(shown, next, isHovered, answered)
  if (held !== shown) setShown(held)
  if (held === undefined) return undefined
  return { pending: held, isLive: waiting.some(({ id }) => id === held.id) }
}

/** Which of the two to show: what stands there, or what waits now. */
export function holdStill(
  shown: Pending | undefined,
  next: Pending | undefined,
  isHovered: boolean,
  answered: string | undefined,
): Pending | undefined {
  if (shown === undefined || shown.id === answered) return next
  if (isHovered) return shown
  return next?.id === shown.id ? shown : next
}
