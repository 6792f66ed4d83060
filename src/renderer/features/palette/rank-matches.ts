/**
 * The items whose text holds the letters of `query` in order, the best first: a start of a word counts more than letters
 * scattered over it. Without a query all, as they came.
 */
export function rankMatches<T>(items: readonly T[], query: string, textOf: (item: T) => string): readonly T[] {
  const letters = query.trim().toLowerCase()
  if (letters === '') return items
  return items
    .map((item, index) => ({ item, index, score: scoreOf(textOf(item).toLowerCase(), letters) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map((entry) => entry.item)
}

function scoreOf(text: string, letters: string): number {
  const at = text.indexOf(letters)
  if (at === 0) return 1000
  if (at > 0) return /[\s/·-]/.test(text[at - 1] ?? '') ? 800 : 500
  let from = 0
  let gaps = 0
  for (const letter of letters) {
    if (letter === ' ') continue
    const found = text.indexOf(letter, from)
    if (found === -1) return 0
    gaps += found - from
    from = found + 1
  }
  return Math.max(1, 200 - gaps)
}
