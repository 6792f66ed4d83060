import type { SessionInputRequest } from '../../protocol/channels/session/input-needed.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { Applied, Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { SessionIndex } from './session-index.ts'
import { summarizeChat, summarizeSession, summaryChanges } from './summarize.ts'

/** Sends a notification to every subscriber of a channel. */
export type Notify = (channel: string, method: string, params: object) => void

/**
 * Keeps what is derived: a session's chat list and open requests from its chats (SPEC 13.2, 13.4), and the root
 * subscribers' session list from the sessions (SPEC 12). Everything goes through the one door.
 */
export function keepSummaries(channels: Channels, index: SessionIndex, notify: Notify): Dispose {
  const told = new Map<string, SessionSummary>()

  for (const uri of channels.list('session')) {
    const state = channels.state(uri, 'session')
    if (state !== undefined && state.lifecycle !== 'creating') told.set(uri, summarizeSession(uri, state))
  }

  function tell(uri: string): void {
    const state = channels.state(uri, 'session')
    if (state === undefined || state.lifecycle === 'creating') return
    const summary = summarizeSession(uri, state)
    const before = told.get(uri)
    if (before === undefined) {
      told.set(uri, summary)
      notify(ROOT_URI, 'root/sessionAdded', { channel: ROOT_URI, summary })
      return
    }
    const changes = summaryChanges(before, summary)
    if (changes === undefined) return
    told.set(uri, summary)
    notify(ROOT_URI, 'root/sessionSummaryChanged', { channel: ROOT_URI, session: uri, changes })
  }

  function fromChat({ envelope, after }: Applied): void {
    if (after.kind !== 'chat') return
    const session = index.sessionOf(envelope.channel)
    const state = session === undefined ? undefined : channels.state(session, 'session')
    const now = channels.state(envelope.channel, 'chat')
    if (session === undefined || state === undefined || now === undefined) return
    const { resource, ...changes } = summarizeChat(now)
    const listed = state.chats.find((chat) => chat.resource === resource)
    if (listed !== undefined && JSON.stringify({ ...listed, ...changes }) !== JSON.stringify(listed)) {
      channels.apply(session, { type: 'session/chatUpdated', chat: resource, changes })
    }
    const wanted = new Map(openRequests(now).map((request) => [request.id, request]))
    const present = (state.inputNeeded ?? []).filter((request) => request.chat === resource)
    for (const request of present) {
      if (!wanted.has(request.id)) channels.apply(session, { type: 'session/inputNeededRemoved', id: request.id })
    }
    for (const request of wanted.values()) {
      const old = present.find((each) => each.id === request.id)
      if (old === undefined || JSON.stringify(old) !== JSON.stringify(request)) {
        channels.apply(session, { type: 'session/inputNeededSet', request })
      }
    }
  }

  const stops = [
    channels.onApplied((applied) => {
      if (applied.after.kind === 'chat') {
        if (concernsSummary(applied)) fromChat(applied)
      } else if (applied.after.kind === 'session') tell(applied.envelope.channel)
    }),
    channels.onClosed((channel) => {
      if (told.delete(channel)) notify(ROOT_URI, 'root/sessionRemoved', { channel: ROOT_URI, session: channel })
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Streaming changes nothing a summary shows; looking at each delta would cost more than the delta. */
function concernsSummary({ envelope, before, after }: Applied): boolean {
  if (before.state === after.state) return false
  return !['chat/delta', 'chat/reasoning', 'chat/toolCallDelta', 'chat/toolCallContentChanged', 'chat/usage'].includes(
    envelope.action.type,
  )
}

/** Everything a chat waits for, as its session lists it (SPEC 13.4). */
function openRequests(chat: ChatState): SessionInputRequest[] {
  const turn = chat.activeTurn
  if (turn === undefined) return []
  const requests: SessionInputRequest[] = []
  for (const part of turn.responseParts) {
    if (part.kind === 'inputRequest' && part.response === undefined) {
      requests.push({
        id: `chatInput:${chat.resource}:${part.request.id}`,
        chat: chat.resource,
        kind: 'chatInput',
        request: part.request,
      })
    }
    if (part.kind !== 'toolCall') continue
    const call = part.toolCall
    if (call.status === 'pending-confirmation' || call.status === 'pending-result-confirmation') {
      requests.push({
        id: `toolConfirmation:${chat.resource}:${turn.id}:${call.toolCallId}`,
        chat: chat.resource,
        kind: 'toolConfirmation',
        turnId: turn.id,
        toolCall: call,
      })
    }
  }
  return requests
}
