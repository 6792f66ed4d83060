import type { ResponsePart } from '../../../protocol/channels/chat/turn.ts'
import { foldParts } from './fold-parts.ts'

/** What a turn came to: files it edited, lines, and its prose. */
export function turnSummary(parts: readonly ResponsePart[]): {
  readonly files: number
  readonly added: number
  readonly removed: number
  readonly answer: string
} {
  const files = new Set<string>()
  let added = 0
  let removed = 0
  const prose = foldParts(parts).flatMap((item) =>
    item.kind === 'prose' ? [item.text] : item.kind === 'complete' ? [item.summary] : [],
  )
  for (const part of parts) {
    if (part.kind !== 'toolCall' || part.toolCall.status !== 'completed') continue
    for (const content of part.toolCall.content ?? []) {
      if (content.type !== 'fileEdit') continue
      files.add(content.after?.uri ?? content.before?.uri ?? '')
      added += content.diff?.added ?? 0
      removed += content.diff?.removed ?? 0
    }
  }
  return { files: files.size, added, removed, answer: prose.join('\n\n').trim() }
}
