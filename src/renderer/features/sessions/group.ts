import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { activityOf, hasFlag, SessionStatus } from '../../../protocol/status.ts'
import type { Glyph } from '../../components/status-glyph.tsx'

/** The groups of the list, in their order: what needs the person stands on top. */
export const groups = ['needs-you', 'working', 'review', 'earlier', 'archived'] as const
export type Group = (typeof groups)[number]

/** Lines changed in a session; zero when nothing did. */
export function changedLines(summary: SessionSummary): { files: number; added: number; removed: number } {
  const { files = 0, additions = 0, deletions = 0 } = summary.changes ?? {}
  return { files, added: additions, removed: deletions }
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
      return files + added + removed > 0 ? 'review' : 'done'
    }
  }
}

/** The group of a session. A failed turn waits for the person as a question does. */
export function groupOf(summary: SessionSummary): Group {
  if (hasFlag(summary.status, SessionStatus.IsArchived)) return 'archived'
  const glyph = glyphOf(summary, true)
  if (glyph === 'needs-you' || glyph === 'failed') return 'needs-you'
  if (glyph === 'working' || glyph === 'review') return glyph
  return 'earlier'
}

/** Whether a session was changed since somebody looked at it. */
export function isUnread(summary: SessionSummary): boolean {
  return !hasFlag(summary.status, SessionStatus.IsRead)
}

/** Sessions by group, in the order of the list; groups without any are left out. Filtered by title, folder and branch. */
export function groupSessions(
  items: readonly SessionSummary[],
  filter: string,
): readonly { readonly group: Group; readonly items: readonly SessionSummary[] }[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const kept = items.filter((item) => {
    const text = `${item.title} ${(item.workingDirectories ?? []).map(decodeSafely).join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return groups
    .map((group) => ({ group, items: kept.filter((item) => groupOf(item) === group) }))
    .filter((entry) => entry.items.length > 0)
}

/** Sessions in the order they stand on the screen. */
export function orderedSessions(items: readonly SessionSummary[]): readonly SessionSummary[] {
  return groupSessions(items, '').flatMap((entry) => entry.items)
}

function decodeSafely(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
