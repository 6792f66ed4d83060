import type { TerminalContentPart } from '../../../protocol/channels/terminal/state.ts'

/** The raw text of a terminal: what its pty wrote, control sequences included (SPEC 19). */
export function rawText(content: readonly TerminalContentPart[]): string {
  return content
    .map((part) => (part.type === 'unclassified' ? part.value : part.type === 'command' ? part.output : ''))
    .join('')
}

/** What brings a screen that shows `written` to `text`. */
export type ScreenWrite =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'append'; readonly data: string }
  /** Everything before is wiped, scrollback too. */
  | { readonly kind: 'rewrite'; readonly data: string }

export function nextWrite(written: string, text: string): ScreenWrite {
  if (text === written) return { kind: 'nothing' }
  if (text.startsWith(written)) return { kind: 'append', data: text.slice(written.length) }
  return { kind: 'rewrite', data: text }
}

/** Full reset, in the stream: it waits its turn behind what is still to be parsed, and ends an unfinished sequence. */
export const fullReset = '\u001bc'

// Cursor moves, scroll regions, the alternate screen, and returning without a new line.
// oxlint-disable-next-line no-control-regex
const addressing = /\u001b\[[\d;]*[ABEFGHLMSTdfr]|\u001b\[\?(?:47|1047|1049)h|\u001bM|\r(?![\r\n]|$)/

/** Whether the text only makes sense at the size it was written for. */
export function needsItsSize(text: string): boolean {
  return addressing.test(text)
}
