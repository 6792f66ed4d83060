/** Arithmetic on instants, for reducers: no clock and no local time zone. */

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * The instant `durationMs` after an ISO 8601 instant, in UTC with milliseconds. One without an offset counts as UTC,
 * so that every peer comes to the same result. `undefined` if the text is no instant or the result is out of range.
 */
export function instantAfter(startedAt: string, durationMs: number): string | undefined {
  const parts = isoInstant.exec(startedAt)
  if (parts === null) return undefined
  const start = Date.parse(parts[1] === undefined ? `${startedAt}Z` : startedAt)
  const end = new Date(start + durationMs)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}
