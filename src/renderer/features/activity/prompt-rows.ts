import type { PromptPartText } from '../../../protocol/model-facts.ts'

/** A line of the list of a prompt's parts: the head of one, or a stretch of the text of one that is open. */
export type PromptRow =
  | {
      readonly kind: 'head'
      readonly key: string
      readonly id: string
      readonly part: PromptPartText
      readonly isOpen: boolean
      /** How often what is searched for stands in it. */
      readonly matches: number
    }
  | { readonly kind: 'text'; readonly key: string; readonly text: string }

/** Lines, and characters, of one stretch. */
const stretchLines = 60
const stretchCharacters = 6_000

/** The rows of a prompt; parts are named by their place. While something is searched for, only parts that have it stand there. */
export function promptRows(
  parts: readonly PromptPartText[],
  opened: ReadonlySet<string>,
  search: string,
): readonly PromptRow[] {
  const wanted = search.trim().toLowerCase()
  return parts.flatMap((part, index): PromptRow[] => {
    const id = String(index)
    const matches = wanted === '' ? 0 : countMatches(part.text.toLowerCase(), wanted)
    if (wanted !== '' && matches === 0) return []
    const isOpen = wanted === '' ? opened.has(id) : !opened.has(`closed ${id}`)
    const head: PromptRow = { kind: 'head', key: `h${id}`, id, part, isOpen, matches }
    if (!isOpen) return [head]
    return [head, ...stretches(part.text).map((text, at): PromptRow => ({ kind: 'text', key: `t${id}-${at}`, text }))]
  })
}

/** Cuts a text so that no piece is long, at the ends of lines where it can be. */
export function stretches(text: string): readonly string[] {
  const pieces: string[] = []
  let lines: string[] = []
  let size = 0
  const flush = () => {
    if (lines.length > 0) pieces.push(lines.join('\n'))
    lines = []
    size = 0
  }
  for (const line of text.split('\n')) {
    if (line.length > stretchCharacters) {
      flush()
      for (let at = 0; at < line.length; at += stretchCharacters) pieces.push(line.slice(at, at + stretchCharacters))
      continue
    }
    if (lines.length >= stretchLines || size + line.length > stretchCharacters) flush()
    lines.push(line)
    size += line.length + 1
  }
  flush()
  return pieces
}

function countMatches(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) count++
  return count
}
