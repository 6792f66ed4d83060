import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { After } from '../platform/timers.ts'
import type { ServerOptions } from './options.ts'
import type { RememberedClients } from './remembered-clients.ts'
import type { Principal, ServerLimits } from './server.ts'

/** Closing codes of our own and of WebSocket (attacks README, W8, W9 and limits). */
export const closeCodes = { goingAway: 1001, policy: 1008, tooSlow: 1013, takenOver: 4000 } as const

/** The part of the server one connection needs. */
export interface ConnectionHost {
  readonly options: ServerOptions
  readonly limits: ServerLimits
  readonly after: After
  readonly clients: RememberedClients
  /** Called before the handshake is answered; throws when the client id is in use by somebody else. */
  claimClientId(connection: Connection, clientId: string): void
  onReady(connection: Connection, clientId: string, resumed: readonly string[] | undefined): void
  onSubscribed(channel: string, change: 1 | -1): void
  onEnd(connection: Connection): void
}

/** One client on one transport. */
export interface Connection {
  readonly principal: Principal
  /** Set once the handshake is done. */
  readonly clientId: string | undefined
  isSubscribed(channel: string): boolean
  /** `text`: the envelope's notification as JSON, made once for all connections. */
  sendEnvelope(envelope: ActionEnvelope, text: () => string): void
  notify(method: string, params: object): void
  /** The channel is gone. */
  forget(channel: string): void
  close(code: number, reason: string): void
}
