import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { activityOf, hasFlag, SessionStatus, type Activity } from '../../../protocol/status.ts'

/** Something a person who is elsewhere wants to hear of. */
export interface Notice {
  readonly session: string
  readonly kind: 'needs-you' | 'failed' | 'done'
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
    return was === 'error' ? [] : [{ session, kind: 'done', summary }]
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
  return notices.filter(({ session, kind }) => (kind === 'done' ? wishes.done : wishes.needsYou) && !isInFront(session))
}
