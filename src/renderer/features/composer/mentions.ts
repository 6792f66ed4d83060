import type { MessageAttachment } from '../../../protocol/channels/chat/message.ts'
import type { TextPosition, TextRange } from '../../../protocol/values.ts'

/** A stretch of a text that stands for something attached: UTF-16 offsets, `end` exclusive. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly attachment: MessageAttachment
}

/** What of a text was replaced by an edit: `[start, oldEnd)` became `[start, newEnd)`. */
export interface Edit {
  readonly start: number
  readonly oldEnd: number
  readonly newEnd: number
}

/** The edit that made `after` of `before`. The caret, which stands behind what was written, tells where among equal letters. */
export function editBetween(before: string, after: string, caret: number): Edit {
  const tail = after.slice(caret)
  const fits = before.endsWith(tail)
  let same = fits ? tail.length : commonSuffix(before, after)
  const start = commonPrefix(before.slice(0, before.length - same), after.slice(0, after.length - same))
  same = Math.min(same, before.length - start, after.length - start)
  return { start, oldEnd: before.length - same, newEnd: after.length - same }
}

/** Mentions after an edit: those behind it move, those it touched are mentions no longer. */
export function shiftMentions(mentions: readonly Mention[], edit: Edit): readonly Mention[] {
  const by = edit.newEnd - edit.oldEnd
  return mentions.flatMap((mention) => {
    if (mention.end <= edit.start) return [mention]
    if (mention.start >= edit.oldEnd) return [{ ...mention, start: mention.start + by, end: mention.end + by }]
    return []
  })
}

/** The mention that ends at the caret, if one does. */
export function mentionBefore(mentions: readonly Mention[], caret: number): Mention | undefined {
  return mentions.find(({ end }) => end === caret)
}

/** A text cut into what is a mention and what is not. */
export function piecesOf(text: string, mentions: readonly Mention[]): readonly { text: string; isMention: boolean }[] {
  const pieces: { text: string; isMention: boolean }[] = []
  let from = 0
  for (const { start, end } of mentions) {
    if (start > from) pieces.push({ text: text.slice(from, start), isMention: false })
    pieces.push({ text: text.slice(start, end), isMention: true })
    from = end
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMention: false })
  return pieces
}

/** Offsets as lines and characters, both zero-based, in UTF-16 units (SPEC 14.3). */
export function rangeOf(text: string, start: number, end: number): TextRange {
  return { start: positionOf(text, start), end: positionOf(text, end) }
}

function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length - 1, character: offset - lineStart }
}

/** The way back; undefined for a range that is not in the text. */
export function offsetsOf(text: string, range: TextRange): { start: number; end: number } | undefined {
  const start = offsetOf(text, range.start)
  const end = offsetOf(text, range.end)
  return start === undefined || end === undefined || end <= start ? undefined : { start, end }
}

function offsetOf(text: string, { line, character }: TextPosition): number | undefined {
  const lines = text.split('\n')
  const found = lines[line]
  if (found === undefined || character > found.length || character < 0) return undefined
  return lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character
}

function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[at] === b[at]) at += 1
  return at
}

function commonSuffix(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a[a.length - 1 - at] === b[b.length - 1 - at]) at += 1
  return at
}
