import type { Audit } from './audit/audit.ts'
import type { EditBook } from './audit/edits.ts'
import type { ModelCallBook } from './audit/model-calls.ts'
import type { Channels } from './channels/channels.ts'
import { auditEntries } from './commands/audit-entries.ts'
import { authenticate } from './commands/authenticate.ts'
import { invokeChangesetOperation } from './commands/changesets.ts'
import { createChat, disposeChat, fetchTurns } from './commands/chats.ts'
import { complete } from './commands/completions/complete.ts'
import { folderCompletions } from './commands/completions/folder-completions.ts'
import { createPathLister } from './commands/completions/workspace-paths.ts'
import { createSession, disposeSession } from './commands/create-sessions.ts'
import { createPairingCode, listDevices, revokeDevice } from './commands/devices.ts'
import { holdsSecret, type RefusesPath } from './commands/file-scope.ts'
import { forgetModelKey } from './commands/forget-model-key.ts'
import { folderFacts, recentFolders, setFolderTrust } from './commands/folders.ts'
import { lineOrigin } from './commands/line-origin.ts'
import { listSessions } from './commands/list-sessions.ts'
import { listModelCalls, modelCallPrompt, spending } from './commands/model-calls.ts'
import { modelProviders, removeModelEndpoint, setModelEndpoint } from './commands/model-providers.ts'
import { resourceList, resourceRead, resourceResolve, type ResourceNeeds } from './commands/resources.ts'
import { resolveSessionConfig } from './commands/session-config.ts'
import { startDemo } from './commands/start-demo.ts'
import { createTerminal, disposeTerminal } from './commands/terminals.ts'
import type { HostDeps } from './deps.ts'
import type { HarnessAdapter } from './harnesses/adapter.ts'
import type { Models } from './models/models.ts'
import type { Access } from './listeners/access.ts'
import type { Clock } from './platform/clock.ts'
import { newId } from './platform/ids.ts'
import type { Operations } from './reactors/changeset-operations.ts'
import type { ChangesetKeeper } from './reactors/keep-changesets.ts'
import { workspaceOf } from './reactors/workspaces.ts'
import type { CommandHandler, CommandTable } from './server/server.ts'
import type { SessionIndex } from './sessions/session-index.ts'
import type { FolderBook } from './sessions/trust.ts'
import { StoreFailure, type Store } from './store/store.ts'
import { loginShell, shellEnvironment } from './terminals/shell.ts'
import type { Terminals } from './terminals/terminals.ts'
import { toolDefinition } from './tools/define-tool.ts'
import { permissionDenied } from '../protocol/errors.ts'

/** What commands are answered with. */
export interface CommandTableNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly clock: Clock
  readonly folders: FolderBook
  readonly audit: Audit
  readonly edits: EditBook
  readonly modelCalls: ModelCallBook
  readonly store: Store
  readonly access: Access
  readonly terminals: Terminals
  readonly keeper: ChangesetKeeper
  readonly operations: Operations
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly models: Models
  readonly deps: HostDeps
  readonly dataFolder: string
  readonly refusesPath: RefusesPath
  readonly readOwn: ResourceNeeds['readOwn']
  endSession(session: string): Promise<void>
  /** Ends what runs in one chat; settles when nothing does. */
  stopChat(chat: string): Promise<void>
  /** Tells clients what models there are now; settles when it is published. */
  tellModels(): Promise<void>
  blocked(): string | undefined
  /** What the disk said when it last refused; undefined while writes work. */
  storageProblem(): string | undefined
}

/** Which function answers which method. What is not here is answered with "method not found" and is not advertised. */
export function commandTable(needs: CommandTableNeeds): CommandTable {
  const {
    channels,
    index,
    clock,
    folders,
    audit,
    edits,
    store,
    access,
    terminals,
    keeper,
    operations,
    deps,
    harnesses,
    models,
  } = needs
  const { refusesPath, dataFolder } = needs
  const { git, home } = deps
  const sandboxAvailable = () => deps.sandbox.state().status === 'available'
  const sessions = {
    channels,
    index,
    clock,
    folders,
    newId,
    harnesses,
    sandboxAvailable,
    blocked: needs.blocked,
    storageProblem: needs.storageProblem,
    serverTools: deps.tools.map((tool) => toolDefinition(tool)),
    prepareWorkspace: (session: string, folder: string) => keeper.prepare(session, folder),
    endSession: needs.endSession,
    demo: deps.demo,
  }
  const folderNeeds = {
    channels,
    clock,
    git,
    folders,
    sessionsIn: (path: string) => channels.list('session').filter((session) => workspaceOf(channels, session) === path),
    prepareWorkspace: sessions.prepareWorkspace,
  }
  const terminalNeeds = {
    channels,
    clock,
    terminals,
    home,
    shell: () => ({ ...loginShell(deps.env, deps.platform), env: shellEnvironment(deps.env, deps.version) }),
    refusesFolder: (path: string) =>
      holdsSecret({ home, dataFolder }, path)
        ? 'this folder holds secrets; open it in a terminal of your own'
        : undefined,
  }
  const chatNeeds = {
    ...{ channels, index, clock, harnesses, newId },
    blocked: needs.blocked,
    storageProblem: needs.storageProblem,
    stopChat: needs.stopChat,
  }
  const listPaths = createPathLister(() => clock.monotonic())
  const completionNeeds = { channels, index, folders, home, dataFolder, listPaths }
  const callNeeds = { channels, modelCalls: needs.modelCalls }
  const resources: ResourceNeeds = { refusesPath, readOwn: needs.readOwn }

  const table: CommandTable = {
    listSessions: (params) => listSessions(channels, params),
    createSession: (params) => createSession(sessions, params),
    disposeSession: (params) => disposeSession(sessions, params),
    resolveSessionConfig: (params) => resolveSessionConfig({ harnesses, sandboxAvailable }, params),
    sessionConfigCompletions: () => ({ items: [] }),
    createChat: (params) => createChat(chatNeeds, params),
    disposeChat: (params) => disposeChat(chatNeeds, params),
    fetchTurns: (params) => fetchTurns(channels, params),
    completions: (params) => complete(completionNeeds, params),
    createTerminal: (params, who) => createTerminal(terminalNeeds, params, who),
    disposeTerminal: (params) => disposeTerminal(terminalNeeds, params),
    resourceRead: (params, who) => resourceRead(resources, params, who),
    resourceList: (params, who) => resourceList(resources, params, who),
    resourceResolve: (params, who) => resourceResolve(resources, params, who),
    resourceWrite: refuseChange,
    resourceCopy: refuseChange,
    resourceDelete: refuseChange,
    resourceMove: refuseChange,
    resourceMkdir: refuseChange,
    invokeChangesetOperation: (params, who) => invokeChangesetOperation({ channels, operations }, params, who),
    authenticate: (params) => authenticate({ models, harnesses }, params),
    'x-roadstead/modelProviders': (params) => modelProviders({ models, tellModels: needs.tellModels }, params),
    'x-roadstead/setModelEndpoint': (params) => setModelEndpoint(models, params),
    'x-roadstead/removeModelEndpoint': (params) => removeModelEndpoint(models, params),
    'x-roadstead/forgetModelKey': (params) => forgetModelKey(models, params),
    'x-roadstead/modelCalls': (params) => listModelCalls(callNeeds, params),
    'x-roadstead/modelCallPrompt': (params) => modelCallPrompt(callNeeds, params),
    'x-roadstead/spending': (params) => spending(callNeeds, params),
    'x-roadstead/folderFacts': (params) => folderFacts(folderNeeds, params),
    'x-roadstead/setFolderTrust': (params) => setFolderTrust(folderNeeds, params),
    'x-roadstead/recentFolders': () => recentFolders({ folders }),
    'x-roadstead/folderCompletions': (params) => folderCompletions(completionNeeds, params),
    'x-roadstead/startDemo': (params) => startDemo(sessions, params),
    'x-roadstead/lineOrigin': (params, who) =>
      lineOrigin(
        {
          channels,
          edits,
          store,
          secrets: deps.secrets,
          refusesPath,
          repositoryOf(session) {
            const place = keeper.place(session)
            return place === undefined || place.isPrivate ? undefined : place
          },
        },
        params,
        who,
      ),
    'x-roadstead/auditEntries': (params) => auditEntries(channels, audit, params),
    'x-roadstead/createPairingCode': (params) => createPairingCode(access, params),
    'x-roadstead/listDevices': (_params, who) => listDevices(access, who),
    'x-roadstead/revokeDevice': (params) => revokeDevice(access, params),
  }
  return Object.fromEntries(Object.entries(table).map(([name, handler]) => [name, withStorageWords(handler)]))
}

/** Files are changed by agents, through changesets, and in a person's own terminal; never by a client's say-so (W12). */
function refuseChange(): never {
  throw permissionDenied('clients read files of this host and change none')
}

/** What the disk refused is answered in the store's own words, which name the cause. */
function withStorageWords(handler: CommandHandler): CommandHandler {
  const say = (error: unknown): never => {
    throw error instanceof StoreFailure ? permissionDenied(error.message) : error
  }
  return (params, who) => {
    try {
      const answer = handler(params, who)
      return answer instanceof Promise ? answer.catch(say) : answer
    } catch (error) {
      return say(error)
    }
  }
}
