import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts } from '../../../protocol/roadstead.ts'
import { activityOf, hasFlag, SessionStatus } from '../../../protocol/status.ts'
import type { Glyph } from '../../components/status-glyph.tsx'

/** What a session asks of the person; what is archived asks nothing. */
export type Need = 'needs-you' | 'working' | 'review' | 'earlier' | 'archived'

/** Lines changed in a session; zero when nothing did. */
export function changedLines(summary: SessionSummary): { files: number; added: number; removed: number } {
  const { files = 0, additions = 0, deletions = 0 } = summary.changes ?? {}
  return { files, added: additions, removed: deletions }
}

/** By the object they stand in: a list of a thousand is looked through at each change, and that object stays. */
const known = new WeakMap<object, SessionFacts | undefined>()

/** What is known of a session beyond the protocol. */
export function factsOf({ _meta }: SessionSummary): SessionFacts | undefined {
  if (_meta === undefined) return undefined
  if (!known.has(_meta)) known.set(_meta, roadsteadMeta(SessionFacts, _meta))
  return known.get(_meta)
}

/** What the agent said when it called its task complete. An agent that merely stopped said nothing. */
export function completionOf(summary: SessionSummary): SessionFacts['taskComplete'] {
  return factsOf(summary)?.taskComplete
}

/** Which sign a session has. Never says more than is known: a host out of reach shows that only. */
export function glyphOf(summary: SessionSummary, isReachable: boolean): Glyph {
  if (!isReachable) return 'unreachable'
  switch (activityOf(summary.status)) {
    case 'inputNeeded':
      return 'needs-you'
    case 'inProgress':
      return 'working'
    case 'error':
      return 'failed'
    case 'idle': {
      const { files, added, removed } = changedLines(summary)
      if (files + added + removed > 0) return 'review'
      return completionOf(summary) === undefined ? 'idle' : 'done'
    }
  }
}

/** The need of a session. A failed turn waits for the person as a question does. */
export function needOf(summary: SessionSummary): Need {
  if (isArchived(summary)) return 'archived'
  const glyph = glyphOf(summary, true)
  if (glyph === 'needs-you' || glyph === 'failed') return 'needs-you'
  if (glyph === 'working' || glyph === 'review') return glyph
  return 'earlier'
}

/** Whether a session was put away. */
export function isArchived(summary: SessionSummary): boolean {
  return hasFlag(summary.status, SessionStatus.IsArchived)
}

/** Whether a session was changed since somebody looked at it. */
export function isUnread(summary: SessionSummary): boolean {
  return !hasFlag(summary.status, SessionStatus.IsRead)
}
