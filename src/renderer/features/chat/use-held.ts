import { useEffect, useState } from 'react'
import type { Pending } from './pending.ts'

/** What is shown; `isLive` is false once it has been answered elsewhere and stays only because the pointer is on it. */
export interface Held {
  readonly pending: Pending
  readonly isLive: boolean
}

/** What was answered elsewhere stays under the pointer this long and no longer, or a resting pointer would hide what waits. Milliseconds. */
export const restMs = 3_000

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
  const [rested, setRested] = useState<string | undefined>(undefined)
  const held = holdStill(shown, next, isHovered && shown?.id !== rested, answered)
  if (held !== shown) setShown(held)
  const isLive = held !== undefined && waiting.some(({ id }) => id === held.id)
  const heldId = held?.id
  useEffect(() => {
    if (isLive || heldId === undefined) return
    const timer = setTimeout(() => setRested(heldId), restMs)
    return () => clearTimeout(timer)
  }, [isLive, heldId])
  return held === undefined ? undefined : { pending: held, isLive }
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
