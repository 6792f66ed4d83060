import type { EditBook } from '../audit/edits.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import type { RecordedEdit } from '../tools/tool.ts'
import type { EditingCall, RunPlace } from './turn-context.ts'

/** What policy lets through without a reason of its own lies inside the workspace (attacks README, P4). */
const insideWorkspace = { rule: 'P4', text: 'The file is inside the workspace.' }

/** Keeps which hunks a call wrote and how it came to be allowed, so that "who changed this line and why" has an answer. */
export function keepEdits(book: EditBook, clock: Clock) {
  return (place: RunPlace, call: EditingCall, edits: readonly RecordedEdit[]): void => {
    const { toolCallId, toolName, decision } = call
    const reason = decision?.reasons[0] ?? insideWorkspace
    const at = isoNow(clock)
    const approval = {
      kind: decision?.by ?? ('policy' as const),
      at: decision?.at ?? at,
      rule: reason.rule,
      reason: reason.text,
    }
    const { session, chat, turnId } = place
    for (const edit of edits) book.add({ ...edit, session, chat, turnId, toolCallId, toolName, at, approval })
  }
}
