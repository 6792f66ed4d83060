import { readJudged } from '../platform/paths/judged-files.ts'
import type { Used } from '../platform/paths/judged-files.ts'

/** The largest file that is edited or read as text, in bytes. */
export const maxTextBytes = 10 * 1024 * 1024

/** The text of bytes that are UTF-8 without NUL, a byte order mark kept; undefined for anything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads a text file whole. `wrong-kind` for what is not text. */
export function readText(real: string): Used<string> {
  const used = readJudged(real, { maxBytes: maxTextBytes })
  if (used.kind !== 'done') return used
  const text = decodeText(used.value.bytes)
  if (text === undefined) return { kind: 'wrong-kind', text: 'It is not a text file in UTF-8.' }
  return { kind: 'done', value: text }
}

/** Lines without their ends; a final line end does not begin another line. */
export function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r\n|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
