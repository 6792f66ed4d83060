import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts } from '../../../protocol/roadstead.ts'
import { isArchived, needOf, type Need } from './group.ts'

/** How a person wants the list. */
export interface Arrangement {
  readonly grouping: 'need' | 'folder'
  /** URIs of pinned sessions, in their order. */
  readonly pinned: readonly string[]
}

/** Sessions under one heading. `id` is stable, so that a closed one stays closed. */
export interface SessionGroup {
  readonly id: string
  readonly kind: Need | 'pinned' | 'folder'
  /** The URI of the folder its sessions work in; absent for those that have none. */
  readonly folder?: string
  readonly items: readonly SessionSummary[]
}

const needs: readonly Need[] = ['needs-you', 'working', 'review', 'earlier']

/**
 * The list of what is not archived, under its headings; headings without sessions are left out. What needs the person is
 * first in either grouping, then what is pinned. Within a heading the order is the one that came.
 */
export function arrangeSessions(
  items: readonly SessionSummary[],
  { grouping, pinned }: Arrangement,
): readonly SessionGroup[] {
  const current = items.filter((item) => !isArchived(item))
  const byNeed = new Map(current.map((item) => [item.resource, needOf(item)]))
  const asking = current.filter((item) => byNeed.get(item.resource) === 'needs-you')
  const rest = current.filter((item) => byNeed.get(item.resource) !== 'needs-you')
  const byUri = new Map(rest.map((item) => [item.resource, item]))
  const pinnedItems = [...new Set(pinned)].flatMap((uri) => byUri.get(uri) ?? [])
  const pinnedUris = new Set(pinnedItems.map(({ resource }) => resource))
  const others = rest.filter(({ resource }) => !pinnedUris.has(resource))
  const grouped: readonly SessionGroup[] =
    grouping === 'folder'
      ? byFolder(others, byNeed)
      : needs.slice(1).map((need) => ({
          id: need,
          kind: need,
          items: others.filter(({ resource }) => byNeed.get(resource) === need),
        }))
  const top: readonly SessionGroup[] = [
    { id: 'needs-you', kind: 'needs-you', items: asking },
    { id: 'pinned', kind: 'pinned', items: pinnedItems },
  ]
  return [...top, ...grouped].filter(({ items: own }) => own.length > 0)
}

/** Folders in the order of their most recent session; those at work before the others inside each. */
function byFolder(items: readonly SessionSummary[], byNeed: ReadonlyMap<string, Need>): readonly SessionGroup[] {
  const folders = new Map<string, SessionSummary[]>()
  for (const item of items) {
    const folder = item.workingDirectories?.[0] ?? ''
    const own = folders.get(folder)
    if (own === undefined) folders.set(folder, [item])
    else own.push(item)
  }
  const rank = (item: SessionSummary) => needs.indexOf(byNeed.get(item.resource) ?? 'earlier')
  return [...folders].map(([folder, own]) => ({
    id: `folder ${folder}`,
    kind: 'folder',
    ...(folder === '' ? {} : { folder }),
    items: own.toSorted((a, b) => rank(a) - rank(b)),
  }))
}

/** What was put away, as it came. */
export function archivedSessions(items: readonly SessionSummary[]): readonly SessionSummary[] {
  return items.filter(isArchived)
}

/** Sessions in whose title, folder or branch every word of the text is found. */
export function filterSessions(items: readonly SessionSummary[], text: string): readonly SessionSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter((item) => {
    const branch = roadsteadMeta(SessionFacts, item._meta)?.branch ?? ''
    const folders = (item.workingDirectories ?? []).map(decodeSafely).join(' ')
    const held = `${item.title} ${folders} ${branch}`.toLowerCase()
    return words.every((word) => held.includes(word))
  })
}

/** Sessions in the order they stand on the screen, closed headings included; what is archived is not among them. */
export function orderedSessions(items: readonly SessionSummary[], arrangement: Arrangement): readonly SessionSummary[] {
  return arrangeSessions(items, arrangement).flatMap((group) => group.items)
}

function decodeSafely(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
