import type { ChatState, ChatSummary } from '../../protocol/channels/chat/state.ts'
import type { SessionChatSummary, SessionState, SessionSummary } from '../../protocol/channels/session/state.ts'
import { plainTextOf } from '../../protocol/values.ts'
import { activityOf, withActivity, type Activity } from '../../protocol/status.ts'
import { createdAtOf, sessionFactsOf } from './facts.ts'

/** A chat as its session lists it (SPEC 14). Absent fields stay absent. */
export function summarizeChat(chat: ChatState): ChatSummary {
  const { resource, title, status, modifiedAt } = chat
  const summary: ChatSummary = { resource, title, status, modifiedAt }
  if (chat.activity !== undefined) summary.activity = chat.activity
  if (chat.changes !== undefined) summary.changes = chat.changes
  if (chat.origin !== undefined) summary.origin = chat.origin
  if (chat.interactivity !== undefined) summary.interactivity = chat.interactivity
  if (chat.workingDirectories !== undefined) summary.workingDirectories = chat.workingDirectories
  return summary
}

/**
 * A session's line in the list (SPEC 12, 13.2): the activity is that of the chat changed last, raised to input needed
 * if any chat waits and to error if any chat failed; the flag bits are the session's own.
 */
export function summarizeSession(resource: string, session: SessionState): SessionSummary {
  const createdAt = createdAtOf(session)
  const { changes } = sessionFactsOf(session)
  const latest = [...session.chats].sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1))[0]
  const modifiedAt = [createdAt, ...session.chats.map((chat) => chat.modifiedAt)].sort().at(-1) ?? createdAt
  const summary: SessionSummary = {
    resource,
    provider: session.provider,
    title: session.title,
    status: withActivity(session.status, activityOfSession(session, latest)),
    createdAt,
    modifiedAt,
    chats: session.chats.map(lightCopy),
  }
  const activity = askedWords(session) ?? latest?.activity ?? session.activity
  if (activity !== undefined) summary.activity = activity
  if (session.project !== undefined) summary.project = session.project
  if (session.workingDirectories !== undefined) summary.workingDirectories = session.workingDirectories
  if (session.defaultChat !== undefined) summary.defaultChat = session.defaultChat
  if (session._meta !== undefined) summary._meta = session._meta
  if (changes !== undefined) summary.changes = changes
  return summary
}

/** What a session waits for, in words: the list says it beside the sign that a person is needed. */
function askedWords(session: SessionState): string | undefined {
  const [first] = session.inputNeeded ?? []
  switch (first?.kind) {
    case 'toolConfirmation':
      return plainTextOf(first.toolCall.invocationMessage)
    case 'chatInput':
      return first.request.message
    default:
      return undefined
  }
}

function activityOfSession(session: SessionState, latest: ChatSummary | undefined): Activity {
  const activities = session.chats.map((chat) => activityOf(chat.status))
  if (session.lifecycle === 'failed') return 'error'
  if (activities.includes('inputNeeded')) return 'inputNeeded'
  if (activities.includes('error')) return 'error'
  return latest === undefined ? 'idle' : activityOf(latest.status)
}

function lightCopy(chat: ChatSummary): SessionChatSummary {
  const copy: SessionChatSummary = { resource: chat.resource, title: chat.title, status: chat.status }
  if (chat.origin !== undefined) copy.origin = chat.origin
  if (chat.interactivity !== undefined) copy.interactivity = chat.interactivity
  if (chat.changes !== undefined) copy.changes = chat.changes
  return copy
}

/** The fields of `after` that differ from `before`: what `root/sessionSummaryChanged` carries. Undefined when none does. */
export function summaryChanges(before: SessionSummary, after: SessionSummary): Partial<SessionSummary> | undefined {
  const changes: Record<string, unknown> = {}
  for (const key of Object.keys(after) as (keyof SessionSummary)[]) {
    if (key === 'resource' || key === 'provider' || key === 'createdAt') continue
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) changes[key] = after[key]
  }
  if (before.activity !== undefined && after.activity === undefined) changes['activity'] = ''
  return Object.keys(changes).length === 0 ? undefined : (changes as Partial<SessionSummary>)
}
