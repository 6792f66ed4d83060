import { useRef } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { leavesText, stepHistory, type HistoryPlace } from './history.ts'
import type { SetWritten } from './use-draft.ts'
import { fromMessage, isEmpty, nothingWritten, type Written } from './written.ts'

/**
 * ↑ and ↓ through what the person said before. It begins in the empty box and ends when what was called back is changed. Answers
 * whether the arrow did something.
 */
export function useHistory(
  messages: readonly Message[],
  written: Written,
  onWrite: SetWritten,
): (direction: 'back' | 'forth', caret: number) => boolean {
  const place = useRef<HistoryPlace>(undefined)
  const shown = useRef('')
  return (direction, caret) => {
    const isWalking = place.current !== undefined && written.text === shown.current
    if (!isWalking) {
      place.current = undefined
      if (direction === 'forth' || !isEmpty(written) || written.text !== '') return false
    } else if (!leavesText(written.text, caret, direction)) return false
    const next = stepHistory(place.current, messages.length, direction)
    if (next === place.current && next !== undefined) return true
    if (next === undefined && place.current === undefined) return false
    place.current = next
    const message = next === undefined ? undefined : messages[next]
    // Pictures of then are not sent again unasked.
    const text = message?.text ?? ''
    shown.current = text
    const { mentions } = message === undefined ? nothingWritten : fromMessage(message, () => crypto.randomUUID())
    onWrite((before) => ({ ...before, text, mentions }))
    return true
  }
}
