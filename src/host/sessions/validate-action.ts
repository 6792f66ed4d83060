import type { StateAction } from '../../protocol/actions.ts'
import type { Message } from '../../protocol/channels/chat/message.ts'
import type { ToolCallState } from '../../protocol/channels/chat/tool-call.ts'
import type { InputRequestResponsePart, ResponsePart } from '../../protocol/channels/chat/turn.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { DeviceScope } from '../../protocol/roadstead.ts'
import type { SessionState } from '../../protocol/channels/session/state.ts'
import type { Channels } from '../channels/channels.ts'
import { resolveConfig } from './config.ts'
import { validateMessage } from './validate-message.ts'
import { refusesRuns } from './trust-gate.ts'

/** Who offers the action; structurally the server room's CommandContext. */
export interface Sender {
  readonly clientId: string
  readonly scope: DeviceScope
}

/** What the rules need beside the state of the channels. */
export interface ValidationFacts {
  readonly channels: Channels
  /** The session a chat or terminal belongs to. */
  sessionOf(channel: string): string | undefined
  readonly sandboxAvailable: () => boolean
  /** Judges an edited tool input again: a text when it is denied or malformed (attacks README, W11). */
  judgeEdited(chat: string, toolCall: ToolCallState, editedToolInput: string): string | undefined
  /** Why nothing may start at all: the data folder cannot be written, say. */
  readonly blocked: () => string | undefined
}

/** Why a client's action is refused; undefined when it is not (SPEC 12, 13.5, 14.5, 18, 19; attacks README, W11). */
export function validateAction(
  facts: ValidationFacts,
  channel: string,
  action: StateAction,
  who: Sender,
): string | undefined {
  const blocked = facts.blocked()
  if (blocked !== undefined) return blocked
  const held = facts.channels.get(channel)
  switch (held?.kind) {
    case 'root':
      return 'this host has no settings that clients may change'
    case 'session':
      return validateSession(facts, held.state, action, who)
    case 'chat':
      return validateChat(facts, channel, held.state, action, who)
    case 'terminal':
      return validateTerminal(held.state.claim, held.state.lifecycle.status, action, who)
    case 'changeset':
      return 'this changeset offers no review'
    default:
      return undefined
  }
}

function validateSession(
  facts: ValidationFacts,
  session: SessionState,
  action: StateAction,
  who: Sender,
): string | undefined {
  switch (action.type) {
    case 'session/titleChanged':
      if (action.title.trim() === '') return 'a title must not be empty'
      return action.title.length > 500 ? 'a title has at most 500 characters' : undefined
    case 'session/activeClientSet':
      return action.activeClient.clientId === who.clientId ? undefined : 'a client can only set its own entry'
    case 'session/activeClientRemoved':
      return action.clientId === who.clientId ? undefined : 'a client can only remove its own entry'
    case 'session/configChanged': {
      const properties = session.config?.schema.properties ?? {}
      const fixed = Object.keys(action.config).find((key) => properties[key]?.sessionMutable !== true)
      if (fixed !== undefined) return `${fixed} cannot be changed after the session has begun`
      if (action.replace === true) return 'settings are changed one by one'
      const resolved = resolveConfig(
        session.provider,
        { ...session.config?.values, ...action.config },
        facts.sandboxAvailable(),
      )
      return resolved.kind === 'bad' ? resolved.problem : undefined
    }
    case 'session/workingDirectorySet':
    case 'session/workingDirectoryRemoved':
    case 'session/workingDirectoryReplaced':
      return 'this agent works in one folder, chosen at the start'
    default:
      return undefined
  }
}

function validateChat(
  facts: ValidationFacts,
  chat: string,
  state: ChatState,
  action: StateAction,
  who: Sender,
): string | undefined {
  switch (action.type) {
    case 'chat/turnStarted':
      return validateTurnStart(facts, chat, state, action.turnId, action.message)
    case 'chat/turnCancelled':
      return state.activeTurn?.id === action.turnId ? undefined : 'no such turn is active'
    case 'chat/turnResume': {
      const last = state.turns.at(-1)
      const lastPart = last?.responseParts.at(-1)
      const resumable =
        last?.id === action.turnId &&
        last.state === 'error' &&
        lastPart?.kind === 'error' &&
        lastPart.resumable === true
      if (state.activeTurn !== undefined || !resumable) return 'there is no interrupted turn to resume'
      return validateTrust(facts, chat)
    }
    case 'chat/toolCallConfirmed': {
      const call = findToolCall(state, action.turnId, action.toolCallId)
      if (call?.status !== 'pending-confirmation') return 'this call does not wait for a confirmation'
      const option = call.options?.find((each) => each.id === action.selectedOptionId)
      if (action.selectedOptionId !== undefined && option === undefined) return 'there is no such option'
      if (option !== undefined && (option.kind === 'approve') !== action.approved)
        return 'the option says the opposite of the answer'
      if (action.approved && action.confirmed === undefined) return 'an approval says how it came about (confirmed)'
      if (!action.approved && action.reason === undefined) return 'a denial says its reason'
      if (action.editedToolInput === undefined) return undefined
      // Who may only approve answers what was asked; another command would be one of their own.
      if (who.scope !== 'full') return 'editing a call needs a device of full scope'
      if (call.editable !== true) return 'the input of this call cannot be edited'
      return facts.judgeEdited(chat, call, action.editedToolInput)
    }
    case 'chat/toolCallResultConfirmed': {
      const call = findToolCall(state, action.turnId, action.toolCallId)
      return call?.status === 'pending-result-confirmation' ? undefined : 'this result does not wait for a confirmation'
    }
    case 'chat/toolCallComplete':
    case 'chat/toolCallContentChanged': {
      const contributor = findToolCall(state, action.turnId, action.toolCallId)?.contributor
      const own = contributor?.kind === 'client' && contributor.clientId === who.clientId
      return own ? undefined : 'this call is not run by the sender'
    }
    case 'chat/inputAnswerChanged':
      return openRequest(state, action.requestId) === undefined ? 'this question is not open' : undefined
    case 'chat/inputCompleted': {
      const request = openRequest(state, action.requestId)
      if (request === undefined) return 'this question is not open'
      if (action.response !== 'accept') return undefined
      const answers = { ...request.request.answers, ...action.answers }
      const missing = request.request.questions?.find(
        (each) => each.required === true && answers[each.id]?.state !== 'submitted',
      )
      return missing === undefined ? undefined : `the question ${missing.id} needs an answer`
    }
    case 'chat/pendingMessageSet':
      if (action.id === '') return 'a pending message needs an id'
      return validateMessage(facts.channels, action.message) ?? validateTrust(facts, chat)
    case 'chat/pendingMessageRemoved': {
      const found =
        action.kind === 'steering'
          ? state.steeringMessage?.id === action.id
          : state.queuedMessages?.some((each) => each.id === action.id)
      return found === true ? undefined : 'there is no such pending message'
    }
    case 'chat/workingDirectorySet':
    case 'chat/workingDirectoryRemoved':
      return 'this chat works in the folder of its session'
    default:
      return undefined
  }
}

function validateTurnStart(
  facts: ValidationFacts,
  chat: string,
  state: ChatState,
  turnId: string,
  message: Message,
): string | undefined {
  if (state.activeTurn !== undefined) return 'a turn is already active'
  if (turnId === '' || isTurnIdUsed(facts, chat, turnId)) return 'this turn id has been used'
  if (state.interactivity === 'read-only' || state.interactivity === 'hidden') return 'this chat takes no messages'
  return validateMessage(facts.channels, message) ?? validateTrust(facts, chat)
}

/** What is kept of turns is kept by session and turn: an id names one turn in all chats of a session. */
function isTurnIdUsed(facts: ValidationFacts, chat: string, turnId: string): boolean {
  const session = facts.sessionOf(chat)
  const listed = session === undefined ? [] : (facts.channels.state(session, 'session')?.chats ?? [])
  return [chat, ...listed.map(({ resource }) => resource)].some((each) => {
    const state = facts.channels.state(each, 'chat')
    return state?.activeTurn?.id === turnId || state?.turns.some(({ id }) => id === turnId)
  })
}

function validateTrust(facts: ValidationFacts, chat: string): string | undefined {
  return refusesRuns(facts.channels, facts.sessionOf(chat))
}

function validateTerminal(
  claim: { kind: string; clientId?: string },
  status: string,
  action: StateAction,
  who: Sender,
): string | undefined {
  const own = claim.kind === 'client' && claim.clientId === who.clientId
  switch (action.type) {
    case 'terminal/input':
      if (status !== 'running') return 'the terminal has ended'
      if (!own) return 'typing needs the claim'
      return new TextEncoder().encode(action.data).length > 1_048_576 ? 'input is limited to 1 MiB at once' : undefined
    case 'terminal/resized': {
      const inRange = (value: number) => Number.isInteger(value) && value >= 1 && value <= 1000
      if (!inRange(action.cols) || !inRange(action.rows)) return 'columns and rows are 1 to 1000'
      return own ? undefined : 'resizing needs the claim'
    }
    case 'terminal/claimed':
      if (claim.kind === 'session') return 'the agent is using this terminal'
      return action.claim.kind === 'client' && action.claim.clientId === who.clientId
        ? undefined
        : 'a client can only claim for itself'
    case 'terminal/titleChanged':
    case 'terminal/cleared':
      return own ? undefined : 'this needs the claim'
    default:
      return undefined
  }
}

/** The tool call of the active turn with this id. */
function findToolCall(state: ChatState, turnId: string, toolCallId: string): ToolCallState | undefined {
  if (state.activeTurn?.id !== turnId) return undefined
  for (const part of state.activeTurn.responseParts) {
    if (part.kind === 'toolCall' && part.toolCall.toolCallId === toolCallId) return part.toolCall
  }
  return undefined
}

function openRequest(state: ChatState, requestId: string): InputRequestResponsePart | undefined {
  const isOpen = (part: ResponsePart): part is InputRequestResponsePart =>
    part.kind === 'inputRequest' && part.request.id === requestId && part.response === undefined
  return state.activeTurn?.responseParts.find(isOpen)
}
