/** How often a property is tried: `quick` times, and twenty times as often in the long run (`npm run test:long`). */
export function propertyRuns(quick: number): number {
  return process.env['ROADSTEAD_LONG'] === '1' ? quick * 20 : quick
}
