import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { SessionIndex } from '../sessions/session-index.ts'

const longestTitle = 60

/** A session without a title takes the beginning of its first message, until somebody gives it a better one. */
export function titleSessions(channels: Channels, index: SessionIndex): Dispose {
  return channels.onApplied(({ envelope }) => {
    const { action, channel } = envelope
    if (action.type !== 'chat/turnStarted') return
    const session = index.sessionOf(channel)
    if (session === undefined || channels.state(session, 'session')?.title !== '') return
    channels.apply(session, { type: 'session/titleChanged', title: titleFrom(action.message.text) })
  })
}

/** The first line, cut at a word where one ends in time; never empty. */
export function titleFrom(text: string): string {
  const line = text.trim().split('\n')[0]?.trim().replaceAll(/\s+/g, ' ') ?? ''
  if (line === '') return 'New session'
  const characters = [...line]
  if (characters.length <= longestTitle) return line
  const cut = characters.slice(0, longestTitle).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > longestTitle / 2 ? cut.slice(0, space) : cut}…`
}
