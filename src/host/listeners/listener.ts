import type { DeviceScope } from '../../protocol/roadstead.ts'
import type { Transport } from '../../protocol/transport.ts'

/** A paired device as kept on disk; the credential only as a hash. */
export interface Device {
  readonly id: string
  readonly name: string
  readonly scope: DeviceScope
  readonly createdAt: string
  readonly lastUsedAt?: string
}

/** Where devices are kept; handed in, so that this room needs no database. */
export interface DeviceBook {
  list(): readonly Device[]
  /** By the SHA-256 (hex) of the credential. */
  find(credentialHash: string): Device | undefined
  add(device: Device, credentialHash: string): void
  touch(id: string, at: string): void
  remove(id: string): void
}

/** Structurally the server room's Principal. */
export type ListenerPrincipal =
  | { readonly kind: 'host-token' }
  | {
      readonly kind: 'device'
      readonly id: string
      readonly name: string
      readonly scope: DeviceScope
    }

/** A running listener. */
export interface Listener {
  readonly port: number
  /** `ws://127.0.0.1:PORT/ahp` */
  readonly url: string
  /** `http://127.0.0.1:PORT` */
  readonly pageUrl: string
  /** Closes the socket and every connection. */
  stop(): Promise<void>
}

/** Hands an authenticated, upgraded connection over. */
export type OnConnection = (transport: Transport, principal: ListenerPrincipal) => void
