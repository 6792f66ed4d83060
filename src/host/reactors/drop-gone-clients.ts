import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { After } from '../platform/timers.ts'

/** Tells when a client has no connection any more, and when it has one again. */
export interface ClientPresence {
  onClientGone(listener: (clientId: string) => void): Dispose
  onClientConnected(listener: (clientId: string) => void): Dispose
}

/** How long a client may be away before what it offered is taken back (SPEC 13.3). */
const graceMs = 30_000

/** Takes a vanished client out of the sessions it was active in, unless it comes back in time. */
export function dropGoneClients(channels: Channels, presence: ClientPresence, after: After): Dispose {
  const waiting = new Map<string, Dispose>()

  function drop(clientId: string): void {
    waiting.delete(clientId)
    for (const session of channels.list('session')) {
      const active = channels.state(session, 'session')?.activeClients.some((client) => client.clientId === clientId)
      if (active === true) channels.apply(session, { type: 'session/activeClientRemoved', clientId })
    }
  }

  const stops = [
    presence.onClientGone((clientId) => {
      waiting.get(clientId)?.()
      waiting.set(
        clientId,
        after(graceMs, () => drop(clientId)),
      )
    }),
    presence.onClientConnected((clientId) => {
      waiting.get(clientId)?.()
      waiting.delete(clientId)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const callOff of waiting.values()) callOff()
  }
}
