/** What a terminal's output says once it is text: no escape sequences, overwritten lines as they ended up. */

const escapes = new RegExp(
  [
    '\\u001B\\[[0-?]*[ -/]*[@-~]', // CSI
    '\\u001B\\][^\\u0007\\u001B]*(?:\\u0007|\\u001B\\\\)', // OSC, ended by BEL or ST
    '\\u001B[PX^_][^\\u001B]*\\u001B\\\\', // DCS, SOS, PM, APC
    '\\u001B[ -/]*[0-~]', // the short ones
    '\\u009B[0-?]*[ -/]*[@-~]', // CSI in one character
  ].join('|'),
  'g',
)

/** Plain text of raw terminal output: `\n` line ends, no control characters but TAB. */
export function plainText(raw: string): string {
  return (
    raw
      .replace(escapes, '')
      .split('\n')
      .map((line) => {
        const kept = trimFinal(line, '\r')
        return kept.slice(kept.lastIndexOf('\r') + 1)
      })
      .join('\n')
      // oxlint-disable-next-line no-control-regex -- these are what is to go
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
  )
}

/** The text without the given character at its end. (A pattern would take long where most of them are not at the end.) */
export function trimFinal(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}

/** Text cut to what a model is given; `cut` when anything was left out. */
export interface BoundedText {
  readonly text: string
  readonly cut: boolean
}

const maxLines = 200
const maxLineCharacters = 2000
const maxCharacters = 60_000

/** At most 200 lines: head and tail, with a line between them that says how much was left out. */
export function boundText(text: string): BoundedText {
  const lines = trimFinal(text, '\n').split('\n')
  let cut = false
  const shorten = (line: string) => {
    if (line.length <= maxLineCharacters) return line
    cut = true
    return `${line.slice(0, maxLineCharacters)}… (${line.length - maxLineCharacters} more characters)`
  }
  let half = lines.length <= maxLines ? lines.length : (maxLines - 2) / 2
  const sum = (some: readonly string[]) =>
    some.reduce((total, line) => total + Math.min(line.length, maxLineCharacters) + 1, 0)
  // Few long lines can be as much as many short ones.
  while (half > 1 && sum(lines.slice(0, half)) + (half < lines.length ? sum(lines.slice(-half)) : 0) > maxCharacters)
    half = Math.min(half >> 1, (maxLines - 2) / 2)
  if (half >= lines.length) return { text: lines.map(shorten).join('\n'), cut }
  const left = lines.length - 2 * half
  if (left <= 0) return { text: lines.map(shorten).join('\n'), cut }
  const head = lines.slice(0, half).map(shorten)
  const tail = lines.slice(-half).map(shorten)
  return { text: [...head, `… ${left} of ${lines.length} lines left out …`, ...tail].join('\n'), cut: true }
}
