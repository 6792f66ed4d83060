import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { factsOf, isArchived, needOf, type Need } from './group.ts'

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
 * first in either grouping, then what is pinned. Within a heading the order is the one that came, but those at work, which
 * change all the time, stand still: the newest first.
 */
export function arrangeSessions(
  items: readonly SessionSummary[],
  { grouping, pinned }: Arrangement,
): readonly SessionGroup[] {
  const current = items.filter((item) => !isArchived(item))
  const byNeed = new Map(current.map((item) => [item.resource, needOf(item)]))
  const asking = current.filter((item) => byNeed.get(item.resource) === 'needs-you')
  const working = current.filter((item) => byNeed.get(item.resource) === 'working').toSorted(newestFirst)
  const quiet = current.filter((item) => !['needs-you', 'working'].includes(byNeed.get(item.resource) ?? ''))
  const rest = [...working, ...quiet]
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

/** The folder with the newest session first; those at work before the others inside each. */
function byFolder(items: readonly SessionSummary[], byNeed: ReadonlyMap<string, Need>): readonly SessionGroup[] {
  const folders = new Map<string, SessionSummary[]>()
  for (const item of items.toSorted(newestFirst)) folders.set(item.workingDirectories?.[0] ?? '', [])
  for (const item of items) folders.get(item.workingDirectories?.[0] ?? '')?.push(item)
  const rank = (item: SessionSummary) => needs.indexOf(byNeed.get(item.resource) ?? 'earlier')
  return [...folders].map(([folder, own]) => ({
    id: `folder ${folder}`,
    kind: 'folder',
    ...(folder === '' ? {} : { folder }),
    items: own.toSorted((a, b) => rank(a) - rank(b)),
  }))
}

function newestFirst(a: SessionSummary, b: SessionSummary): number {
  return a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0
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
    const branch = factsOf(item)?.branch ?? ''
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
