import type { ChatState } from '../../protocol/channels/chat/state.ts'
import { completionIn } from '../../protocol/task-complete.ts'
import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { changeSessionFacts, sessionFactsOf } from '../sessions/facts.ts'
import type { SessionIndex } from '../sessions/session-index.ts'

/** The fact is in every session list; the whole text is in the call. */
const longestSummary = 2000

/**
 * Keeps what the agent said when it called the task complete, until somebody says something new. That a turn has ended says
 * nothing of the task; this does, and it is a fact of the session, so that a client that was away sees it too.
 */
export function keepTaskComplete(needs: {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly clock: Clock
}): Dispose {
  const { channels, index, clock } = needs
  return channels.onApplied(({ envelope, before, after }) => {
    const { action, channel } = envelope
    if (after.kind !== 'chat' || before.state === after.state) return
    const session = index.sessionOf(channel)
    if (session === undefined) return
    if (action.type === 'chat/turnStarted') {
      if (sessionFactsOf(channels.state(session, 'session')).taskComplete !== undefined)
        changeSessionFacts(channels, session, { taskComplete: undefined })
      return
    }
    if (action.type !== 'chat/toolCallComplete' || !action.result.success) return
    const { turnId, toolCallId } = action
    const summary = summaryOf(after.state, toolCallId)
    if (summary !== undefined)
      changeSessionFacts(channels, session, { taskComplete: { summary, at: isoNow(clock), turnId } })
  })
}

/** The summary of a call that says the task is complete; undefined for any other call. */
function summaryOf(chat: ChatState, toolCallId: string): string | undefined {
  for (const part of chat.activeTurn?.responseParts ?? []) {
    if (part.kind !== 'toolCall' || part.toolCall.toolCallId !== toolCallId) continue
    const summary = completionIn(part.toolCall)
    return summary === undefined || summary.length <= longestSummary
      ? summary
      : `${summary.slice(0, longestSummary - 1)}…`
  }
  return undefined
}
