/** What a pasted text does before anybody presses Enter. */
export type Paste =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'line'; readonly text: string }
  /** `lines` counts what a shell would take as separate lines. */
  | { readonly kind: 'lines'; readonly text: string; readonly lines: number }

/** Control characters never come from a clipboard in good faith: they could end bracketed paste or move the cursor. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Cleans a text from the clipboard and says whether it spans lines; a new line at the end counts, as it would run. */
export function readPaste(clipboard: string): Paste {
  const text = clipboard.replace(/\r\n?/g, '\n').replace(controls, '')
  if (text === '') return { kind: 'nothing' }
  if (!text.includes('\n')) return { kind: 'line', text }
  return { kind: 'lines', text, lines: text.replace(/\n$/, '').split('\n').length }
}
