/** The reducer of chat channels (SPEC 14.1, 14.2, 15, 16). */
import { type Reducer, reducerOf, removeWhere, upsert, withDirectory, withFields } from '../../reducer.ts'
import { SessionStatus, withFlag } from '../../status.ts'
import type { ChatAction } from './actions.ts'
import { changeInputAnswer, completeInputRequest, openInputRequest } from './reduce-input-requests.ts'
import { removePendingMessage, reorderQueuedMessages, setPendingMessage } from './reduce-pending-messages.ts'
import {
  completeToolCall,
  confirmToolCall,
  confirmToolCallResult,
  extendToolCall,
  readyToolCall,
  replaceToolCallContent,
  requireToolCallAuth,
  resolveToolCallAuth,
  startToolCall,
} from './reduce-tool-call.ts'
import {
  appendPart,
  appendText,
  changeActiveTurn,
  changeToolCall,
  endTurn,
  loadTurns,
  refreshActivity,
  resumeTurn,
  startTurn,
  truncateTurns,
} from './reduce-turns.ts'
import type { ChatState } from './state.ts'
import type { ToolCallState } from './tool-call.ts'

export const reduceChat: Reducer<ChatState> = reducerOf<ChatState, ChatAction>({
  'chat/turnStarted': startTurn,
  'chat/turnComplete': (state, action) => endTurn(state, action.turnId, action.duration, { state: 'complete' }),
  'chat/turnCancelled': (state, action) => endTurn(state, action.turnId, action.duration, { state: 'cancelled' }),
  'chat/error': (state, action) =>
    endTurn(state, action.turnId, action.duration, { state: 'error', part: action.part }),
  'chat/turnResume': resumeTurn,
  'chat/truncated': truncateTurns,
  'chat/turnsLoaded': loadTurns,

  'chat/responsePart': (state, { turnId, part }) => appendPart(state, turnId, part),
  'chat/delta': (state, { turnId, partId, content }) => appendText(state, turnId, partId, 'markdown', content),
  'chat/reasoning': (state, { turnId, partId, content }) => appendText(state, turnId, partId, 'reasoning', content),
  'chat/usage': (state, { turnId, usage }) => changeActiveTurn(state, turnId, (turn) => withFields(turn, { usage })),

  'chat/toolCallStart': (state, action) =>
    appendPart(state, action.turnId, { kind: 'toolCall', toolCall: startToolCall(action) }),
  'chat/toolCallDelta': (state, action) => changeToolCall(state, action, (call) => extendToolCall(call, action)),
  'chat/toolCallContentChanged': (state, action) =>
    changeToolCall(state, action, (call) => replaceToolCallContent(call, action)),
  'chat/toolCallReady': (state, action) => moveToolCall(state, action, (call) => readyToolCall(call, action)),
  'chat/toolCallConfirmed': (state, action) => moveToolCall(state, action, (call) => confirmToolCall(call, action)),
  'chat/toolCallComplete': (state, action) => moveToolCall(state, action, (call) => completeToolCall(call, action)),
  'chat/toolCallResultConfirmed': (state, action) =>
    moveToolCall(state, action, (call) => confirmToolCallResult(call, action)),
  'chat/toolCallAuthRequired': (state, action) =>
    moveToolCall(state, action, (call) => requireToolCallAuth(call, action)),
  'chat/toolCallAuthResolved': (state, action) =>
    moveToolCall(state, action, (call) => resolveToolCallAuth(call, action)),

  'chat/inputRequested': openInputRequest,
  'chat/inputAnswerChanged': changeInputAnswer,
  'chat/inputCompleted': completeInputRequest,

  'chat/pendingMessageSet': setPendingMessage,
  'chat/pendingMessageRemoved': removePendingMessage,
  'chat/queuedMessagesReordered': reorderQueuedMessages,

  'chat/activityChanged': (state, { activity }) => withFields(state, { activity }),
  'chat/draftChanged': (state, { draft }) => withFields(state, { draft }),
  'chat/movableChanged': (state, { movable }) => withFields(state, { movable }),
  'chat/changesetsChanged': (state, { changesets }) => withFields(state, { changesets }),
  'chat/canvasesChanged': (state, { canvases }) => withFields(state, { canvases }),
  'chat/isReadChanged': (state, { isRead }) =>
    withFields(state, { status: withFlag(state.status, SessionStatus.IsRead, isRead) }),
  'chat/isArchivedChanged': (state, { isArchived }) =>
    withFields(state, { status: withFlag(state.status, SessionStatus.IsArchived, isArchived) }),
  'chat/backgroundWorkSet': (state, { work }) =>
    withFields(state, { backgroundWork: upsert(state.backgroundWork ?? [], work, (each) => each.id) }),
  'chat/backgroundWorkRemoved': (state, { id }) =>
    withFields(state, {
      backgroundWork: state.backgroundWork && removeWhere(state.backgroundWork, (work) => work.id === id),
    }),
  'chat/workingDirectorySet': (state, { directory }) =>
    withFields(state, { workingDirectories: withDirectory(state.workingDirectories, directory) }),
  'chat/workingDirectoryRemoved': (state, { directory }) =>
    withFields(state, {
      workingDirectories:
        state.workingDirectories && removeWhere(state.workingDirectories, (each) => each === directory),
    }),
})

/** A change that may begin or end the waiting for a person. */
function moveToolCall(
  state: ChatState,
  target: { turnId: string; toolCallId: string },
  change: (call: ToolCallState) => ToolCallState,
): ChatState {
  const moved = changeToolCall(state, target, change)
  return moved === state ? state : refreshActivity(moved)
}
