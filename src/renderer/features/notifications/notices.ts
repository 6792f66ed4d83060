import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts } from '../../../protocol/roadstead.ts'
import { activityOf, hasFlag, SessionStatus, type Activity } from '../../../protocol/status.ts'

/** Something a person who is elsewhere wants to hear of. */
export interface Notice {
  readonly session: string
  /** `done`: the agent said that its task is complete; `idle`: it merely stopped. */
  readonly kind: 'needs-you' | 'failed' | 'done' | 'idle'
  readonly summary: SessionSummary
}

/** What each session was doing when it was last looked at. */
export type Activities = ReadonlyMap<string, Activity>

export function activitiesOf(items: readonly SessionSummary[]): Activities {
  return new Map(items.map((item) => [item.resource, activityOf(item.status)]))
}

/** What became of sessions since: they began to need the person, or came to an end. The first look tells nothing. */
export function noticesOf(before: Activities | undefined, items: readonly SessionSummary[]): readonly Notice[] {
  if (before === undefined) return []
  return items.flatMap((summary): Notice[] => {
    if (hasFlag(summary.status, SessionStatus.IsArchived)) return []
    const session = summary.resource
    const was = before.get(session)
    const is = activityOf(summary.status)
    if (is === was || is === 'inProgress') return []
    if (is === 'inputNeeded') return [{ session, kind: 'needs-you', summary }]
    // A session that is new to the list may have failed or ended long ago.
    if (was === undefined) return []
    if (is === 'error') return [{ session, kind: 'failed', summary }]
    if (was === 'error') return []
    const isComplete = roadsteadMeta(SessionFacts, summary._meta)?.taskComplete !== undefined
    return [{ session, kind: isComplete ? 'done' : 'idle', summary }]
  })
}

/** What the person chose to hear of. */
export interface NoticeWishes {
  readonly needsYou: boolean
  readonly done: boolean
}

/** Those to be shown: as wished, and not about what stands in front of the person anyway. */
export function wantedNotices(
  notices: readonly Notice[],
  wishes: NoticeWishes,
  isInFront: (session: string) => boolean,
): readonly Notice[] {
  const isWanted = (kind: Notice['kind']) => (kind === 'done' || kind === 'idle' ? wishes.done : wishes.needsYou)
  return notices.filter(({ session, kind }) => isWanted(kind) && !isInFront(session))
}
