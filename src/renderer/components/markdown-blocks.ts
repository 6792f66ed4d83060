/**
 * Cuts markdown at blank lines outside of code fences, so that while text streams in only the last piece is drawn again.
 * A piece that continues a list or is indented stays with what is before it, or its numbering would start anew.
 */
export function splitBlocks(text: string): string[] {
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
