import type { CreateChatParams } from '../../protocol/channels/session/commands.ts'
import type { DisposeChatParams, FetchTurnsParams } from '../../protocol/channels/chat/commands.ts'
import { alreadyExists, invalidParams, notFound, sessionNotFound } from '../../protocol/errors.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { SessionIndex } from '../sessions/session-index.ts'

export interface ChatCommandsNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
}

/** `createChat`: the agents of this host hold one chat a session and advertise no more (SPEC 12, AgentCapabilities). */
export function createChat(needs: ChatCommandsNeeds, params: CreateChatParams): null {
  if (needs.channels.kindOf(params.channel) !== 'session') throw sessionNotFound(params.channel)
  if (parseChannelUri(params.chat)?.kind !== 'chat') throw invalidParams('chat: not the URI of a chat')
  if (needs.channels.has(params.chat)) throw alreadyExists(params.chat)
  throw invalidParams('this agent holds one chat in a session')
}

/** `disposeChat`: the default chat goes with its session only. */
export function disposeChat(needs: ChatCommandsNeeds, params: DisposeChatParams): null {
  if (needs.channels.kindOf(params.channel) !== 'chat') throw notFound(params.channel)
  throw invalidParams('the only chat of a session is removed with it')
}

/** `fetchTurns`: this host keeps all turns in the state it sends, so there is never an older page (SPEC 14.3). */
export function fetchTurns(needs: ChatCommandsNeeds, params: FetchTurnsParams): object {
  if (needs.channels.kindOf(params.channel) !== 'chat') throw notFound(params.channel)
  if (params.cursor !== undefined) throw invalidParams('cursor: unknown')
  return {}
}
