import { marks } from '../platform/secrets/found.ts'

/**
 * What is wrong with writing `after` over `before`: it holds a mark that stands for a secret nobody was shown, which would
 * take the place of the real one. A mark the file itself holds may stay and move about. Undefined: nothing.
 */
export function markProblem(before: string, after: string): string | undefined {
  const had = countMarks(before)
  for (const [mark, count] of countMarks(after)) {
    if (count <= (had.get(mark) ?? 0)) continue
    return `${mark} stands for a secret that was taken out of what you were shown. Written into the file it would replace the real one. Leave that place out of the edit and change only what is around it.`
  }
  return undefined
}

function countMarks(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [mark] of text.matchAll(marks)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}
