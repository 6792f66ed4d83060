import type { ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import { showHidden } from '../platform/paths/characters.ts'
import type { ToolOutcome } from './tool.ts'

/** A call that did not do what was asked. `message` is for the model and for people alike. */
export function failed(pastTense: string, message: string, code: string): ToolOutcome {
  return { success: false, pastTense, forModel: message, error: { message, code } }
}

/** A call that did; `text` is what the model reads and, shortened, what people can open. */
export function succeeded(pastTense: string, text: string, more: Partial<ToolOutcome> = {}): ToolOutcome {
  return { success: true, pastTense, forModel: text, content: [shownText(text)], ...more }
}

const shownCharacters = 4000

/** Text for people: the state of a chat keeps the beginning of it only. */
export function shownText(text: string): ToolResultContent {
  const cut = text.length > shownCharacters
  return { type: 'text', text: cut ? `${cutText(text, shownCharacters)}\n…` : text }
}

/** The text on one line, shortened, for titles; what cannot be seen is spelled out. */
export function oneLine(text: string, length = 80): string {
  const line = showHidden(text.replace(/\s+/gu, ' ').trim())
  return line.length <= length ? line : `${cutText(line, length - 1)}…`
}

/** The first `length` UTF-16 units, without tearing a character apart. */
export function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
