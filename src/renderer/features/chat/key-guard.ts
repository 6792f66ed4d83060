/** A card that has just appeared hears no keys for this long, so that a key meant for something else cannot answer it. */
export const appearedMs = 500
/** Nor this long after the person last typed elsewhere. */
export const typedMs = 2_000

/** When the card appeared and when something was last typed outside of it; milliseconds of one clock. */
export interface KeyTimes {
  readonly appearedAtMs: number
  readonly typedAtMs: number | undefined
}

/** Whether an approval may hear a key now (UX, Approval card). */
export function hearsKeys({ appearedAtMs, typedAtMs }: KeyTimes, nowMs: number): boolean {
  if (nowMs - appearedAtMs < appearedMs) return false
  return typedAtMs === undefined || nowMs - typedAtMs >= typedMs
}

/** How long until a card that is left alone hears keys. Whole milliseconds, as timers count them. */
export function msUntilHeard({ appearedAtMs, typedAtMs }: KeyTimes, nowMs: number): number {
  return Math.ceil(Math.max(0, appearedAtMs + appearedMs - nowMs, (typedAtMs ?? -Infinity) + typedMs - nowMs))
}

/** What a key press on the card means. `ignore`: it is swallowed and does nothing. `pass`: not ours. */
export type KeyMeaning = 'allow' | 'deny' | 'ignore' | 'pass'

interface KeyFacts {
  readonly key: string
  readonly isComposing: boolean
  readonly hasModifier: boolean
  /** Where the focus is: on the card itself, on one of its buttons (`approving` or not), or in one of its text fields. */
  readonly on: 'card' | 'allow-button' | 'other-button' | 'field'
}

/**
 * Enter allows, Escape denies, and neither does before the guard is over. Where a person is always needed, Enter allows
 * nothing, not even on the button itself; Space on the button is a choice nobody makes by accident.
 */
export function keyMeaning(key: KeyFacts, hears: boolean, needsPerson: boolean): KeyMeaning {
  if (key.isComposing || key.hasModifier) return 'pass'
  if (key.on === 'field') return 'pass'
  if (key.key === 'Escape') return hears ? 'deny' : 'ignore'
  if (key.key === ' ') return key.on === 'card' || !hears ? 'ignore' : 'pass'
  if (key.key !== 'Enter') return 'pass'
  if (!hears) return 'ignore'
  if (key.on === 'other-button') return 'pass'
  if (needsPerson) return 'ignore'
  return key.on === 'card' ? 'allow' : 'pass'
}
