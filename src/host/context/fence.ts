/** The text between fences that nothing in it can close. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`
}
