import type { StateAction } from '../../protocol/actions.ts'
import type { Transport } from '../../protocol/transport.ts'
import type { Dispose } from '../platform/disposable.ts'

/** What a client may do (attacks README, scope table). */
export type Scope = 'watch' | 'approve' | 'full'

/** Who is behind a connection, decided before the first message. `clientId` is not an identity. */
export type Principal =
  | { readonly kind: 'host-token' }
  | { readonly kind: 'device'; readonly id: string; readonly name: string; readonly scope: Scope }

/** Who asks. */
export interface CommandContext {
  readonly clientId: string
  readonly principal: Principal
  readonly scope: Scope
  readonly protocolVersion: string
  readonly locale?: string
}

/** Answers one method. Params are already checked with the method's schema. Throws ProtocolError for the wire's no. */
export type CommandHandler = (params: never, context: CommandContext) => Promise<unknown> | unknown

/** Methods the server does not answer itself (it answers initialize, reconnect, ping, subscribe, unsubscribe, dispatchAction). */
export type CommandTable = Readonly<Record<string, CommandHandler>>

/** Pure check of a client's action against the present state; a text is the rejection reason (SPEC 13.5, 14.5). */
export type ActionRule = (channel: string, action: StateAction, who: CommandContext) => string | undefined

/** Connections speaking AHP. Knows channels; the command table and the action rules are handed in. */
export interface Server {
  /** Takes over a transport whose peer has been authenticated. */
  accept(transport: Transport, principal: Principal): void
  /** A `root/…` or other protocol notification to every subscriber of `channel`. */
  notify(channel: string, method: string, params: object): void
  /** Closes all connections of a device with 1008 (its credential was revoked). */
  disconnectDevice(id: string): void
  /** A client id has no connection any more / has one again. */
  onClientConnected(listener: (clientId: string) => void): Dispose
  onClientGone(listener: (clientId: string) => void): Dispose
  isConnected(clientId: string): boolean
  /** Number of live connections. */
  readonly connections: number
  stop(): void
}
