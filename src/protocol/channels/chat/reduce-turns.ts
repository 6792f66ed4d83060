/** How turns begin, end and come back (SPEC 14.1). */
import { instantAfter } from '../../instant.ts'
import { absentIfEmpty, removeWhere, updateFirst, withFields, withoutAbsent } from '../../reducer.ts'
import { type Activity, SessionStatus, withActivity, withFlag } from '../../status.ts'
import type { ChatTurnResume, ChatTurnsLoaded, ChatTurnStarted, ChatTruncated } from './actions.ts'
import { endToolCall } from './reduce-tool-call.ts'
import type { ChatState } from './state.ts'
import type { ToolCallState } from './tool-call.ts'
import type { ActiveTurn, ErrorResponsePart, ResponsePart, Turn } from './turn.ts'

/** Makes the activity bits say what the active turn is doing; the flags stay. */
export function refreshActivity(state: ChatState): ChatState {
  return withFields(state, { status: withActivity(state.status, activityOfTurn(state.activeTurn)) })
}

function activityOfTurn(turn: ActiveTurn | undefined): Activity {
  if (turn === undefined) return 'idle'
  return turn.responseParts.some(waitsForPerson) ? 'inputNeeded' : 'inProgress'
}

function waitsForPerson(part: ResponsePart): boolean {
  if (part.kind === 'inputRequest') return part.response === undefined
  if (part.kind !== 'toolCall') return false
  const { status } = part.toolCall
  return status === 'pending-confirmation' || status === 'pending-result-confirmation' || status === 'auth-required'
}

export function markUnread(state: ChatState): ChatState {
  return withFields(state, { status: withFlag(state.status, SessionStatus.IsRead, false) })
}

/** A new active turn in place of any other; a queued or steering message it came from is taken off its list. */
export function startTurn(state: ChatState, action: ChatTurnStarted): ChatState {
  const { turnId, startedAt, message, queuedMessageId } = action
  const started = withFields(state, {
    activeTurn: { id: turnId, startedAt, message, responseParts: [] },
    modifiedAt: startedAt,
  })
  return markUnread(refreshActivity(queuedMessageId === undefined ? started : withoutPending(started, queuedMessageId)))
}

function withoutPending(state: ChatState, id: string): ChatState {
  return withFields(state, {
    queuedMessages: state.queuedMessages && absentIfEmpty(removeWhere(state.queuedMessages, (each) => each.id === id)),
    steeringMessage: state.steeringMessage?.id === id ? undefined : state.steeringMessage,
  })
}

/** Moves the active turn to the finished ones; calls that have not finished were skipped, open requests stay open. */
export function endTurn(
  state: ChatState,
  turnId: string,
  durationMs: number,
  outcome: { state: 'complete' | 'cancelled' } | { state: 'error'; part: ErrorResponsePart },
): ChatState {
  const active = state.activeTurn
  if (active === undefined || active.id !== turnId) return state
  const duration = Math.max(0, durationMs)
  const responseParts = active.responseParts.map(endPart)
  if (outcome.state === 'error') responseParts.push(outcome.part)
  const turn: Turn = { ...active, responseParts, state: outcome.state, duration }
  const ended = withFields(state, {
    turns: [...state.turns, turn],
    activeTurn: undefined,
    modifiedAt: instantAfter(active.startedAt, duration) ?? state.modifiedAt,
  })
  if (outcome.state !== 'error') return refreshActivity(ended)
  return withFields(ended, { status: withActivity(ended.status, 'error') })
}

function endPart(part: ResponsePart): ResponsePart {
  return part.kind === 'toolCall' ? withFields(part, { toolCall: endToolCall(part.toolCall) }) : part
}

/** Whether `chat/turnResume` would do anything: the last turn failed, and its last part says it can go on. */
export function canResumeTurn(state: ChatState, turnId: string): boolean {
  const last = state.turns.at(-1)
  if (state.activeTurn !== undefined || last === undefined || last.id !== turnId || last.state !== 'error') return false
  const part = last.responseParts.at(-1)
  return part?.kind === 'error' && part.resumable === true
}

/** Makes the failed last turn the active one again, errors included. */
export function resumeTurn(state: ChatState, action: ChatTurnResume): ChatState {
  const last = state.turns.at(-1)
  if (last === undefined || !canResumeTurn(state, action.turnId)) return state
  const { state: _, duration: __, ...kept } = last
  const activeTurn: ActiveTurn = { ...kept, startedAt: last.startedAt ?? state.modifiedAt }
  return markUnread(refreshActivity(withFields(state, { turns: state.turns.slice(0, -1), activeTurn })))
}

/** Keeps turns up to and including the named one, or none; a running turn goes in either case. */
export function truncateTurns(state: ChatState, { turnId }: ChatTruncated): ChatState {
  if (turnId === undefined) {
    const turns = state.turns.length === 0 ? state.turns : []
    return refreshActivity(withFields(state, { turns, turnsNextCursor: undefined, activeTurn: undefined }))
  }
  const index = state.turns.findIndex((turn) => turn.id === turnId)
  if (index === -1) return state
  const turns = index === state.turns.length - 1 ? state.turns : state.turns.slice(0, index + 1)
  return refreshActivity(withFields(state, { turns, activeTurn: undefined }))
}

/** Puts older turns before the present ones, each only once. */
export function loadTurns(state: ChatState, { turns, turnsNextCursor }: ChatTurnsLoaded): ChatState {
  const present = new Set(state.turns.map((turn) => turn.id))
  const older = turns.filter((turn) => !present.has(turn.id))
  return withFields(state, {
    turns: older.length === 0 ? state.turns : [...older, ...state.turns],
    turnsNextCursor,
  })
}

/** Changes the active turn if it has that id. */
export function changeActiveTurn(
  state: ChatState,
  turnId: string,
  change: (turn: ActiveTurn) => ActiveTurn,
): ChatState {
  if (state.activeTurn?.id !== turnId) return state
  return withFields(state, { activeTurn: change(state.activeTurn) })
}

/** Appends text to the first part with that id, if it is of that kind. */
export function appendText(
  state: ChatState,
  turnId: string,
  partId: string,
  kind: 'markdown' | 'reasoning',
  content: string,
): ChatState {
  return changeActiveTurn(state, turnId, (turn) =>
    withFields(turn, {
      responseParts: updateFirst(
        turn.responseParts,
        (part) => idOfPart(part) === partId,
        (part) =>
          part.kind === kind && 'content' in part && typeof part.content === 'string'
            ? ({ ...part, content: part.content + content } as ResponsePart)
            : part,
      ),
    }),
  )
}

function idOfPart(part: ResponsePart): unknown {
  if (part.kind === 'toolCall') return part.toolCall.toolCallId
  return 'id' in part ? part.id : undefined
}

/** Changes a tool call of the active turn. */
export function changeToolCall(
  state: ChatState,
  { turnId, toolCallId }: { turnId: string; toolCallId: string },
  change: (call: ToolCallState) => ToolCallState,
): ChatState {
  return changeActiveTurn(state, turnId, (turn) =>
    withFields(turn, {
      responseParts: updateFirst(
        turn.responseParts,
        (part) => part.kind === 'toolCall' && part.toolCall.toolCallId === toolCallId,
        (part) => (part.kind === 'toolCall' ? withFields(part, { toolCall: change(part.toolCall) }) : part),
      ),
    }),
  )
}

/** Appends a part; errors come only through `chat/error`. */
export function appendPart(state: ChatState, turnId: string, part: ResponsePart): ChatState {
  return changeActiveTurn(state, turnId, (turn) =>
    part.kind === 'error' ? turn : withoutAbsent({ ...turn, responseParts: [...turn.responseParts, part] }),
  )
}
