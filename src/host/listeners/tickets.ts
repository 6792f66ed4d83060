import type { Clock } from '../platform/clock.ts'
import { randomSecret } from '../platform/ids.ts'
import type { ListenerPrincipal } from './listener.ts'
import { hashSecret } from './secrets.ts'

/** One-use keys for opening a connection, so that no lasting credential stands in an address (W4). */
export interface Tickets {
  /** A new ticket of 256 random bits. */
  issue(principal: ListenerPrincipal): string
  /** Whose ticket it is; takes it out, so a second try finds nothing. */
  redeem(ticket: string): ListenerPrincipal | undefined
  /** Voids the tickets of a revoked device. */
  dropDevice(id: string): void
}

/** `lifeMs`: how long a ticket is good. `most`: tickets waiting at once; the oldest makes room. */
export function createTickets(clock: Clock, lifeMs: number, most: number): Tickets {
  const waiting = new Map<string, { principal: ListenerPrincipal; until: number }>()

  function dropExpired(): void {
    const now = clock.monotonic()
    for (const [hash, ticket] of waiting) if (ticket.until <= now) waiting.delete(hash)
  }

  return {
    issue(principal) {
      dropExpired()
      for (const hash of waiting.keys()) {
        if (waiting.size < most) break
        waiting.delete(hash)
      }
      const ticket = randomSecret(256)
      waiting.set(hashSecret(ticket), { principal, until: clock.monotonic() + lifeMs })
      return ticket
    },
    redeem(ticket) {
      dropExpired()
      const hash = hashSecret(ticket)
      const found = waiting.get(hash)
      waiting.delete(hash)
      return found?.principal
    },
    dropDevice(id) {
      for (const [hash, { principal }] of waiting)
        if (principal.kind === 'device' && principal.id === id) waiting.delete(hash)
    },
  }
}
