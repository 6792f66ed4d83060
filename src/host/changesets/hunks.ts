import { diffArrays } from 'diff'

/** One contiguous change of a text, 1-based, as `git diff -U0` numbers it: with no lines on a side, the line before. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
}

/** A comparison that takes longer than this shows the differing middle as one change. */
const maxCompareMs = 2000

/** The lines of a text, each with its line end; a missing end at the end of the text makes a different line. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** What turns `before` into `after`, in order. */
export function hunksBetween(before: string, after: string): Hunk[] {
  if (before === after) return []
  const [old, now] = [linesOf(before), linesOf(after)]
  const shortest = Math.min(old.length, now.length)
  let start = 0
  while (start < shortest && old[start] === now[start]) start++
  let end = 0
  while (end < shortest - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const oldMiddle = old.slice(start, old.length - end)
  const newMiddle = now.slice(start, now.length - end)
  const parts = diffArrays(oldMiddle, newMiddle, { timeout: maxCompareMs })
  if (parts === undefined) return [hunk(start, oldMiddle.length, start, newMiddle.length)]

  const hunks: Hunk[] = []
  let [oldAt, newAt] = [start, start]
  for (let index = 0; index < parts.length;) {
    let [removed, added] = [0, 0]
    for (; index < parts.length; index++) {
      const part = parts[index]
      if (part === undefined || !(part.added || part.removed)) break
      if (part.added) added += part.count
      else removed += part.count
    }
    if (removed + added > 0) hunks.push(hunk(oldAt, removed, newAt, added))
    oldAt += removed
    newAt += added
    const same = parts[index]
    if (same !== undefined && !same.added && !same.removed) {
      oldAt += same.count
      newAt += same.count
      index++
    }
  }
  return hunks
}

/** From offsets (0-based) to line numbers. */
function hunk(oldAt: number, oldLines: number, newAt: number, newLines: number): Hunk {
  return {
    oldStart: oldLines === 0 ? oldAt : oldAt + 1,
    oldLines,
    newStart: newLines === 0 ? newAt : newAt + 1,
    newLines,
  }
}
