/** A text that can be looked for; `lower` is its lower-case form, made once. Folders end in `/`. */
export interface Candidate {
  readonly text: string
  readonly lower: string
}

/** A candidate of a path or a title. */
export function candidate(text: string): Candidate {
  return { text, lower: text.toLowerCase() }
}

/**
 * Candidates that fit a query, the best first: the name begins with it, holds it, the path holds it, or its letters come in
 * this order. Among equals the shorter path is first, then the earlier letter. An empty query takes what lies highest.
 */
export function rank(candidates: readonly Candidate[], query: string): Candidate[] {
  const wanted = query.toLowerCase()
  return candidates
    .flatMap((each) => {
      const score = wanted === '' ? each.lower.split('/').length : scoreOf(each.lower, wanted)
      return score === undefined ? [] : [{ each, score }]
    })
    .sort((one, other) => one.score - other.score || compare(one.each, other.each))
    .map(({ each }) => each)
}

function compare(one: Candidate, other: Candidate): number {
  return one.text.length - other.text.length || (one.text < other.text ? -1 : 1)
}

function scoreOf(path: string, wanted: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (path.startsWith(wanted)) return 2
  if (path.includes(wanted)) return 3
  if (hasInOrder(name, wanted)) return 4
  return hasInOrder(path, wanted) ? 5 : undefined
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at === -1) return false
  }
  return true
}
