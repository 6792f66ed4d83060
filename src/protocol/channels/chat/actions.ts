/** The actions of the chat channel (SPEC 14–16). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { Changeset } from '../changeset/state.ts'
import { ChatInputAnswer, ChatInputRequest, ChatInputResponseKind } from './input-request.ts'
import { Message, PendingMessageKind } from './message.ts'
import { BackgroundWork, CanvasReference } from './state.ts'
import {
  ConfirmationOption,
  ToolCallBase,
  ToolCallConfirmationReason,
  ToolCallContributor,
  ToolCallResult,
  ToolCallRiskAssessment,
  ToolInput,
  ToolResultContent,
} from './tool-call.ts'
import { ErrorResponsePart, ResponsePart, Turn } from './turn.ts'
import { McpAuthRequirement } from '../session/mcp-server.ts'
import { FileEditCollection } from '../../file-edit.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { FreeObject, StringOrMarkdown, Uri, UsageInfo } from '../../values.ts'

/** Starts a turn; the sender picks id and instant. */
export const ChatTurnStarted = z.object({
  type: z.literal('chat/turnStarted'),
  turnId: z.string(),
  startedAt: z.string(),
  message: Message,
  queuedMessageId: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type ChatTurnStarted = z.infer<typeof ChatTurnStarted>

/** Appends text to a markdown part. */
export const ChatDelta = z.object({
  type: z.literal('chat/delta'),
  turnId: z.string(),
  partId: z.string(),
  content: z.string(),
  _meta: z.optional(FreeObject),
})
export type ChatDelta = z.infer<typeof ChatDelta>

/** Appends a part; error parts are ignored. */
export const ChatResponsePart = z.object({
  type: z.literal('chat/responsePart'),
  turnId: z.string(),
  part: ResponsePart,
  _meta: z.optional(FreeObject),
})
export type ChatResponsePart = z.infer<typeof ChatResponsePart>

/** A tool call begins to stream. */
export const ChatToolCallStart = z.object({
  type: z.literal('chat/toolCallStart'),
  turnId: z.string(),
  ...ToolCallBase.shape,
})
export type ChatToolCallStart = z.infer<typeof ChatToolCallStart>

/** More of a streaming call’s input. */
export const ChatToolCallDelta = z.object({
  type: z.literal('chat/toolCallDelta'),
  turnId: z.string(),
  toolCallId: z.string(),
  content: z.optional(z.string()),
  invocationMessage: z.optional(StringOrMarkdown),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallDelta = z.infer<typeof ChatToolCallDelta>

/** The input is complete: runs when `confirmed` is given, else waits for a confirmation. */
export const ChatToolCallReady = z.object({
  type: z.literal('chat/toolCallReady'),
  turnId: z.string(),
  toolCallId: z.string(),
  invocationMessage: StringOrMarkdown,
  contributor: z.optional(ToolCallContributor),
  intention: z.optional(z.string()),
  toolInput: z.optional(ToolInput),
  confirmationTitle: z.optional(StringOrMarkdown),
  riskAssessment: z.optional(ToolCallRiskAssessment),
  edits: z.optional(FileEditCollection),
  editable: z.optional(z.boolean()),
  confirmed: z.optional(ToolCallConfirmationReason),
  options: z.optional(z.array(ConfirmationOption)),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallReady = z.infer<typeof ChatToolCallReady>

/** The person’s yes (`confirmed` required) or no (`reason` required). */
export const ChatToolCallConfirmed = z.object({
  type: z.literal('chat/toolCallConfirmed'),
  turnId: z.string(),
  toolCallId: z.string(),
  approved: z.boolean(),
  confirmed: z.optional(ToolCallConfirmationReason),
  editedToolInput: z.optional(z.string()),
  reason: z.optional(openEnum(['denied', 'skipped'])),
  reasonMessage: z.optional(StringOrMarkdown),
  userSuggestion: z.optional(Message),
  selectedOptionId: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallConfirmed = z.infer<typeof ChatToolCallConfirmed>

/** The call has a result. */
export const ChatToolCallComplete = z.object({
  type: z.literal('chat/toolCallComplete'),
  turnId: z.string(),
  toolCallId: z.string(),
  result: ToolCallResult,
  requiresResultConfirmation: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallComplete = z.infer<typeof ChatToolCallComplete>

/** Lets a result in, or not. */
export const ChatToolCallResultConfirmed = z.object({
  type: z.literal('chat/toolCallResultConfirmed'),
  turnId: z.string(),
  toolCallId: z.string(),
  approved: z.boolean(),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallResultConfirmed = z.infer<typeof ChatToolCallResultConfirmed>

/** Replaces the content of a running call. */
export const ChatToolCallContentChanged = z.object({
  type: z.literal('chat/toolCallContentChanged'),
  turnId: z.string(),
  toolCallId: z.string(),
  content: z.array(ToolResultContent),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallContentChanged = z.infer<typeof ChatToolCallContentChanged>

/** A running MCP call waits for authentication. */
export const ChatToolCallAuthRequired = z.object({
  type: z.literal('chat/toolCallAuthRequired'),
  turnId: z.string(),
  toolCallId: z.string(),
  auth: McpAuthRequirement,
  _meta: z.optional(FreeObject),
})
export type ChatToolCallAuthRequired = z.infer<typeof ChatToolCallAuthRequired>

/** The call goes on. */
export const ChatToolCallAuthResolved = z.object({
  type: z.literal('chat/toolCallAuthResolved'),
  turnId: z.string(),
  toolCallId: z.string(),
  _meta: z.optional(FreeObject),
})
export type ChatToolCallAuthResolved = z.infer<typeof ChatToolCallAuthResolved>

/** The turn ended well; `duration` in milliseconds. */
export const ChatTurnComplete = z.object({
  type: z.literal('chat/turnComplete'),
  turnId: z.string(),
  duration: z.number(),
  _meta: z.optional(FreeObject),
})
export type ChatTurnComplete = z.infer<typeof ChatTurnComplete>

/** The turn was stopped; `duration` in milliseconds. */
export const ChatTurnCancelled = z.object({
  type: z.literal('chat/turnCancelled'),
  turnId: z.string(),
  duration: z.number(),
  _meta: z.optional(FreeObject),
})
export type ChatTurnCancelled = z.infer<typeof ChatTurnCancelled>

/** The turn failed; `duration` in milliseconds. */
export const ChatError = z.object({
  type: z.literal('chat/error'),
  turnId: z.string(),
  duration: z.number(),
  part: ErrorResponsePart,
  _meta: z.optional(FreeObject),
})
export type ChatError = z.infer<typeof ChatError>

/** Continues the last turn after a resumable error. */
export const ChatTurnResume = z.object({
  type: z.literal('chat/turnResume'),
  turnId: z.string(),
})
export type ChatTurnResume = z.infer<typeof ChatTurnResume>

/** Says what is being done, or nothing. */
export const ChatActivityChanged = z.object({
  type: z.literal('chat/activityChanged'),
  activity: z.optional(z.string()),
})
export type ChatActivityChanged = z.infer<typeof ChatActivityChanged>

/** Adds or replaces background work. */
export const ChatBackgroundWorkSet = z.object({
  type: z.literal('chat/backgroundWorkSet'),
  work: BackgroundWork,
})
export type ChatBackgroundWorkSet = z.infer<typeof ChatBackgroundWorkSet>

/** Removes background work. */
export const ChatBackgroundWorkRemoved = z.object({
  type: z.literal('chat/backgroundWorkRemoved'),
  id: z.string(),
})
export type ChatBackgroundWorkRemoved = z.infer<typeof ChatBackgroundWorkRemoved>

/** Whether `moveChat` is allowed. */
export const ChatMovableChanged = z.object({
  type: z.literal('chat/movableChanged'),
  movable: z.boolean(),
})
export type ChatMovableChanged = z.infer<typeof ChatMovableChanged>

/** Replaces the chat’s own catalogue of changesets. */
export const ChatChangesetsChanged = z.object({
  type: z.literal('chat/changesetsChanged'),
  changesets: z.optional(z.array(Changeset)),
})
export type ChatChangesetsChanged = z.infer<typeof ChatChangesetsChanged>

/** Replaces the canvas references. */
export const ChatCanvasesChanged = z.object({
  type: z.literal('chat/canvasesChanged'),
  canvases: z.optional(z.array(CanvasReference)),
})
export type ChatCanvasesChanged = z.infer<typeof ChatCanvasesChanged>

/** Adds a directory of the session. */
export const ChatWorkingDirectorySet = z.object({
  type: z.literal('chat/workingDirectorySet'),
  directory: Uri,
})
export type ChatWorkingDirectorySet = z.infer<typeof ChatWorkingDirectorySet>

/** Removes a directory. */
export const ChatWorkingDirectoryRemoved = z.object({
  type: z.literal('chat/workingDirectoryRemoved'),
  directory: Uri,
})
export type ChatWorkingDirectoryRemoved = z.infer<typeof ChatWorkingDirectoryRemoved>

/** Replaces the usage of the active turn. */
export const ChatUsage = z.object({
  type: z.literal('chat/usage'),
  turnId: z.string(),
  usage: UsageInfo,
  _meta: z.optional(FreeObject),
})
export type ChatUsage = z.infer<typeof ChatUsage>

/** Appends text to a reasoning part. */
export const ChatReasoning = z.object({
  type: z.literal('chat/reasoning'),
  turnId: z.string(),
  partId: z.string(),
  content: z.string(),
  _meta: z.optional(FreeObject),
})
export type ChatReasoning = z.infer<typeof ChatReasoning>

/** Sets the steering message, or adds or replaces a queued one. */
export const ChatPendingMessageSet = z.object({
  type: z.literal('chat/pendingMessageSet'),
  kind: PendingMessageKind,
  id: z.string(),
  message: Message,
})
export type ChatPendingMessageSet = z.infer<typeof ChatPendingMessageSet>

/** Removes a pending message. */
export const ChatPendingMessageRemoved = z.object({
  type: z.literal('chat/pendingMessageRemoved'),
  kind: PendingMessageKind,
  id: z.string(),
})
export type ChatPendingMessageRemoved = z.infer<typeof ChatPendingMessageRemoved>

/** Puts queued messages in this order; those not named follow. */
export const ChatQueuedMessagesReordered = z.object({
  type: z.literal('chat/queuedMessagesReordered'),
  order: z.array(z.string()),
})
export type ChatQueuedMessagesReordered = z.infer<typeof ChatQueuedMessagesReordered>

/** Replaces or clears the unsent message. */
export const ChatDraftChanged = z.object({
  type: z.literal('chat/draftChanged'),
  draft: z.optional(Message),
})
export type ChatDraftChanged = z.infer<typeof ChatDraftChanged>

/** Sets or clears the read flag. */
export const ChatIsReadChanged = z.object({
  type: z.literal('chat/isReadChanged'),
  isRead: z.boolean(),
})
export type ChatIsReadChanged = z.infer<typeof ChatIsReadChanged>

/** Sets or clears the archived flag. */
export const ChatIsArchivedChanged = z.object({
  type: z.literal('chat/isArchivedChanged'),
  isArchived: z.boolean(),
})
export type ChatIsArchivedChanged = z.infer<typeof ChatIsArchivedChanged>

/** The agent asks; an open request with the same id is replaced. */
export const ChatInputRequested = z.object({
  type: z.literal('chat/inputRequested'),
  request: ChatInputRequest,
})
export type ChatInputRequested = z.infer<typeof ChatInputRequested>

/** Sets or deletes one answer of an open request. */
export const ChatInputAnswerChanged = z.object({
  type: z.literal('chat/inputAnswerChanged'),
  requestId: z.string(),
  questionId: z.string(),
  answer: z.optional(ChatInputAnswer),
})
export type ChatInputAnswerChanged = z.infer<typeof ChatInputAnswerChanged>

/** Answers an open request. */
export const ChatInputCompleted = z.object({
  type: z.literal('chat/inputCompleted'),
  requestId: z.string(),
  response: ChatInputResponseKind,
  answers: z.optional(z.record(z.string(), ChatInputAnswer)),
})
export type ChatInputCompleted = z.infer<typeof ChatInputCompleted>

/** Keeps turns up to the given one, or none. */
export const ChatTruncated = z.object({
  type: z.literal('chat/truncated'),
  turnId: z.optional(z.string()),
})
export type ChatTruncated = z.infer<typeof ChatTruncated>

/** Prepends older turns. */
export const ChatTurnsLoaded = z.object({
  type: z.literal('chat/turnsLoaded'),
  turns: z.array(Turn),
  turnsNextCursor: z.optional(z.string()),
})
export type ChatTurnsLoaded = z.infer<typeof ChatTurnsLoaded>

/** The schemas of all actions of this channel. */
export const chatActions = [
  ChatTurnStarted,
  ChatDelta,
  ChatResponsePart,
  ChatToolCallStart,
  ChatToolCallDelta,
  ChatToolCallReady,
  ChatToolCallConfirmed,
  ChatToolCallComplete,
  ChatToolCallResultConfirmed,
  ChatToolCallContentChanged,
  ChatToolCallAuthRequired,
  ChatToolCallAuthResolved,
  ChatTurnComplete,
  ChatTurnCancelled,
  ChatError,
  ChatTurnResume,
  ChatActivityChanged,
  ChatBackgroundWorkSet,
  ChatBackgroundWorkRemoved,
  ChatMovableChanged,
  ChatChangesetsChanged,
  ChatCanvasesChanged,
  ChatWorkingDirectorySet,
  ChatWorkingDirectoryRemoved,
  ChatUsage,
  ChatReasoning,
  ChatPendingMessageSet,
  ChatPendingMessageRemoved,
  ChatQueuedMessagesReordered,
  ChatDraftChanged,
  ChatIsReadChanged,
  ChatIsArchivedChanged,
  ChatInputRequested,
  ChatInputAnswerChanged,
  ChatInputCompleted,
  ChatTruncated,
  ChatTurnsLoaded,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const ChatAction = openUnion('type', chatActions)
export type ChatAction = z.infer<typeof ChatAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const chatActionFacts: Record<ChatAction['type'], ActionFacts> = {
  'chat/turnStarted': { from: 'anyone', since: '0.4.0' },
  'chat/delta': { from: 'host', since: '0.4.0' },
  'chat/responsePart': { from: 'host', since: '0.4.0' },
  'chat/toolCallStart': { from: 'host', since: '0.4.0' },
  'chat/toolCallDelta': { from: 'host', since: '0.4.0' },
  'chat/toolCallReady': { from: 'host', since: '0.4.0' },
  'chat/toolCallConfirmed': { from: 'anyone', since: '0.4.0' },
  'chat/toolCallComplete': { from: 'anyone', since: '0.4.0' },
  'chat/toolCallResultConfirmed': { from: 'anyone', since: '0.4.0' },
  'chat/toolCallContentChanged': { from: 'anyone', since: '0.4.0' },
  'chat/toolCallAuthRequired': { from: 'host', since: '0.6.0' },
  'chat/toolCallAuthResolved': { from: 'host', since: '0.6.0' },
  'chat/turnComplete': { from: 'host', since: '0.4.0' },
  'chat/turnCancelled': { from: 'anyone', since: '0.4.0' },
  'chat/error': { from: 'host', since: '0.4.0' },
  'chat/turnResume': { from: 'anyone', since: '0.9.0' },
  'chat/activityChanged': { from: 'host', since: '0.5.0' },
  'chat/backgroundWorkSet': { from: 'host', since: '1.0.0' },
  'chat/backgroundWorkRemoved': { from: 'host', since: '1.0.0' },
  'chat/movableChanged': { from: 'host', since: '1.0.0' },
  'chat/changesetsChanged': { from: 'host', since: '1.0.0' },
  'chat/canvasesChanged': { from: 'host', since: '1.0.0' },
  'chat/workingDirectorySet': { from: 'anyone', since: '0.7.0' },
  'chat/workingDirectoryRemoved': { from: 'anyone', since: '0.7.0' },
  'chat/usage': { from: 'host', since: '0.4.0' },
  'chat/reasoning': { from: 'host', since: '0.4.0' },
  'chat/pendingMessageSet': { from: 'anyone', since: '0.4.0' },
  'chat/pendingMessageRemoved': { from: 'anyone', since: '0.4.0' },
  'chat/queuedMessagesReordered': { from: 'anyone', since: '0.4.0' },
  'chat/draftChanged': { from: 'anyone', since: '0.5.0' },
  'chat/isReadChanged': { from: 'anyone', since: '1.0.0' },
  'chat/isArchivedChanged': { from: 'anyone', since: '1.0.0' },
  'chat/inputRequested': { from: 'host', since: '0.4.0' },
  'chat/inputAnswerChanged': { from: 'anyone', since: '0.4.0' },
  'chat/inputCompleted': { from: 'anyone', since: '0.4.0' },
  'chat/truncated': { from: 'anyone', since: '0.4.0' },
  'chat/turnsLoaded': { from: 'host', since: '0.5.1' },
}
