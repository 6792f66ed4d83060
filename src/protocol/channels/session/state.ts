/** The session channel `ahp-session:/<id>` (SPEC 13). */
import { z } from 'zod'
import { AnnotationsSummary } from '../annotations/state.ts'
import { Changeset } from '../changeset/state.ts'
import { ChatInteractivity, ChatOrigin, ChatSummary } from '../chat/state.ts'
import { SessionActiveClient, ToolDefinition } from './active-client.ts'
import { SessionConfigState } from './config.ts'
import { Customization } from './customizations.ts'
import { SessionInputRequest } from './input-needed.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { SessionStatusBits } from '../../status.ts'
import { ChangesSummary, ErrorInfo, FreeObject, Uri } from '../../values.ts'

export const SessionLifecycle = openEnum(['creating', 'ready', 'failed'])
export type SessionLifecycle = z.infer<typeof SessionLifecycle>

/** Only set for sessions made by an automation. */
export const SessionOrigin = openUnion('kind', [z.object({ kind: z.literal('automation'), automation: Uri, run: Uri })])
export type SessionOrigin = z.infer<typeof SessionOrigin>

export const ProjectInfo = z.object({
  uri: Uri,
  displayName: z.string(),
})
export type ProjectInfo = z.infer<typeof ProjectInfo>

/** A light copy of a chat inside the session summary. */
export const SessionChatSummary = z.object({
  resource: Uri,
  title: z.string(),
  origin: z.optional(ChatOrigin),
  interactivity: z.optional(ChatInteractivity),
  status: z.optional(SessionStatusBits),
  changes: z.optional(ChangesSummary),
})
export type SessionChatSummary = z.infer<typeof SessionChatSummary>

/** A session in lists; the instants and the URI are only here. */
export const SessionSummary = z.object({
  resource: Uri,
  provider: z.string(),
  title: z.string(),
  status: SessionStatusBits,
  activity: z.optional(z.string()),
  origin: z.optional(SessionOrigin),
  project: z.optional(ProjectInfo),
  workingDirectories: z.optional(z.array(Uri)),
  annotations: z.optional(AnnotationsSummary),
  createdAt: z.string(),
  modifiedAt: z.string(),
  changes: z.optional(ChangesSummary),
  chats: z.optional(z.array(SessionChatSummary)),
  defaultChat: z.optional(Uri),
  _meta: z.optional(FreeObject),
})
export type SessionSummary = z.infer<typeof SessionSummary>

/** Only the fields that changed; never `resource`, `provider` or `createdAt`. */
export const SessionSummaryChanges = SessionSummary.partial()
export type SessionSummaryChanges = z.infer<typeof SessionSummaryChanges>

/** What the session channel holds. */
export const SessionState = z.object({
  provider: z.string(),
  title: z.string(),
  status: SessionStatusBits,
  activity: z.optional(z.string()),
  origin: z.optional(SessionOrigin),
  project: z.optional(ProjectInfo),
  workingDirectories: z.optional(z.array(Uri)),
  annotations: z.optional(AnnotationsSummary),
  lifecycle: SessionLifecycle,
  creationError: z.optional(ErrorInfo),
  serverTools: z.optional(z.array(ToolDefinition)),
  activeClients: z.array(SessionActiveClient),
  chats: z.array(ChatSummary),
  defaultChat: z.optional(Uri),
  config: z.optional(SessionConfigState),
  customizations: z.optional(z.array(Customization)),
  changesets: z.optional(z.array(Changeset)),
  inputNeeded: z.optional(z.array(SessionInputRequest)),
  _meta: z.optional(FreeObject),
})
export type SessionState = z.infer<typeof SessionState>
