/** The actions of the session channel (SPEC 13). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { Changeset } from '../changeset/state.ts'
import { ChatSummary } from '../chat/state.ts'
import { SessionActiveClient, ToolDefinition } from './active-client.ts'
import { Customization, CustomizationEnablement } from './customizations.ts'
import { SessionInputRequest } from './input-needed.ts'
import { McpServerState } from './mcp-server.ts'
import { openUnion } from '../../schema.ts'
import { ErrorInfo, FreeObject, Uri } from '../../values.ts'

/** The session can take turns. */
export const SessionReady = z.object({
  type: z.literal('session/ready'),
})
export type SessionReady = z.infer<typeof SessionReady>

/** The session could not be started. */
export const SessionCreationFailed = z.object({
  type: z.literal('session/creationFailed'),
  error: ErrorInfo,
})
export type SessionCreationFailed = z.infer<typeof SessionCreationFailed>

/** Adds a chat, or replaces the one with the same URI. */
export const SessionChatAdded = z.object({
  type: z.literal('session/chatAdded'),
  summary: ChatSummary,
})
export type SessionChatAdded = z.infer<typeof SessionChatAdded>

/** Removes a chat. */
export const SessionChatRemoved = z.object({
  type: z.literal('session/chatRemoved'),
  chat: Uri,
})
export type SessionChatRemoved = z.infer<typeof SessionChatRemoved>

/** Merges fields of a chat’s summary. */
export const SessionChatUpdated = z.object({
  type: z.literal('session/chatUpdated'),
  chat: Uri,
  changes: ChatSummary.partial(),
})
export type SessionChatUpdated = z.infer<typeof SessionChatUpdated>

/** Applied only if it is a permutation of the present chats. */
export const SessionChatsReordered = z.object({
  type: z.literal('session/chatsReordered'),
  chats: z.array(Uri),
})
export type SessionChatsReordered = z.infer<typeof SessionChatsReordered>

/** Sets or clears the default chat. */
export const SessionDefaultChatChanged = z.object({
  type: z.literal('session/defaultChatChanged'),
  defaultChat: z.optional(Uri),
})
export type SessionDefaultChatChanged = z.infer<typeof SessionDefaultChatChanged>

/** Renames the session. */
export const SessionTitleChanged = z.object({
  type: z.literal('session/titleChanged'),
  title: z.string(),
})
export type SessionTitleChanged = z.infer<typeof SessionTitleChanged>

/** Replaces the tools of the host. */
export const SessionServerToolsChanged = z.object({
  type: z.literal('session/serverToolsChanged'),
  tools: z.array(ToolDefinition),
})
export type SessionServerToolsChanged = z.infer<typeof SessionServerToolsChanged>

/** Adds a client’s complete entry, or replaces it in place. */
export const SessionActiveClientSet = z.object({
  type: z.literal('session/activeClientSet'),
  activeClient: SessionActiveClient,
})
export type SessionActiveClientSet = z.infer<typeof SessionActiveClientSet>

/** Removes a client’s entry. */
export const SessionActiveClientRemoved = z.object({
  type: z.literal('session/activeClientRemoved'),
  clientId: z.string(),
})
export type SessionActiveClientRemoved = z.infer<typeof SessionActiveClientRemoved>

/** Adds a directory. */
export const SessionWorkingDirectorySet = z.object({
  type: z.literal('session/workingDirectorySet'),
  directory: Uri,
})
export type SessionWorkingDirectorySet = z.infer<typeof SessionWorkingDirectorySet>

/** Removes a directory. */
export const SessionWorkingDirectoryRemoved = z.object({
  type: z.literal('session/workingDirectoryRemoved'),
  directory: Uri,
})
export type SessionWorkingDirectoryRemoved = z.infer<typeof SessionWorkingDirectoryRemoved>

/** Exchanges a directory for another. */
export const SessionWorkingDirectoryReplaced = z.object({
  type: z.literal('session/workingDirectoryReplaced'),
  directory: Uri,
  replacement: Uri,
})
export type SessionWorkingDirectoryReplaced = z.infer<typeof SessionWorkingDirectoryReplaced>

/** Adds or replaces what a chat waits for. */
export const SessionInputNeededSet = z.object({
  type: z.literal('session/inputNeededSet'),
  request: SessionInputRequest,
})
export type SessionInputNeededSet = z.infer<typeof SessionInputNeededSet>

/** Removes what was resolved. */
export const SessionInputNeededRemoved = z.object({
  type: z.literal('session/inputNeededRemoved'),
  id: z.string(),
})
export type SessionInputNeededRemoved = z.infer<typeof SessionInputNeededRemoved>

/** Replaces the customizations. */
export const SessionCustomizationsChanged = z.object({
  type: z.literal('session/customizationsChanged'),
  customizations: z.array(Customization),
})
export type SessionCustomizationsChanged = z.infer<typeof SessionCustomizationsChanged>

/** Carries the complete list of decisions. */
export const SessionCustomizationToggled = z.object({
  type: z.literal('session/customizationToggled'),
  id: z.string(),
  enablement: z.array(CustomizationEnablement),
})
export type SessionCustomizationToggled = z.infer<typeof SessionCustomizationToggled>

/** Adds or replaces a top-level entry with its children. */
export const SessionCustomizationUpdated = z.object({
  type: z.literal('session/customizationUpdated'),
  customization: Customization,
})
export type SessionCustomizationUpdated = z.infer<typeof SessionCustomizationUpdated>

/** Removes an entry, top level first. */
export const SessionCustomizationRemoved = z.object({
  type: z.literal('session/customizationRemoved'),
  id: z.string(),
})
export type SessionCustomizationRemoved = z.infer<typeof SessionCustomizationRemoved>

/** Sets state and exactly that channel; an absent channel clears it. */
export const SessionMcpServerStateChanged = z.object({
  type: z.literal('session/mcpServerStateChanged'),
  id: z.string(),
  state: McpServerState,
  channel: z.optional(Uri),
})
export type SessionMcpServerStateChanged = z.infer<typeof SessionMcpServerStateChanged>

/** Asks the host to start a server. */
export const SessionMcpServerStartRequested = z.object({
  type: z.literal('session/mcpServerStartRequested'),
  id: z.string(),
})
export type SessionMcpServerStartRequested = z.infer<typeof SessionMcpServerStartRequested>

/** Asks the host to stop a server. */
export const SessionMcpServerStopRequested = z.object({
  type: z.literal('session/mcpServerStopRequested'),
  id: z.string(),
})
export type SessionMcpServerStopRequested = z.infer<typeof SessionMcpServerStopRequested>

/** Asks the host not to hold messages for a starting server. */
export const SessionMcpServerBackgroundRequested = z.object({
  type: z.literal('session/mcpServerBackgroundRequested'),
  id: z.string(),
})
export type SessionMcpServerBackgroundRequested = z.infer<typeof SessionMcpServerBackgroundRequested>

/** Sets or clears the read flag. */
export const SessionIsReadChanged = z.object({
  type: z.literal('session/isReadChanged'),
  isRead: z.boolean(),
})
export type SessionIsReadChanged = z.infer<typeof SessionIsReadChanged>

/** Sets or clears the archived flag. */
export const SessionIsArchivedChanged = z.object({
  type: z.literal('session/isArchivedChanged'),
  isArchived: z.boolean(),
})
export type SessionIsArchivedChanged = z.infer<typeof SessionIsArchivedChanged>

/** Says what is being done, or nothing. */
export const SessionActivityChanged = z.object({
  type: z.literal('session/activityChanged'),
  activity: z.optional(z.string()),
})
export type SessionActivityChanged = z.infer<typeof SessionActivityChanged>

/** Replaces the catalogue of changesets. */
export const SessionChangesetsChanged = z.object({
  type: z.literal('session/changesetsChanged'),
  changesets: z.optional(z.array(Changeset)),
})
export type SessionChangesetsChanged = z.infer<typeof SessionChangesetsChanged>

/** Merges values by key, or replaces them all. */
export const SessionConfigChanged = z.object({
  type: z.literal('session/configChanged'),
  config: FreeObject,
  replace: z.optional(z.boolean()),
})
export type SessionConfigChanged = z.infer<typeof SessionConfigChanged>

/** Replaces `_meta`. */
export const SessionMetaChanged = z.object({
  type: z.literal('session/metaChanged'),
  _meta: z.optional(FreeObject),
})
export type SessionMetaChanged = z.infer<typeof SessionMetaChanged>

/** The schemas of all actions of this channel. */
export const sessionActions = [
  SessionReady,
  SessionCreationFailed,
  SessionChatAdded,
  SessionChatRemoved,
  SessionChatUpdated,
  SessionChatsReordered,
  SessionDefaultChatChanged,
  SessionTitleChanged,
  SessionServerToolsChanged,
  SessionActiveClientSet,
  SessionActiveClientRemoved,
  SessionWorkingDirectorySet,
  SessionWorkingDirectoryRemoved,
  SessionWorkingDirectoryReplaced,
  SessionInputNeededSet,
  SessionInputNeededRemoved,
  SessionCustomizationsChanged,
  SessionCustomizationToggled,
  SessionCustomizationUpdated,
  SessionCustomizationRemoved,
  SessionMcpServerStateChanged,
  SessionMcpServerStartRequested,
  SessionMcpServerStopRequested,
  SessionMcpServerBackgroundRequested,
  SessionIsReadChanged,
  SessionIsArchivedChanged,
  SessionActivityChanged,
  SessionChangesetsChanged,
  SessionConfigChanged,
  SessionMetaChanged,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const SessionAction = openUnion('type', sessionActions)
export type SessionAction = z.infer<typeof SessionAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const sessionActionFacts: Record<SessionAction['type'], ActionFacts> = {
  'session/ready': { from: 'host', since: '0.1.0' },
  'session/creationFailed': { from: 'host', since: '0.1.0' },
  'session/chatAdded': { from: 'host', since: '0.4.0' },
  'session/chatRemoved': { from: 'host', since: '0.4.0' },
  'session/chatUpdated': { from: 'host', since: '0.4.0' },
  'session/chatsReordered': { from: 'host', since: '1.0.0' },
  'session/defaultChatChanged': { from: 'host', since: '0.4.0' },
  'session/titleChanged': { from: 'anyone', since: '0.1.0' },
  'session/serverToolsChanged': { from: 'host', since: '0.1.0' },
  'session/activeClientSet': { from: 'anyone', since: '0.5.0' },
  'session/activeClientRemoved': { from: 'anyone', since: '0.5.0' },
  'session/workingDirectorySet': { from: 'anyone', since: '0.7.0' },
  'session/workingDirectoryRemoved': { from: 'anyone', since: '0.7.0' },
  'session/workingDirectoryReplaced': { from: 'anyone', since: '0.8.0' },
  'session/inputNeededSet': { from: 'host', since: '0.5.1' },
  'session/inputNeededRemoved': { from: 'host', since: '0.5.1' },
  'session/customizationsChanged': { from: 'host', since: '0.1.0' },
  'session/customizationToggled': { from: 'anyone', since: '0.1.0' },
  'session/customizationUpdated': { from: 'host', since: '0.1.0' },
  'session/customizationRemoved': { from: 'host', since: '0.2.0' },
  'session/mcpServerStateChanged': { from: 'host', since: '0.3.0' },
  'session/mcpServerStartRequested': { from: 'anyone', since: '0.5.2' },
  'session/mcpServerStopRequested': { from: 'anyone', since: '0.5.2' },
  'session/mcpServerBackgroundRequested': { from: 'anyone', since: '1.0.0' },
  'session/isReadChanged': { from: 'anyone', since: '0.1.0' },
  'session/isArchivedChanged': { from: 'anyone', since: '0.1.0' },
  'session/activityChanged': { from: 'host', since: '0.1.0' },
  'session/changesetsChanged': { from: 'host', since: '0.2.0' },
  'session/configChanged': { from: 'anyone', since: '0.1.0' },
  'session/metaChanged': { from: 'host', since: '0.1.0' },
}
