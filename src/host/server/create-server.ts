import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { permissionDenied } from '../../protocol/errors.ts'
import { limits as protocolLimits } from '../../protocol/limits.ts'
import { detailOf } from '../platform/error-detail.ts'
import { after } from '../platform/timers.ts'
import { closeCodes, type Connection, type ConnectionHost } from './connection.ts'
import { openConnection } from './open-connection.ts'
import { notificationText } from './outgoing.ts'
import { createRememberedClients, isSamePrincipal } from './remembered-clients.ts'
import type { ServerOptions } from './options.ts'
import type { Server, ServerLimits } from './server.ts'

const defaultLimits: ServerLimits = {
  subscriptions: protocolLimits.subscriptions,
  protocolErrors: protocolLimits.protocolErrors,
  initializeWithinMs: 10_000,
  queuedBytes: 32 * 1024 * 1024,
}

/** A server with no connections yet. */
export function createServer(options: ServerOptions): Server {
  const { channels, logger } = options
  const connections = new Set<Connection>()
  const byClientId = new Map<string, Connection>()
  const subscribers = new Map<string, number>()
  const connectedListeners = new Set<(clientId: string) => void>()
  const goneListeners = new Set<(clientId: string) => void>()
  const resumedListeners = new Set<(clientId: string, subscriptions: readonly string[]) => void>()
  const subscriberListeners = new Set<(channel: string, subscribers: number) => void>()
  let stopped = false

  const host: ConnectionHost = {
    options,
    limits: { ...defaultLimits, ...options.limits },
    after: options.after ?? after,
    clients: createRememberedClients(),
    claimClientId(connection, clientId) {
      const other = byClientId.get(clientId)
      if (other !== undefined && other !== connection && !isSamePrincipal(other.principal, connection.principal)) {
        throw permissionDenied('this client id belongs to another connection')
      }
    },
    onReady(connection, clientId, resumed) {
      const older = byClientId.get(clientId)
      byClientId.set(clientId, connection)
      if (older !== undefined && older !== connection)
        older.close(closeCodes.takenOver, 'taken over by a newer connection')
      else tell(connectedListeners, clientId)
      if (resumed !== undefined) tell(resumedListeners, clientId, resumed)
    },
    onSubscribed(channel, change) {
      const count = (subscribers.get(channel) ?? 0) + change
      if (count > 0) subscribers.set(channel, count)
      else subscribers.delete(channel)
      tell(subscriberListeners, channel, count)
    },
    onEnd(connection) {
      connections.delete(connection)
      const { clientId } = connection
      if (clientId === undefined || byClientId.get(clientId) !== connection) return
      byClientId.delete(clientId)
      tell(goneListeners, clientId)
    },
  }

  function tell<A extends unknown[]>(listeners: ReadonlySet<(...args: A) => void>, ...args: A): void {
    for (const listener of [...listeners]) {
      try {
        listener(...args)
      } catch (error) {
        logger.error('A listener failed', {
          detail: detailOf(error),
        })
      }
    }
  }

  function publish(envelope: ActionEnvelope): void {
    let text: string | undefined
    const textOnce = () => (text ??= notificationText(envelope))
    for (const connection of [...connections]) connection.sendEnvelope(envelope, textOnce)
  }

  const disposers = [
    channels.onEnvelope(publish),
    channels.onClosed((channel) => {
      subscribers.delete(channel)
      for (const connection of connections) connection.forget(channel)
    }),
  ]

  const listen =
    <L>(listeners: Set<L>) =>
    (listener: L) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }

  return {
    accept(transport, principal) {
      if (stopped) return transport.close(closeCodes.goingAway, 'the host is stopping')
      connections.add(openConnection(host, transport, principal))
    },
    notify(channel, method, params) {
      for (const connection of [...connections]) if (connection.isSubscribed(channel)) connection.notify(method, params)
    },
    disconnectDevice(id) {
      for (const connection of [...connections]) {
        const { principal } = connection
        if (principal.kind === 'device' && principal.id === id)
          connection.close(closeCodes.policy, 'the credential was revoked')
      }
    },
    onClientConnected: listen(connectedListeners),
    onClientGone: listen(goneListeners),
    onClientResumed: listen(resumedListeners),
    onSubscribersChanged: listen(subscriberListeners),
    isConnected: (clientId) => byClientId.has(clientId),
    get connections() {
      return connections.size
    },
    stop() {
      if (stopped) return
      stopped = true
      channels.flush()
      for (const dispose of disposers) dispose()
      for (const connection of [...connections]) connection.close(closeCodes.goingAway, 'the host is stopping')
    },
  }
}
