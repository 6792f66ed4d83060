import type { StateAction } from '../../protocol/actions.ts'
import type { Implementation } from '../../protocol/capabilities.ts'
import type { DeviceScope } from '../../protocol/roadstead.ts'
import type { Transport } from '../../protocol/transport.ts'
import type { Dispose } from '../platform/disposable.ts'

/** Who is behind a connection, decided before the first message. `clientId` is not an identity. */
export type Principal =
  | { readonly kind: 'host-token' }
  | { readonly kind: 'device'; readonly id: string; readonly name: string; readonly scope: DeviceScope }

/** Who asks. */
export interface CommandContext {
  readonly clientId: string
  readonly principal: Principal
  readonly scope: DeviceScope
  readonly protocolVersion: string
  readonly locale?: string
}

/** Answers one method. Params are already checked with the method's schema. Throws ProtocolError for the wire's no. */
export type CommandHandler = (params: never, context: CommandContext) => Promise<unknown> | unknown

/** Methods the server does not answer itself (it answers initialize, reconnect, ping, subscribe, unsubscribe, dispatchAction). */
export type CommandTable = Readonly<Record<string, CommandHandler>>

/** Pure check of a client's action against the present state; a text is the rejection reason (SPEC 13.5, 14.5). */
export type ActionRule = (channel: string, action: StateAction, who: CommandContext) => string | undefined

/** What the host says of itself in the handshake (SPEC 4). */
export interface ServerFacts {
  readonly serverInfo: Implementation
  readonly defaultDirectory?: string
  readonly completionTriggerCharacters?: readonly string[]
  /** Asked at each handshake. */
  readonly meta?: () => Record<string, unknown>
  /** Providers whose names are schemes of session URIs. */
  readonly providers?: () => ReadonlySet<string>
}

/** The limits of one connection; the protocol room's own table unless a test says otherwise. */
export interface ServerLimits {
  readonly subscriptions: number
  readonly protocolErrors: number
  readonly initializeWithinMs: number
  /** Bytes that may wait for a slow client before it is closed with 1013; it may reconnect. */
  readonly queuedBytes: number
}

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
  /** A client came back and named the channels it still wants; it has left all others (SPEC 5, 13.3). */
  onClientResumed(listener: (clientId: string, subscriptions: readonly string[]) => void): Dispose
  /** The number of connections subscribed to a channel has changed: a watch nobody looks at can end. */
  onSubscribersChanged(listener: (channel: string, subscribers: number) => void): Dispose
  isConnected(clientId: string): boolean
  /** Number of live connections, those that have not shaken hands yet included. */
  readonly connections: number
  stop(): void
}
