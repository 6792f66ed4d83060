import type { Channels } from '../channels/channels.ts'

/** Which session a chat belongs to. Built from the sessions' own lists, kept by whoever adds and removes chats. */
export interface SessionIndex {
  sessionOf(chat: string): string | undefined
  add(chat: string, session: string): void
  remove(chat: string): void
}

/** The index of what is there now. */
export function createSessionIndex(channels: Channels): SessionIndex {
  const sessions = new Map<string, string>()
  for (const uri of channels.list('session')) {
    for (const chat of channels.state(uri, 'session')?.chats ?? []) sessions.set(chat.resource, uri)
  }
  return {
    sessionOf: (chat) => sessions.get(chat),
    add: (chat, session) => void sessions.set(chat, session),
    remove: (chat) => void sessions.delete(chat),
  }
}
