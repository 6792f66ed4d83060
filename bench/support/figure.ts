/** Prints a figure as the one JSON line that `npm run bench` reads. `more`: what helps to understand it. */
export function tellFigure(name: string, value: number, unit: string, more: Record<string, unknown> = {}): void {
  console.log(JSON.stringify({ name, value, unit, ...more }))
}

/** Says that a figure could not be taken, and why; it is counted as skipped. */
export function tellSkipped(name: string, reason: string): void {
  console.log(JSON.stringify({ name, skipped: reason }))
}

/** @returns the middle value; of an even number of values, the lower of the two */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** @returns the value that `share` (0 to 1) of the values do not exceed */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
