/** Where time comes from. Handed in, so that tests and the simulation decide what time it is. */
export interface Clock {
  /** Milliseconds since the Unix epoch (wall clock; may jump). */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. For durations and time limits. */
  monotonic(): number
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** The clock's wall time as the protocol writes instants: ISO 8601, UTC, milliseconds (SPEC section 1). */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}
