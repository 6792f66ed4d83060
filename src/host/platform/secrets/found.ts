/** A secret in a text: from `start` up to, not including, `end`. */
export interface Found {
  readonly start: number
  readonly end: number
  /** Where a search has to begin to find it again: before `start` where words before it tell what it is. */
  readonly since: number
  /** What stands in the mark that takes its place. */
  readonly name: string
}

/** What a search found, and where something begins that only more text can decide (the text's length: nothing does). */
export interface Search {
  readonly found: readonly Found[]
  readonly open: number
}

/** Looks for secrets from `from` on; what stands before serves as context. `final`: no more text follows. */
export type Searcher = (text: string, from: number, final: boolean) => Search

/** A text as a regular expression that matches it and nothing else. */
export function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.\\+*?^$()[\]{}|/-]/g, '\\$&')
}

/** The fixed text that stands where a secret was. */
export function markOf(name: string): string {
  return `[removed: ${name}]`
}

/** Marks in a text, whatever they stand for. */
export const marks = /\[removed: [^\][\r\n]+\]/g

/** In order and without overlaps; of two that overlap the one that begins first gives its name, of two equals the first. */
export function mergeFound(found: readonly Found[]): readonly Found[] {
  if (found.length < 2) return found
  const merged: Found[] = []
  for (const each of found.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || each.start >= last.end) merged.push(each)
    else
      merged[merged.length - 1] = {
        ...last,
        end: Math.max(last.end, each.end),
        since: Math.min(last.since, each.since),
      }
  }
  return merged
}

/** The text with marks where secrets were found. `found` in order and without overlaps. `keep-lines`: line ends stay. */
export function markFound(text: string, found: readonly Found[], lines?: 'keep-lines'): string {
  let marked = ''
  let at = 0
  for (const { start, end, name } of found) {
    marked += text.slice(at, start) + markOf(name)
    if (lines === 'keep-lines') marked += text.slice(start, end).replaceAll(/[^\n]/g, '')
    at = end
  }
  return marked + text.slice(at)
}
