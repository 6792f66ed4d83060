import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { SessionIndex } from '../sessions/session-index.ts'

/** What ends a turn, or makes it wait for a person, is news: the session counts as unread until somebody has looked. */
const news: ReadonlySet<string> = new Set(['chat/turnComplete', 'chat/error', 'chat/inputRequested'])

/** Marks sessions unread from now on. */
export function markUnread(channels: Channels, index: SessionIndex): Dispose {
  return channels.onApplied(({ envelope, before, after }) => {
    const { action, channel } = envelope
    if (before.state === after.state) return
    const waits = action.type === 'chat/toolCallReady' && action.confirmed === undefined
    if (!waits && !news.has(action.type)) return
    const session = index.sessionOf(channel)
    if (session === undefined || !channels.has(session)) return
    channels.apply(session, { type: 'session/isReadChanged', isRead: false })
  })
}
