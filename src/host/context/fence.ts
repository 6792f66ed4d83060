/** The text between fences that nothing in it can close. */
export function fence(text: string): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`
}
