/** The reducer of session channels (SPEC 13.1). */
import {
  absentIfEmpty,
  type Reducer,
  reducerOf,
  removeWhere,
  updateFirst,
  upsert,
  withConfigValues,
  withDirectory,
  withFields,
  withoutAbsent,
} from '../../reducer.ts'
import { SessionStatus, withActivity, withFlag, withoutInputNeeded } from '../../status.ts'
import type { ChatSummary } from '../chat/state.ts'
import type { SessionAction } from './actions.ts'
import type { SessionInputRequest } from './input-needed.ts'
import {
  removeCustomization,
  setMcpServer,
  toggleCustomization,
  unblockMcpServer,
  updateCustomization,
} from './reduce-customizations.ts'
import type { SessionState } from './state.ts'

export const reduceSession: Reducer<SessionState> = reducerOf<SessionState, SessionAction>({
  'session/ready': (state) => withFields(state, { lifecycle: 'ready' }),
  'session/creationFailed': (state, { error }) => withFields(state, { lifecycle: 'failed', creationError: error }),

  'session/chatAdded': (state, { summary }) =>
    withFields(state, { chats: upsert(state.chats, summary, (chat) => chat.resource) }),
  'session/chatRemoved': (state, { chat }) => {
    const chats = removeWhere(state.chats, (summary) => summary.resource === chat)
    if (chats === state.chats) return state
    return withFields(state, state.defaultChat === chat ? { chats, defaultChat: undefined } : { chats })
  },
  'session/chatUpdated': (state, { chat, changes }) => {
    const { resource: _, ...others } = changes
    const fields = withoutAbsent(others) as Partial<ChatSummary>
    const fits = (summary: ChatSummary) => summary.resource === chat
    return withFields(state, { chats: updateFirst(state.chats, fits, (summary) => withFields(summary, fields)) })
  },
  'session/chatsReordered': (state, { chats }) => withFields(state, { chats: reorderChats(state.chats, chats) }),
  'session/defaultChatChanged': (state, { defaultChat }) => withFields(state, { defaultChat }),

  'session/titleChanged': (state, { title }) => withFields(state, { title }),
  'session/activityChanged': (state, { activity }) => withFields(state, { activity }),
  'session/metaChanged': (state, { _meta }) => withFields(state, { _meta }),
  'session/serverToolsChanged': (state, { tools }) => withFields(state, { serverTools: tools }),
  'session/changesetsChanged': (state, { changesets }) => withFields(state, { changesets }),
  'session/isReadChanged': (state, { isRead }) =>
    withFields(state, { status: withFlag(state.status, SessionStatus.IsRead, isRead) }),
  'session/isArchivedChanged': (state, { isArchived }) =>
    withFields(state, { status: withFlag(state.status, SessionStatus.IsArchived, isArchived) }),
  'session/configChanged': (state, { config, replace }) => {
    if (state.config === undefined) return state
    const values = withConfigValues(state.config.values, config, replace)
    return withFields(state, { config: withFields(state.config, { values }) })
  },

  'session/activeClientSet': (state, { activeClient }) =>
    withFields(state, { activeClients: upsert(state.activeClients, activeClient, (client) => client.clientId) }),
  'session/activeClientRemoved': (state, { clientId }) =>
    withFields(state, { activeClients: removeWhere(state.activeClients, (client) => client.clientId === clientId) }),

  'session/workingDirectorySet': (state, { directory }) =>
    withFields(state, { workingDirectories: withDirectory(state.workingDirectories, directory) }),
  'session/workingDirectoryRemoved': (state, { directory }) =>
    withFields(state, {
      workingDirectories:
        state.workingDirectories && removeWhere(state.workingDirectories, (each) => each === directory),
    }),
  'session/workingDirectoryReplaced': (state, { directory, replacement }) =>
    withFields(state, {
      workingDirectories:
        state.workingDirectories && replaceDirectory(state.workingDirectories, directory, replacement),
    }),

  'session/inputNeededSet': (state, { request }) =>
    withInputNeeded(
      state,
      upsert(state.inputNeeded ?? [], request, (each) => each.id),
    ),
  'session/inputNeededRemoved': (state, { id }) => {
    const present = state.inputNeeded ?? []
    const left = removeWhere(present, (request) => request.id === id)
    return left === present ? state : withInputNeeded(state, left)
  },

  'session/customizationsChanged': (state, { customizations }) => withFields(state, { customizations }),
  'session/customizationUpdated': (state, { customization }) =>
    withFields(state, { customizations: updateCustomization(state.customizations, customization) }),
  'session/customizationRemoved': (state, { id }) =>
    withFields(state, { customizations: removeCustomization(state.customizations, id) }),
  'session/customizationToggled': (state, { id, enablement }) =>
    withFields(state, { customizations: toggleCustomization(state.customizations, id, enablement) }),
  'session/mcpServerStateChanged': (state, { id, state: serverState, channel }) =>
    withFields(state, { customizations: setMcpServer(state.customizations, id, serverState, channel) }),
  'session/mcpServerStartRequested': (state, { id }) =>
    withFields(state, { customizations: setMcpServer(state.customizations, id, { kind: 'starting' }, undefined) }),
  'session/mcpServerStopRequested': (state, { id }) =>
    withFields(state, { customizations: setMcpServer(state.customizations, id, { kind: 'stopped' }, undefined) }),
  'session/mcpServerBackgroundRequested': (state, { id }) =>
    withFields(state, { customizations: unblockMcpServer(state.customizations, id) }),
})

/** All or nothing: only an exact permutation of the present chats counts. */
function reorderChats(chats: ChatSummary[], order: readonly string[]): ChatSummary[] {
  if (order.length !== chats.length || new Set(order).size !== order.length) return chats
  const byResource = new Map(chats.map((chat) => [chat.resource, chat]))
  const reordered = order.map((resource) => byResource.get(resource)).filter((chat) => chat !== undefined)
  if (reordered.length !== chats.length) return chats
  return reordered.every((chat, index) => chat === chats[index]) ? chats : reordered
}

/** `replacement` takes the slot of `directory`, unless it already stands before it; it is never there twice. */
function replaceDirectory(directories: string[], directory: string, replacement: string): string[] {
  const slot = directories.indexOf(directory)
  if (slot === -1 || directory === replacement) return directories
  if (directories.slice(0, slot).includes(replacement)) return directories.filter((_, index) => index !== slot)
  return directories
    .map((each, index) => (index === slot ? replacement : each))
    .filter((each, index) => index <= slot || each !== replacement)
}

/** A client's own tool execution is listed, but it is not the person who is waited for. */
function withInputNeeded(state: SessionState, requests: SessionInputRequest[]): SessionState {
  const waitsForPerson = requests.some((request) => request.kind !== 'toolClientExecution')
  return withFields(state, {
    inputNeeded: absentIfEmpty(requests),
    status: waitsForPerson ? withActivity(state.status, 'inputNeeded') : withoutInputNeeded(state.status),
  })
}
