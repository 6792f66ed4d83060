import type { DisposeChatParams, FetchTurnsParams } from '../../protocol/channels/chat/commands.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { CreateChatParams } from '../../protocol/channels/session/commands.ts'
import { alreadyExists, invalidParams, notFound, permissionDenied, sessionNotFound } from '../../protocol/errors.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { openChat } from '../sessions/open-session.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import { refusesRuns } from '../sessions/trust-gate.ts'
import { validateMessage } from '../sessions/validate-message.ts'

/** What chats are made and removed with. */
export interface ChatCommandsNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly clock: Clock
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly newId: () => string
  /** Why nothing can be created now; undefined when it can. */
  readonly blocked: () => string | undefined
  /** What the disk said when it last refused. */
  readonly storageProblem: () => string | undefined
  /** Ends what runs in a chat. */
  stopChat(chat: string): Promise<void>
}

/**
 * `createChat`: another chat in a session whose agent can hold several, empty or with the history of one of its chats through
 * a completed turn (SPEC 14.4). The chat is listed when this answers.
 */
export async function createChat(needs: ChatCommandsNeeds, params: CreateChatParams): Promise<null> {
  const { channels, index, clock } = needs
  const { channel: session, chat, source, initialMessage } = params
  const state = channels.state(session, 'session')
  if (state === undefined) throw sessionNotFound(session)
  if (parseChannelUri(chat)?.kind !== 'chat') throw invalidParams('chat: not the URI of a chat')
  if (channels.has(chat)) throw alreadyExists(chat)
  const several = needs.harnesses.get(state.provider)?.info().capabilities?.multipleChats
  if (several === undefined) throw invalidParams('this agent holds one chat in a session')
  if (state.lifecycle !== 'ready') throw invalidParams('channel: the session is not ready')
  const blocked = needs.blocked()
  if (blocked !== undefined) throw permissionDenied(blocked)
  const foreign = params.workingDirectories?.find((folder) => state.workingDirectories?.includes(folder) !== true)
  if (source === undefined && foreign !== undefined)
    throw invalidParams('workingDirectories: the session does not work in that folder')
  if (source !== undefined && source.kind !== 'fork') throw invalidParams('source: this agent makes no such chats')
  if (source !== undefined && several.fork !== true) throw invalidParams('source: this agent forks no chats')
  const taken = source === undefined ? {} : takeOver(needs, session, chat, source)
  if (initialMessage !== undefined) {
    const problem = validateMessage(channels, initialMessage) ?? refusesRuns(channels, session)
    if (problem !== undefined) throw invalidParams(`initialMessage: ${problem}`)
  }

  openChat(channels, index, session, { resource: chat, title: '', modifiedAt: isoNow(clock), ...taken })
  if (initialMessage !== undefined) {
    const start = { turnId: needs.newId(), startedAt: isoNow(clock), message: initialMessage }
    channels.apply(chat, { type: 'chat/turnStarted', ...start })
  }
  await channels.settled()
  if (!channels.has(chat)) {
    index.remove(chat)
    throw permissionDenied(needs.storageProblem() ?? 'The chat could not be written to the disk.')
  }
  return null
}

/** What a fork takes from the chat it comes from; the record of its model calls is found by the ids of the turns. */
function takeOver(
  { channels, index }: ChatCommandsNeeds,
  session: string,
  chat: string,
  source: { readonly chat: string; readonly turnId: string },
): Partial<ChatState> {
  if (source.chat === chat) throw invalidParams('source: the chat cannot come from itself')
  const from = channels.state(source.chat, 'chat')
  if (from === undefined || index.sessionOf(source.chat) !== session)
    throw invalidParams('source: there is no such chat in this session')
  const at = from.turns.findIndex(({ id }) => id === source.turnId)
  if (at === -1) throw invalidParams('source: there is no such turn that is over')
  // An interrupted turn could be resumed in both chats.
  if (from.turns[at]?.state === 'error') throw invalidParams('source: that turn was not completed')
  const { title, workingDirectories } = from
  return {
    title,
    turns: from.turns.slice(0, at + 1),
    origin: { kind: 'fork', chat: source.chat, turnId: source.turnId },
    ...(workingDirectories === undefined ? {} : { workingDirectories }),
  }
}

/** `disposeChat`: ends what runs in it and removes it; the default chat goes with its session only (SPEC 14.4). */
export async function disposeChat(needs: ChatCommandsNeeds, params: DisposeChatParams): Promise<null> {
  const { channels, index } = needs
  const { channel: chat } = params
  if (channels.kindOf(chat) !== 'chat') throw notFound(chat)
  const session = index.sessionOf(chat)
  const state = session === undefined ? undefined : channels.state(session, 'session')
  if (session === undefined || state === undefined || state.defaultChat === chat)
    throw invalidParams('the first chat of a session is removed with it')
  const blocked = needs.blocked()
  if (blocked !== undefined) throw permissionDenied(blocked)
  await needs.stopChat(chat)
  if (!channels.has(chat)) return null
  for (const request of channels.state(session, 'session')?.inputNeeded ?? [])
    if (request.chat === chat) channels.apply(session, { type: 'session/inputNeededRemoved', id: request.id })
  channels.apply(session, { type: 'session/chatRemoved', chat })
  channels.close(chat)
  await channels.settled()
  if (channels.has(chat))
    throw permissionDenied(needs.storageProblem() ?? 'The chat could not be removed from the disk.')
  index.remove(chat)
  return null
}

/** `fetchTurns`: this host keeps all turns in the state it sends, so there is never an older page (SPEC 14.3). */
export function fetchTurns(channels: Channels, params: FetchTurnsParams): object {
  if (channels.kindOf(params.channel) !== 'chat') throw notFound(params.channel)
  if (params.cursor !== undefined) throw invalidParams('cursor: unknown')
  return {}
}
