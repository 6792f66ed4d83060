/** What became of a replacement. `lines`: where the replaced pieces began, from 1. */
export type Replacement =
  | { readonly kind: 'replaced'; readonly text: string; readonly count: number; readonly lines: readonly number[] }
  | { readonly kind: 'not-found' | 'ambiguous' | 'no-change'; readonly problem: string }

const shownLines = 10
/** A hint is not worth more comparisons of lines than these. */
const maxComparisons = 5_000_000

/**
 * Replaces `old` by `replacement`, which must differ, once or everywhere. Texts without a carriage return match line
 * ends of either kind, and what is put in gets the file's; a text with one is taken byte for byte.
 */
export function replaceText(text: string, old: string, replacement: string, all: boolean): Replacement {
  if (old === replacement) return { kind: 'no-change', problem: 'old_string and new_string are the same.' }
  const loose = !old.includes('\r') && text.includes('\r\n')
  const view = loose ? withoutReturns(text) : { text, offset: (index: number) => index }
  const found: number[] = []
  for (let at = view.text.indexOf(old); at >= 0; at = view.text.indexOf(old, at + old.length)) found.push(at)
  const lines = linesAt(view.text, found)
  if (found.length === 0) return { kind: 'not-found', problem: notFound(view.text, old) }
  if (found.length > 1 && !all) {
    const shown = lines.slice(0, shownLines).join(', ') + (lines.length > shownLines ? ', …' : '')
    return {
      kind: 'ambiguous',
      problem: `old_string occurs ${found.length} times (lines ${shown}). Include more of what surrounds the one you mean, or set replace_all.`,
    }
  }
  const put = loose ? replacement.replace(/\r?\n/g, '\r\n') : replacement
  let result = ''
  let from = 0
  for (const at of found) {
    result += text.slice(from, view.offset(at)) + put
    from = view.offset(at + old.length)
  }
  return { kind: 'replaced', text: result + text.slice(from), count: found.length, lines }
}

/** The text with `\n` for `\r\n`, and where an index in it lies in the text itself. */
function withoutReturns(text: string): { text: string; offset: (index: number) => number } {
  const removed: number[] = []
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) removed.push(at - removed.length)
  const offset = (index: number) => {
    let low = 0
    let high = removed.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((removed[middle] ?? 0) < index) low = middle + 1
      else high = middle
    }
    return index + low
  }
  return { text: text.replaceAll('\r\n', '\n'), offset }
}

/** Line numbers of ascending indexes. */
function linesAt(text: string, indexes: readonly number[]): number[] {
  let line = 1
  let from = 0
  return indexes.map((index) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) {
      line++
      from = at + 1
    }
    return line
  })
}

/** Says what may be the matter: the model most often gets blanks or line ends wrong. */
function notFound(text: string, old: string): string {
  const bare = (one: string) => one.split(/\r?\n/).map((line) => line.trim())
  const wanted = bare(old)
  const have = bare(text)
  const affordable = wanted.length * have.length <= maxComparisons
  const first = affordable
    ? have.findIndex((_, start) => wanted.every((line, index) => have[start + index] === line))
    : -1
  const near = first >= 0 && wanted.some((line) => line !== '')
  return near
    ? `old_string was not found. Line ${first + 1} differs from it only in blanks: copy the text exactly as it stands.`
    : 'old_string was not found. Read the file again: it must be copied exactly as it stands.'
}
