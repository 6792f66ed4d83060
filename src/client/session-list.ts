import type { SessionSummary } from '../protocol/channels/session/state.ts'
import { ProtocolError } from '../protocol/errors.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { HostLink } from './host-link.ts'
import { createCell, type Readable } from './readable.ts'

/** The catalogue of sessions. `stale`: shown as last known while the host cannot be asked. */
export type SessionListView =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly SessionSummary[]; readonly stale: boolean }

type Items = Map<string, SessionSummary>
type Change = (items: Items) => void

/** Fields a change may never touch (SPEC section 12). */
const fixedFields = new Set(['resource', 'provider', 'createdAt'])
const pageSize = 200

/** Keeps the list current: `listSessions` after each connect, then the three `root/session*` notifications. */
export function createSessionList(link: HostLink): { view: Readable<SessionListView>; dispose(): void } {
  const view = createCell<SessionListView>({ status: 'loading' })
  let items: Items = new Map()
  /** What was told while pages were under way: in which order they came about, only the wire knows, so it goes last. */
  let told: Change[] | undefined
  let load = 0

  function show(stale: boolean): void {
    const sorted = [...items.values()].sort((a, b) =>
      a.modifiedAt < b.modifiedAt ? 1 : a.modifiedAt > b.modifiedAt ? -1 : 0,
    )
    view.set({ status: 'ready', items: sorted, stale })
  }

  async function loadAll(): Promise<void> {
    const mine = ++load
    told = []
    let found: Items | undefined
    let refused = false
    try {
      found = await readPages()
    } catch (error) {
      // Without an answer the next connect asks again, and until then the last known list stands.
      refused = error instanceof ProtocolError
    }
    if (mine !== load) return
    const changes = told ?? []
    told = undefined
    if (found !== undefined) items = found
    for (const change of changes) change(items)
    if (found !== undefined || refused) show(refused)
  }

  async function readPages(): Promise<Items> {
    const found: Items = new Map()
    const cursors = new Set<string>()
    let cursor: string | undefined
    do {
      if (cursor !== undefined) cursors.add(cursor)
      const page = await link.request('listSessions', {
        channel: ROOT_URI,
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      })
      for (const summary of page.items) if (!found.has(summary.resource)) found.set(summary.resource, summary)
      cursor = page.nextCursor
      // A host that gives out the same cursor again would be asked for ever.
    } while (cursor !== undefined && !cursors.has(cursor))
    return found
  }

  const stopNotifications = link.onNotification((method, params) => {
    const change = changeOf(method, params)
    if (change === undefined) return
    if (told !== undefined) return void told.push(change)
    change(items)
    if (view.get().status === 'ready') show(false)
  })
  const stopConnected = link.onConnected(() => void loadAll())
  const stopConnection = link.connection.subscribe(() => {
    const { status } = link.connection.get()
    const shown = view.get()
    const connected = status === 'in-sync' || status === 'catching-up'
    if (!connected && shown.status === 'ready' && !shown.stale) view.set({ ...shown, stale: true })
  })

  return {
    view,
    dispose() {
      load += 1
      stopNotifications()
      stopConnected()
      stopConnection()
    },
  }
}

/** What a notification changes; its parameters have been checked against its schema. */
function changeOf(method: string, params: unknown): Change | undefined {
  if (method === 'root/sessionAdded') {
    const { summary } = params as { summary: SessionSummary }
    return (items) => void items.set(summary.resource, summary)
  }
  if (method === 'root/sessionRemoved') {
    const { session } = params as { session: string }
    return (items) => void items.delete(session)
  }
  if (method === 'root/sessionSummaryChanged') {
    const { session, changes } = params as { session: string; changes: Partial<SessionSummary> }
    const allowed = Object.fromEntries(Object.entries(changes).filter(([key]) => !fixedFields.has(key)))
    return (items) => {
      const held = items.get(session)
      if (held !== undefined) items.set(session, { ...held, ...allowed })
    }
  }
  return undefined
}
