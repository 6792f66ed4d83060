import type { TextSelection } from '../../protocol/values.ts'
import type { ReadAttachment } from '../harnesses/adapter.ts'
import { boundText, plainText } from '../tools/terminal-text.ts'
import { decodeText, linesOf } from '../tools/text-file.ts'

/** The most one attached text may have; what is beyond is cut, and said to be. */
const largestText = 200_000
/** Bytes of one image. */
export const largestImage = 4 * 1024 * 1024

/** Bytes as a model may read them: an image by what it is, else text, of which `selection` picks a part. */
export function readBytes(label: string, bytes: Uint8Array, selection: TextSelection | undefined): ReadAttachment {
  const contentType = imageTypeOf(bytes)
  if (contentType !== undefined) {
    if (bytes.length > largestImage)
      return unreadable(label, `it is an image of ${bytes.length} bytes; at most ${largestImage} are read`)
    return { kind: 'image', label, contentType, data: Buffer.from(bytes).toString('base64') }
  }
  const text = decodeText(bytes)
  if (text === undefined) return unreadable(label, `it is neither text nor an image (${bytes.length} bytes)`)
  return readText(label, text, selection)
}

/** A text, or the selected part of it under a label that says which. */
export function readText(label: string, text: string, selection: TextSelection | undefined): ReadAttachment {
  const selected = selection === undefined ? '' : selectIn(text, selection)
  if (selected === '' || selection === undefined) return { kind: 'text', label, text: cut(text) }
  const { start, end } = selection.range
  return { kind: 'text', label: `${label}, lines ${start.line + 1}–${end.line + 1}`, text: cut(selected) }
}

/** Output of a terminal: plain text, head and tail of a long one. */
export function readOutput(label: string, raw: string): ReadAttachment {
  return { kind: 'text', label, text: boundText(plainText(raw)).text }
}

/** What cannot be read, and why, in words a model understands. */
export function unreadable(label: string, reason: string): ReadAttachment {
  return { kind: 'unreadable', label, reason }
}

/** A text at most as long as a model is given; the rest is counted. */
export function cut(text: string, most = largestText): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n… ${text.length - most} more characters are left out …`
}

/** Positions count lines from 0 and UTF-16 units; what lies outside the text is not selected. */
function selectIn(text: string, { range: { start, end } }: TextSelection): string {
  const lines = linesOf(text).slice(Math.max(0, start.line), end.line + 1)
  const last = end.line - Math.max(0, start.line)
  return lines
    .map((line, index) => line.slice(index === 0 ? start.character : 0, index === last ? end.character : line.length))
    .join('\n')
}

/** The kind of image by its first bytes; a name or a declared type proves nothing. */
function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png'
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : undefined
}
