import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { SessionConfigState } from '../../protocol/channels/session/config.ts'
import type { SessionState } from '../../protocol/channels/session/state.ts'
import { withRoadsteadMeta, type SessionFacts } from '../../protocol/roadstead.ts'
import { SessionStatus } from '../../protocol/status.ts'
import { fileUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { SessionIndex } from './session-index.ts'
import { summarizeChat } from './summarize.ts'

/** What a session is opened with. */
export interface NewSession {
  readonly uri: string
  readonly provider: string
  /** Absolute and real; undefined for a session without a folder. */
  readonly folder?: string
  readonly folderName?: string
  readonly config: SessionConfigState
  readonly facts: SessionFacts & { readonly createdAt: string }
}

/** Opens a session's channel in `creating`: it has a place and settings, but no chat and takes no turns yet (SPEC 13.2). */
export function openSession(channels: Channels, session: NewSession): void {
  const state: SessionState = {
    provider: session.provider,
    title: '',
    status: SessionStatus.Idle | SessionStatus.IsRead,
    lifecycle: 'creating',
    activeClients: [],
    chats: [],
    config: session.config,
    _meta: withRoadsteadMeta(undefined, session.facts),
  }
  if (session.folder !== undefined) {
    state.workingDirectories = [fileUri(session.folder)]
    state.project = { uri: fileUri(session.folder), displayName: session.folderName ?? session.folder }
  }
  channels.open(session.uri, { kind: 'session', state }, { session: session.uri })
}

/** Opens a chat and lists it in its session; the first one becomes the default (SPEC 13.2, 14.4). */
export function openChat(
  channels: Channels,
  index: SessionIndex,
  session: string,
  chat: Pick<ChatState, 'resource' | 'title' | 'modifiedAt'> & Partial<ChatState>,
): void {
  const state: ChatState = {
    status: SessionStatus.Idle | SessionStatus.IsRead,
    turns: [],
    origin: { kind: 'user' },
    ...chat,
  }
  channels.open(state.resource, { kind: 'chat', state }, { session })
  index.add(state.resource, session)
  channels.apply(session, { type: 'session/chatAdded', summary: summarizeChat(state) })
  if (channels.state(session, 'session')?.defaultChat === undefined) {
    channels.apply(session, { type: 'session/defaultChatChanged', defaultChat: state.resource })
  }
}
