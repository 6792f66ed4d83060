import type { SessionSummary } from '../protocol/channels/session/state.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { HostLink } from './host-link.ts'
import { createCell, type Readable } from './readable.ts'

/** The catalogue of sessions. `stale`: shown as last known while the host cannot be asked. */
export type SessionListView =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly items: readonly SessionSummary[]; readonly stale: boolean }

/** Fields a change may never touch (SPEC section 12). */
const fixedFields = new Set(['resource', 'provider', 'createdAt'])

/** Keeps the list current: `listSessions` after each connect, then the three `root/session*` notifications. */
export function createSessionList(link: HostLink): { view: Readable<SessionListView>; dispose(): void } {
  const view = createCell<SessionListView>({ status: 'loading' })
  let items = new Map<string, SessionSummary>()
  let load = 0

  function show(stale: boolean): void {
    const sorted = [...items.values()].sort((a, b) =>
      a.modifiedAt < b.modifiedAt ? 1 : a.modifiedAt > b.modifiedAt ? -1 : 0,
    )
    view.set({ status: 'ready', items: sorted, stale })
  }

  async function loadAll(): Promise<void> {
    const mine = ++load
    const found = new Map<string, SessionSummary>()
    // Changes told while pages are under way are newer than the pages.
    items = found
    let cursor: string | undefined
    try {
      do {
        const page = await link.request('listSessions', {
          channel: ROOT_URI,
          limit: 200,
          ...(cursor === undefined ? {} : { cursor }),
        })
        if (mine !== load) return
        for (const summary of page.items) if (!found.has(summary.resource)) found.set(summary.resource, summary)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      show(false)
    } catch {
      // The next connect asks again; until then the last known list stands.
    }
  }

  const stopNotifications = link.onNotification((method, params) => {
    if (method === 'root/sessionAdded') {
      const { summary } = params as { summary: SessionSummary }
      items.set(summary.resource, summary)
    } else if (method === 'root/sessionRemoved') {
      items.delete((params as { session: string }).session)
    } else if (method === 'root/sessionSummaryChanged') {
      const { session, changes } = params as { session: string; changes: Partial<SessionSummary> }
      const held = items.get(session)
      if (held === undefined) return
      const allowed = Object.fromEntries(Object.entries(changes).filter(([key]) => !fixedFields.has(key)))
      items.set(session, { ...held, ...allowed })
    } else return
    if (view.get().status === 'ready') show(false)
  })
  const stopConnected = link.onConnected(() => void loadAll())
  const stopConnection = link.connection.subscribe(() => {
    const shown = view.get()
    const connected = link.connection.get().status === 'in-sync' || link.connection.get().status === 'catching-up'
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
