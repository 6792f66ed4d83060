import { createHash } from 'node:crypto'
import type { Principal } from './server.ts'

/** What the host keeps of a client id while it lives: never over a restart. */
export interface RememberedClient {
  readonly principal: Principal
  protocolVersion: string
  locale: string | undefined
  /** Notes an action as applied; false when the same one under the same number was applied before (W11). */
  noteApplied(clientSeq: number, channel: string, action: unknown): boolean
}

const maxClients = 1000
const maxActions = 2000

/** Client ids and who they belong to; the ones longest unused are forgotten first. */
export interface RememberedClients {
  /** The client, if it was seen with this very credential. A client id alone is no identity. */
  find(clientId: string, principal: Principal): RememberedClient | undefined
  remember(
    clientId: string,
    principal: Principal,
    protocolVersion: string,
    locale: string | undefined,
  ): RememberedClient
}

/** Whether two connections were let in as the same device, or both by the host token. */
export function isSamePrincipal(a: Principal, b: Principal): boolean {
  return a.kind === 'device' ? b.kind === 'device' && a.id === b.id : b.kind === 'host-token'
}

/** Nobody is remembered yet. */
export function createRememberedClients(): RememberedClients {
  const clients = new Map<string, RememberedClient>()

  function put(clientId: string, client: RememberedClient): RememberedClient {
    clients.delete(clientId)
    clients.set(clientId, client)
    for (const oldest of clients.keys()) {
      if (clients.size <= maxClients) break
      clients.delete(oldest)
    }
    return client
  }

  function find(clientId: string, principal: Principal): RememberedClient | undefined {
    const client = clients.get(clientId)
    return client !== undefined && isSamePrincipal(client.principal, principal) ? put(clientId, client) : undefined
  }

  return {
    find,
    remember(clientId, principal, protocolVersion, locale) {
      const known = find(clientId, principal)
      if (known === undefined) return put(clientId, createClient(principal, protocolVersion, locale))
      known.protocolVersion = protocolVersion
      known.locale = locale
      return known
    },
  }
}

function createClient(principal: Principal, protocolVersion: string, locale: string | undefined): RememberedClient {
  const applied = new Set<string>()
  return {
    principal,
    protocolVersion,
    locale,
    noteApplied(clientSeq, channel, action) {
      const key = createHash('sha1')
        .update(JSON.stringify([clientSeq, channel, action]))
        .digest('base64')
      if (applied.has(key)) return false
      applied.add(key)
      for (const oldest of applied) {
        if (applied.size <= maxActions) break
        applied.delete(oldest)
      }
      return true
    },
  }
}
