import type { Clock } from '../platform/clock.ts'
import { isoNow } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'
import { newId, randomSecret } from '../platform/ids.ts'
import type { Device, DeviceBook, ListenerPrincipal } from './listener.ts'
import { createPairingCodes } from './pairing-codes.ts'
import type { PairingCode } from './pairing-codes.ts'
import { equalSecrets, hashSecret } from './secrets.ts'
import { createTickets } from './tickets.ts'

/** Values of W4; durations in milliseconds. */
export interface AccessLimits {
  readonly ticketMs: number
  readonly pairingMs: number
  readonly pairingTries: number
  /** A device's last use is written at most once in this time. */
  readonly touchMs: number
  readonly waitingTickets: number
}

const defaultAccessLimits: AccessLimits = {
  ticketMs: 30_000,
  pairingMs: 10 * 60_000,
  pairingTries: 5,
  touchMs: 60_000,
  waitingTickets: 1_000,
}

/** Every credential a request carries, by the place it stands in. */
export interface Carriers {
  /** Values of `Authorization` headers. */
  readonly authorization: readonly string[]
  /** Values of `tkn` in the query. */
  readonly tkn: readonly string[]
}

/** What a pairing code came to. `credential` is told this once and kept only as a hash. */
export type PairingOutcome =
  { readonly kind: 'paired'; readonly device: Device; readonly credential: string } | { readonly kind: 'wrong-code' }

/** Who may connect (W4, W4b). Keeps no credential in clear but the host's own token. */
export interface Access {
  /** The principal behind the one carrier; undefined unless there is exactly one and it is right. Uses a ticket up. */
  authenticate(carriers: Carriers, onLoopback: boolean): ListenerPrincipal | undefined
  /** The principal behind a bearer credential alone, as asking for a ticket needs it. */
  authenticateBearer(carriers: Carriers): ListenerPrincipal | undefined
  /** A ticket for one connection, and how long it is good. */
  issueTicket(principal: ListenerPrincipal): { readonly ticket: string; readonly lifeMs: number }
  createPairingCode(scope: Device['scope']): PairingCode
  /** Trades a code for a device credential; the credential is not to be had again. */
  pair(code: string, name: string): PairingOutcome
  devices(): readonly Device[]
  /** Takes a device's credential and tickets away at once; false if there is no such device. */
  revoke(deviceId: string): boolean
  /** Open connections of that device must be closed with 1008. */
  onRevoked(listener: (deviceId: string) => void): Dispose
}

export interface AccessNeeds {
  readonly deviceBook: DeviceBook
  readonly clock: Clock
  /** The connection token of `endpoint.json`. */
  readonly hostToken: string
  readonly limits?: Partial<AccessLimits>
}

/** Nobody is waiting to be paired yet; devices are those the book knows. */
export function createAccess({ deviceBook, clock, hostToken, limits }: AccessNeeds): Access {
  if (hostToken === '') throw new Error('The connection token must not be empty.')
  const { ticketMs, pairingMs, pairingTries, touchMs, waitingTickets } = { ...defaultAccessLimits, ...limits }
  const tickets = createTickets(clock, ticketMs, waitingTickets)
  const pairingCodes = createPairingCodes(clock, pairingMs, pairingTries)
  const revokedListeners = new Set<(deviceId: string) => void>()
  const touchedAt = new Map<string, number>()

  function touch(id: string): void {
    const now = clock.monotonic()
    const before = touchedAt.get(id)
    if (before !== undefined && now - before < touchMs) return
    touchedAt.set(id, now)
    deviceBook.touch(id, isoNow(clock))
  }

  function principalOf(credential: string): ListenerPrincipal | undefined {
    if (equalSecrets(credential, hostToken)) return { kind: 'host-token' }
    const device = deviceBook.find(hashSecret(credential))
    if (device === undefined) return undefined
    touch(device.id)
    return { kind: 'device', id: device.id, name: device.name, scope: device.scope }
  }

  function authenticateBearer({ authorization, tkn }: Carriers): ListenerPrincipal | undefined {
    if (authorization.length !== 1 || tkn.length !== 0) return undefined
    const credential = /^bearer ([^\s]+)$/i.exec(authorization[0] ?? '')?.[1]
    return credential === undefined ? undefined : principalOf(credential)
  }

  function authenticateTkn(tkn: string, onLoopback: boolean): ListenerPrincipal | undefined {
    if (equalSecrets(tkn, hostToken)) return onLoopback ? { kind: 'host-token' } : undefined
    const principal = tickets.redeem(tkn)
    if (principal?.kind === 'device') touch(principal.id)
    return principal
  }

  return {
    authenticate(carriers, onLoopback) {
      if (carriers.authorization.length + carriers.tkn.length !== 1) return undefined
      const [tkn] = carriers.tkn
      return tkn === undefined ? authenticateBearer(carriers) : authenticateTkn(tkn, onLoopback)
    },
    authenticateBearer,
    issueTicket: (principal) => ({ ticket: tickets.issue(principal), lifeMs: ticketMs }),
    createPairingCode: (scope) => pairingCodes.create(scope),
    pair(code, name) {
      const scope = pairingCodes.redeem(code)
      if (scope === undefined) return { kind: 'wrong-code' }
      const credential = randomSecret(256)
      const device: Device = { id: newId(), name, scope, createdAt: isoNow(clock) }
      deviceBook.add(device, hashSecret(credential))
      return { kind: 'paired', device, credential }
    },
    devices: () => deviceBook.list(),
    revoke(deviceId) {
      if (!deviceBook.list().some((device) => device.id === deviceId)) return false
      deviceBook.remove(deviceId)
      tickets.dropDevice(deviceId)
      touchedAt.delete(deviceId)
      for (const listener of [...revokedListeners]) listener(deviceId)
      return true
    },
    onRevoked(listener) {
      revokedListeners.add(listener)
      return () => void revokedListeners.delete(listener)
    },
  }
}
