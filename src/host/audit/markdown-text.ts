/**
 * Text of people, models and tools, made fit to stand in a Markdown file: whatever it says, it cannot end the block it is
 * in, begin a heading, load an image or be read as HTML (CommonMark 0.31).
 */

/** Control and direction characters, and what editors but not Markdown take for the end of a line. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2060-\u206F\uFEFF]|\p{Cs}/gu

function printable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '\uFFFD')
}

function onOneLine(text: string, longest: number): string {
  const line = printable(text.length > longest * 4 ? text.slice(0, longest * 4) : text)
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('\t', ' ')
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line
}

/** The length of the longest run of a character. */
function longestRun(text: string, character: string): number {
  let longest = 0
  let run = 0
  for (const each of text) {
    run = each === character ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** One line of code: line ends become `⏎`, at most `longest` characters. The ticks outnumber those inside. */
export function codeSpan(text: string, longest = 1000): string {
  const line = onOneLine(text, longest)
  if (line === '') return '(empty)'
  const ticks = '`'.repeat(longestRun(line, '`') + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** One line of plain text in which nothing is Markdown. */
export function plainLine(text: string, longest = 300): string {
  const line = onOneLine(text, longest)
  if (line === '') return '(empty)'
  return line
    .replaceAll(/[\\`*_{}[\]<>#|!&~$@]/g, (character) => `\\${character}`)
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replaceAll(/(https?):/gi, '$1\\:')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}\\.`)
}

interface Fence {
  readonly mark: string
  readonly length: number
  readonly language: string
  readonly lines: string[]
}

/**
 * Markdown as a block quote: emphasis, lists, links and code stay what they are; headings, HTML and images become their own
 * text, code blocks get fences longer than any run inside. Every line begins with `>`.
 */
export function quotedMarkdown(text: string): string {
  const out: string[] = []
  let fence: Fence | undefined
  for (const line of printable(text).trimEnd().split('\n')) {
    if (fence !== undefined) {
      const closing = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
      if (closing?.startsWith(fence.mark) === true && closing.length >= fence.length) {
        out.push(...fenced(fence))
        fence = undefined
      } else fence.lines.push(line)
      continue
    }
    const opening = /^\s*(`{3,}|~{3,})([^`]*)$/.exec(line)
    const marks = opening?.[1]
    if (marks === undefined) out.push(neutral(line))
    else {
      const language = /^\s*([\w+#.-]{1,20})/.exec(opening?.[2] ?? '')?.[1] ?? ''
      fence = { mark: marks.charAt(0), length: marks.length, language, lines: [] }
    }
  }
  if (fence !== undefined) out.push(...fenced(fence))
  return out.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

function fenced({ lines, language }: Fence): string[] {
  const ticks = '`'.repeat(Math.max(3, longestRun(lines.join('\n'), '`') + 1))
  return [`${ticks}${language}`, ...lines, ticks]
}

/** A line of prose without what would begin a block of its own. Entities, because no backslash before them undoes them. */
function neutral(line: string): string {
  const entity = (character: string) => `&#${character.charCodeAt(0)};`
  return line
    .replaceAll(/<(?=[A-Za-z/!?])/g, '&lt;')
    .replaceAll('![', '!&#91;')
    .replaceAll(/(^|[\s>])#(?=#{0,5}(?:\s|$))/g, (_, before: string) => `${before}&#35;`)
    .replace(/^([\s>]*)([=-])(?=\2*\s*$)/, (_, before: string, mark: string) => `${before}${entity(mark)}`)
    .replace(/^([\s>*+\-\d.)]*)([`~])(?=\2\2)/, (_, before: string, mark: string) => `${before}${entity(mark)}`)
}
