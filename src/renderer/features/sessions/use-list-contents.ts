import { useMemo } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { usePreference } from '../../platform/preferences.ts'
import { archivedSessions, arrangeSessions, filterSessions, type SessionGroup } from './arrange.ts'
import { entriesOf, type ListEntry } from './list-entries.ts'
import { useArrangement } from './use-arrangement.ts'

/** What the list shows. */
export interface ListContents {
  readonly entries: readonly ListEntry[]
  /** The sessions among the entries, in their order. */
  readonly order: readonly string[]
  readonly summaries: ReadonlyMap<string, SessionSummary>
  readonly archivedCount: number
  toggleGroup(id: string): void
}

const noItems: readonly SessionSummary[] = []

/** Arranges the sessions as the person wants them. While text is filtered by, closed headings are open and the archive is searched too. */
export function useListContents(
  items: readonly SessionSummary[] | undefined,
  view: 'current' | 'archived',
  filter: string,
  isDragging: boolean,
): ListContents {
  const arrangement = useArrangement()
  const [closed, setClosed] = usePreference('closedGroups')
  const isFiltered = filter.trim() !== ''
  const archived = useMemo(() => archivedSessions(items ?? noItems), [items])
  const groups = useMemo((): readonly SessionGroup[] => {
    const found = filterSessions(items ?? noItems, filter)
    const put = archivedSessions(found)
    const away: readonly SessionGroup[] = put.length === 0 ? [] : [{ id: 'archived', kind: 'archived', items: put }]
    if (view === 'archived') return away
    const groupsOfView = arrangeSessions(found, arrangement)
    return isFiltered ? [...groupsOfView, ...away] : groupsOfView
  }, [items, filter, view, arrangement, isFiltered])
  const entries = useMemo(
    () => entriesOf(groups, isFiltered || view === 'archived' ? [] : closed, isDragging),
    [groups, closed, isFiltered, view, isDragging],
  )
  return useMemo(() => {
    const shown = entries.flatMap((entry) => (entry.kind === 'session' ? [entry.summary] : []))
    return {
      entries,
      order: shown.map(({ resource }) => resource),
      summaries: new Map(shown.map((summary) => [summary.resource, summary])),
      archivedCount: archived.length,
      toggleGroup: (id: string) =>
        setClosed(closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id].slice(-500)),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- setClosed is made anew each time and does the same
  }, [entries, archived, closed])
}
