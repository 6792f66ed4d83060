/**
 * Cuts markdown at blank lines outside of code fences, so that while text streams in only the last piece is drawn again.
 * A piece that continues a list or is indented stays with what is before it, or its numbering would start anew.
 */
export function splitBlocks(text: string): string[] {
  // A footnote, or an address that is named at the end, belongs to words anywhere before it.
  if (definition.test(text) && isDrawable(text)) return [text]
  const blocks: string[] = []
  let lines: string[] = []
  let fence: string | undefined
  let wasBlank = false
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const isBlank = line.trim() === ''
    const continues = /^(\s|[-*+] |\d+[.)] |>|\[)/.test(line)
    if (fence === undefined && wasBlank && !isBlank && !continues && lines.length > 0) {
      blocks.push(lines.join('\n'))
      lines = []
    }
    lines.push(line)
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark[0] === fence[0] && mark.length >= fence.length) fence = undefined
    }
    wasBlank = isBlank
  }
  if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n'))
  return blocks
}

const definition = /^ {0,3}\[[^\]\n]+\]: ?\S/m

/** A longer block takes seconds to be read as markdown, and again with each piece that streams in. */
const longestBlock = 50_000
/** What stands before a line's own text where lists and quotes are nested. */
const nesting = /^(?:\s|>|[-*+] |\d{1,9}[.)] )*/
const deepestNesting = 120

/** Whether a block can be drawn as markdown in good time: what is nested without end exhausts the stack of any reader. */
export function isDrawable(block: string): boolean {
  if (block.length > longestBlock) return false
  return block.split('\n').every((line) => (nesting.exec(line)?.[0].length ?? 0) <= deepestNesting)
}

const marks = /[*_`[\]<>&\\|~#]|https?:|www\.|@|^\s|^[-+=>]|^\d+[.)]| {2}$/m

/** Whether a block is a paragraph and nothing else, so that nobody need read it as markdown. */
export function isPlain(block: string): boolean {
  const bare = block.replace(/^\n+|\s+$/g, '')
  return !marks.test(bare) && !/\n[ \t]*\n/.test(bare)
}
