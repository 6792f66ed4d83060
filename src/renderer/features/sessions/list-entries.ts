import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import type { SessionGroup } from './arrange.ts'

/** One line of the list. */
export type ListEntry =
  | { readonly kind: 'heading'; readonly key: string; readonly group: SessionGroup; readonly isClosed: boolean }
  | { readonly kind: 'session'; readonly key: string; readonly group: SessionGroup; readonly summary: SessionSummary }
  /** Where the first pin can be dropped. */
  | { readonly kind: 'drop'; readonly key: string }

/** The lines of the list from top to bottom; the sessions of a closed heading are not among them. */
export function entriesOf(
  groups: readonly SessionGroup[],
  closed: readonly string[],
  isDragging: boolean,
): readonly ListEntry[] {
  const entries = groups.flatMap((group): ListEntry[] => {
    const isClosed = closed.includes(group.id)
    const heading: ListEntry = { kind: 'heading', key: `heading ${group.id}`, group, isClosed }
    if (isClosed) return [heading]
    return [
      heading,
      ...group.items.map((summary) => ({ kind: 'session' as const, key: summary.resource, group, summary })),
    ]
  })
  if (!isDragging || groups.some(({ kind }) => kind === 'pinned')) return entries
  const drop: ListEntry = { kind: 'drop', key: 'drop' }
  const after = groups[0]?.kind === 'needs-you' ? entries.findIndex(({ key }) => key === `heading ${groups[1]?.id}`) : 0
  return after === -1 ? [...entries, drop] : entries.toSpliced(after, 0, drop)
}
