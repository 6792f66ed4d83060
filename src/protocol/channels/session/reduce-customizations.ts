/** How session actions change customizations and MCP servers (SPEC 20). Lists come back as they are when nothing fits. */
import { removeWhere, updateFirst, upsert, withFields } from '../../reducer.ts'
import type {
  ChildCustomization,
  Customization,
  CustomizationEnablement,
  McpServerCustomization,
} from './customizations.ts'
import type { McpServerState } from './mcp-server.ts'

type AnyEntry = Customization | ChildCustomization
type Entries = Customization[] | undefined

/** Adds or replaces a whole top-level entry, children included. */
export function updateCustomization(entries: Entries, customization: Customization): Customization[] {
  return upsert(entries ?? [], customization, (entry) => entry.id)
}

/** Removes a top-level entry; if there is none, the child with that id, wherever it is. */
export function removeCustomization(entries: Entries, id: string): Entries {
  if (entries === undefined) return undefined
  const left = removeWhere(entries, (entry) => entry.id === id)
  if (left !== entries) return left
  return updateFirst(
    entries,
    (entry) => childrenOf(entry).some((child) => child.id === id),
    (entry) =>
      withChildren(
        entry,
        removeWhere(childrenOf(entry), (child) => child.id === id),
      ),
  )
}

/** Takes over a complete list of decisions: as `enablement` where the kind has it, else as `enabled`. */
export function toggleCustomization(entries: Entries, id: string, enablement: CustomizationEnablement[]): Entries {
  return changeById(entries, id, (entry) => {
    if (entry.type === 'plugin' || entry.type === 'mcpServer') {
      return withFields(entry, { enablement: enablement.length === 0 ? undefined : enablement })
    }
    return withFields(entry, { enabled: enablement[0]?.enabled ?? true })
  })
}

/** Sets the state of an MCP server and exactly that channel: an absent one is removed. */
export function setMcpServer(
  entries: Entries,
  id: string,
  state: McpServerState,
  channel: string | undefined,
): Entries {
  return changeMcpServer(entries, id, (server) => withFields(server, { state, channel }))
}

/** Lets messages through while a server is still starting; nothing else can be unblocked. */
export function unblockMcpServer(entries: Entries, id: string): Entries {
  return changeMcpServer(entries, id, (server) => {
    if (server.state.kind !== 'starting' || server.state.blocking !== true) return server
    return withFields(server, { state: { ...server.state, blocking: false } })
  })
}

function changeMcpServer(
  entries: Entries,
  id: string,
  change: (server: McpServerCustomization) => McpServerCustomization,
): Entries {
  return changeById(entries, id, (entry) => (entry.type === 'mcpServer' ? change(entry) : entry))
}

/** Changes the entry with that id, top level first, then children. */
function changeById(entries: Entries, id: string, change: (entry: AnyEntry) => AnyEntry): Entries {
  if (entries === undefined) return undefined
  // A change keeps the type of an entry, so what was allowed in a list still is.
  const changeTop = change as (entry: Customization) => Customization
  const changeChild = change as (entry: ChildCustomization) => ChildCustomization
  if (entries.some((entry) => entry.id === id)) return updateFirst(entries, (entry) => entry.id === id, changeTop)
  return updateFirst(
    entries,
    (entry) => childrenOf(entry).some((child) => child.id === id),
    (entry) =>
      withChildren(
        entry,
        updateFirst(childrenOf(entry), (child) => child.id === id, changeChild),
      ),
  )
}

const none: ChildCustomization[] = []

/** Containers of kinds nobody knows are looked into as well. */
function childrenOf(entry: Customization): ChildCustomization[] {
  return 'children' in entry && Array.isArray(entry.children) ? entry.children : none
}

function withChildren(entry: Customization, children: ChildCustomization[]): Customization {
  if (!('children' in entry) || entry.children === children) return entry
  return withFields(entry, { children })
}
