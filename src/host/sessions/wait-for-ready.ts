import type { Channels } from '../channels/channels.ts'

/** The default chat of a session once it is ready; undefined when it failed or is gone. */
export function waitForReady(channels: Channels, session: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const state = channels.state(session, 'session')
      if (state?.lifecycle === 'creating') return false
      resolve(state?.lifecycle === 'ready' ? state.defaultChat : undefined)
      return true
    }
    if (look()) return
    const stops = [
      channels.onApplied(({ envelope }) => {
        if (envelope.channel === session && look()) stops.forEach((stop) => stop())
      }),
      channels.onClosed((channel) => {
        if (channel === session && look()) stops.forEach((stop) => stop())
      }),
    ]
  })
}
