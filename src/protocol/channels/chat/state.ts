/** The chat channel `ahp-chat:/<id>` (SPEC 14). */
import { z } from 'zod'
import { Changeset } from '../changeset/state.ts'
import { Message, PendingMessage } from './message.ts'
import { ActiveTurn, Turn } from './turn.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { SessionStatusBits } from '../../status.ts'
import { ChangesSummary, FreeObject, Uri } from '../../values.ts'

export const SideChatSelection = z.object({
  text: z.string(),
  responsePartId: z.optional(z.string()),
})
export type SideChatSelection = z.infer<typeof SideChatSelection>

/** Where a chat came from: a hint, not a tree; what it names may be gone. */
export const ChatOrigin = openUnion('kind', [
  z.object({
    kind: z.literal('user'),
  }),
  z.object({
    kind: z.literal('fork'),
    chat: Uri,
    turnId: z.string(),
  }),
  z.object({
    kind: z.literal('sideChat'),
    chat: Uri,
    turnId: z.string(),
    selection: z.optional(SideChatSelection),
  }),
  z.object({
    kind: z.literal('tool'),
    chat: Uri,
    toolCallId: z.string(),
  }),
])
export type ChatOrigin = z.infer<typeof ChatOrigin>

/** What `createChat` starts from. */
export const ChatSource = openUnion('kind', [
  z.object({
    kind: z.literal('fork'),
    chat: Uri,
    turnId: z.string(),
  }),
  z.object({
    kind: z.literal('sideChat'),
    chat: Uri,
    turnId: z.string(),
    selection: z.optional(SideChatSelection),
  }),
])
export type ChatSource = z.infer<typeof ChatSource>

/** Where `moveChat` puts a chat. */
export const ChatMoveDestination = openUnion('kind', [
  z.object({
    kind: z.literal('session'),
    session: Uri,
    after: z.optional(Uri),
  }),
  z.object({
    kind: z.literal('newSession'),
  }),
])
export type ChatMoveDestination = z.infer<typeof ChatMoveDestination>

/** `full` when absent; `read-only` takes no messages; `hidden` is not shown. */
export const ChatInteractivity = openEnum(['full', 'read-only', 'hidden'])
export type ChatInteractivity = z.infer<typeof ChatInteractivity>

export const BackgroundShellWork = z.object({
  id: z.string(),
  kind: z.literal('shell'),
  label: z.string(),
  startedAt: z.string(),
  command: z.string(),
  terminal: z.optional(Uri),
  _meta: z.optional(FreeObject),
})
export type BackgroundShellWork = z.infer<typeof BackgroundShellWork>

export const BackgroundSubagentWork = z.object({
  id: z.string(),
  kind: z.literal('subagent'),
  label: z.string(),
  startedAt: z.string(),
  chat: Uri,
  _meta: z.optional(FreeObject),
})
export type BackgroundSubagentWork = z.infer<typeof BackgroundSubagentWork>

/** What outlives a turn. */
export const BackgroundWork = openUnion('kind', [BackgroundShellWork, BackgroundSubagentWork])
export type BackgroundWork = z.infer<typeof BackgroundWork>

export const CanvasReference = z.object({
  resource: Uri,
})
export type CanvasReference = z.infer<typeof CanvasReference>

/** A chat as listed in its session. */
export const ChatSummary = z.object({
  resource: Uri,
  title: z.string(),
  status: SessionStatusBits,
  activity: z.optional(z.string()),
  modifiedAt: z.string(),
  changes: z.optional(ChangesSummary),
  origin: z.optional(ChatOrigin),
  movable: z.optional(z.boolean()),
  interactivity: z.optional(ChatInteractivity),
  workingDirectories: z.optional(z.array(Uri)),
})
export type ChatSummary = z.infer<typeof ChatSummary>

/** What the chat channel holds. */
export const ChatState = z.object({
  resource: Uri,
  title: z.string(),
  status: SessionStatusBits,
  activity: z.optional(z.string()),
  modifiedAt: z.string(),
  changes: z.optional(ChangesSummary),
  origin: z.optional(ChatOrigin),
  movable: z.optional(z.boolean()),
  interactivity: z.optional(ChatInteractivity),
  workingDirectories: z.optional(z.array(Uri)),
  changesets: z.optional(z.array(Changeset)),
  backgroundWork: z.optional(z.array(BackgroundWork)),
  canvases: z.optional(z.array(CanvasReference)),
  turns: z.array(Turn),
  turnsNextCursor: z.optional(z.string()),
  activeTurn: z.optional(ActiveTurn),
  steeringMessage: z.optional(PendingMessage),
  queuedMessages: z.optional(z.array(PendingMessage)),
  draft: z.optional(Message),
  _meta: z.optional(FreeObject),
})
export type ChatState = z.infer<typeof ChatState>
