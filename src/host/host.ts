import { join } from 'node:path'
import { roadsteadCommands } from '../protocol/roadstead-commands.ts'
import { withRoadsteadMeta, type Advertisement } from '../protocol/roadstead.ts'
import { fileUri, sessionIdOf } from '../protocol/uri.ts'
import { decide } from './approvals/decide.ts'
import { rememberKey } from './approvals/remember.ts'
import { createAudit } from './audit/audit.ts'
import { createEditBook } from './audit/edits.ts'
import { createModelCallBook } from './audit/model-calls.ts'
import { createTerminalRecords } from './audit/terminal-records.ts'
import { createSessionFiles } from './audit/session-files.ts'
import { createChannels } from './channels/create-channels.ts'
import { commandTable } from './command-table.ts'
import { resourceMetadata } from './commands/authenticate.ts'
import { triggerCharacters } from './commands/completions/trigger.ts'
import { createFileScope } from './commands/file-scope.ts'
import { createOwnContent } from './commands/own-content.ts'
import type { HostDeps } from './deps.ts'
import { listen } from './listen.ts'
import { createAccess, type Access } from './listeners/access.ts'
import { isoNow } from './platform/clock.ts'
import { newId, randomSecret } from './platform/ids.ts'
import { after, every } from './platform/timers.ts'
import { createOperations } from './reactors/changeset-operations.ts'
import { createConfirmationWaits } from './reactors/confirmation-waits.ts'
import { driveTerminals } from './reactors/drive-terminals.ts'
import { createSessionEnder } from './reactors/end-sessions.ts'
import { keepEdits } from './reactors/keep-edits.ts'
import { keepAudit } from './reactors/keep-audit.ts'
import { createChangesetKeeper } from './reactors/keep-changesets.ts'
import { keepSessionFiles } from './reactors/keep-session-files.ts'
import { keepTaskComplete } from './reactors/keep-task-complete.ts'
import { createQuestions } from './reactors/questions.ts'
import { recover } from './reactors/recover.ts'
import { retryStorage } from './reactors/retry-storage.ts'
import { createRememberedRules } from './reactors/remembered-rules.ts'
import { retireTerminals } from './reactors/retire-terminals.ts'
import { createTurnRunner } from './reactors/run-turns.ts'
import { dropGoneClients } from './reactors/drop-gone-clients.ts'
import { markUnread } from './reactors/mark-unread.ts'
import { tellModels } from './reactors/tell-models.ts'
import { titleSessions } from './reactors/title-sessions.ts'
import { createTurnContext, type TurnContextNeeds } from './reactors/turn-context.ts'
import { createUndoBook } from './reactors/undo-book.ts'
import { judgeEditedInput, workspaceOf } from './reactors/workspaces.ts'
import { keepRootState, openRoot } from './root-state.ts'
import { createScratchFolders } from './scratch-folders.ts'
import { createServer } from './server/create-server.ts'
import { keepSummaries } from './sessions/keep-summaries.ts'
import { createSessionIndex } from './sessions/session-index.ts'
import { createFolderBook } from './sessions/trust.ts'
import { validateAction } from './sessions/validate-action.ts'
import { blobUri } from './store/blob-uri.ts'
import { createDeviceTable } from './store/device-table.ts'
import { openStore } from './store/open-store.ts'
import { createTerminals } from './terminals/create-terminals.ts'
import { accessOf, parseInputText } from './tools/parse-input-text.ts'

/** Where and how a host listens. */
export interface HostOptions {
  /** Absolute path. */
  readonly dataFolder: string
  /** 0: any free one. Absent: the one used last if it is free, else any. */
  readonly port?: number
  /** Folder of the web build. */
  readonly webRoot?: string
  readonly deps: HostDeps
}

/** A running host. `stop` ends turns and terminals, writes everything out, and lets the data folder go. */
export interface Host {
  readonly url: string
  readonly pageUrl: string
  readonly token: string
  readonly dataFolder: string
  readonly access: Access
  /** Something the person should know about the data folder. */
  readonly notice?: string
  stop(): Promise<void>
}

/** `owned`: another host has this data folder. `failed`: in words, with what to do and what is kept. */
export type HostOutcome =
  | { readonly kind: 'running'; readonly host: Host }
  | { readonly kind: 'owned'; readonly pid?: number; readonly url?: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string }

/** Wires the rooms together and starts to listen. The order below is the order of dependence; `stop` is its reverse. */
export async function startHost(options: HostOptions): Promise<HostOutcome> {
  const { dataFolder, deps } = options
  const { clock, logger, secrets, git, sandbox, tools, home } = deps
  const opened = openStore({ dataDir: dataFolder, clock, logger })
  if (opened.kind !== 'opened') return opened
  const { store } = opened
  const readOnly = store.mode.status === 'read-only' ? store.mode.reason : undefined
  let storageProblem: string | undefined

  const channels = createChannels({ store, clock, logger, secrets })
  const terminals = createTerminals({
    ringFolder: join(dataFolder, 'terminals'),
    clock,
    logger,
    secrets,
  })
  const index = createSessionIndex(channels)
  const audit = createAudit(store, secrets)
  const edits = createEditBook(store, secrets)
  const retired = retireTerminals(channels, terminals, createTerminalRecords(store))
  const folders = createFolderBook(store.values)
  const remembered = createRememberedRules(store.values)
  const models = deps.createModels({ env: deps.env, clock, logger, secrets, values: store.values })
  const harnesses = deps.createHarnesses(models)
  const auditKeeper = keepAudit({ channels, index, audit, clock })
  const modelCalls = createModelCallBook(store, { clock, secrets, ended: auditKeeper.called })
  const { waits, dispose: stopWaits } = createConfirmationWaits(channels)
  const { questions, dispose: stopQuestions } = createQuestions(channels)
  const undoBook = createUndoBook(store.values)
  const keeper = createChangesetKeeper({
    channels,
    index,
    git,
    logger,
    dataFolder,
    after,
    monotonic: () => clock.monotonic(),
    trustedFolderOf(session) {
      const folder = workspaceOf(channels, session)
      return folder !== undefined && folders.isTrusted(folder) ? folder : undefined
    },
    readingTools: new Set(tools.filter((tool) => tool.readOnly).map(({ name }) => name)),
    undoBook,
  })
  const readOwn = createOwnContent({ channels, store, repositoryOf: (session) => keeper.place(session) })
  const operations = createOperations({ channels, store, keeper, undoBook, note: auditKeeper.note })

  const scratch = createScratchFolders(deps.scratchRoot, dataFolder)
  const turnNeeds: TurnContextNeeds = {
    channels,
    clock,
    git,
    sandbox,
    terminals,
    tools,
    home,
    dataFolder,
    newId,
    waits,
    questions,
    scratchOf: (session) => scratch.of(session),
    decide,
    rememberKey,
    remembered: (session) => remembered.of(session),
    // A rule is kept as it is or not at all: one with a mark in it would allow something else.
    remember(session, key) {
      if (secrets.redact(key) === key) remembered.add(session, key)
    },
    parseInput: (tool, text) => parseInputText(tools, tool, text),
    accessOf: (tool, input) => accessOf(tools, tool, input),
    decided: auditKeeper.decided,
    recordEdits: keepEdits(edits, clock),
    commit: (place, message, paths) => operations.commitForAgent(place.session, place.workspace, message, paths),
    readRetired: (session, uri) => retired.read(session, uri),
    readOwn,
    prepared: (session) => keeper.prepared(session),
    callsOf: (place) => modelCalls.of(place),
    keep: (place, text, name) => blobUri(store.putBlob(secrets.redact(text), place.session), name),
  }

  const runner = createTurnRunner({
    channels,
    index,
    clock,
    logger,
    newId,
    harnessOf: (provider) => harnesses.get(provider),
    contextFor(chat, turnId, signal) {
      const session = index.sessionOf(chat)
      const workspace = session === undefined ? undefined : workspaceOf(channels, session)
      if (session === undefined || workspace === undefined) return undefined
      return createTurnContext(turnNeeds, { session, sessionId: sessionIdOf(session), chat, turnId, workspace }, signal)
    },
  })

  const refusesPath = createFileScope({
    home,
    dataFolder,
    workspaces: () => [...new Set(channels.list('session').flatMap((session) => workspaceOf(channels, session) ?? []))],
  })
  const token = randomSecret()
  const access = createAccess({ deviceBook: createDeviceTable(store), clock, hostToken: token })
  const endSession = createSessionEnder({
    channels,
    index,
    terminals,
    runner,
    keeper,
    retired,
    findObstacle: () => store.findObstacle(),
    removeKept(session) {
      remembered.removeSession(session)
      edits.removeSession(session)
      modelCalls.removeSession(session)
      audit.remove(session, isoNow(clock))
      undoBook.removeSession(session)
      store.releaseBlobs(session)
      store.foldIn()
      scratch.remove(session)
    },
  })
  const teller = tellModels({
    ...{ channels, models, harnesses, after },
    resourceMetadata: (resource) => resourceMetadata(harnesses, resource),
    notify: (channel, method, params) => server.notify(channel, method, params),
  })
  const advertisement: Advertisement = { version: deps.version, commands: Object.keys(roadsteadCommands) }
  const server = createServer({
    channels,
    async prepareChannel(channel) {
      retired.reopen(channel)
      await keeper.prepareFor(channel)
    },
    clock,
    logger,
    secrets,
    facts: {
      serverInfo: { name: 'roadstead', title: 'Roadstead', version: deps.version },
      defaultDirectory: fileUri(home),
      completionTriggerCharacters: triggerCharacters,
      providers: () => new Set(harnesses.keys()),
      meta: () => withRoadsteadMeta(undefined, advertisement),
    },
    commands: commandTable({
      channels,
      index,
      clock,
      folders,
      audit,
      edits,
      modelCalls,
      store,
      access,
      terminals,
      keeper,
      operations,
      harnesses,
      models,
      deps,
      dataFolder,
      refusesPath,
      readOwn,
      endSession,
      stopChat: (chat) => runner.stopChat(chat),
      async tellModels() {
        teller.tellNow()
        await channels.settled()
      },
      blocked: () => readOnly,
      storageProblem: () => storageProblem,
    }),
    rules: (channel, action, who) =>
      validateAction(
        {
          channels,
          sessionOf: (chat) => index.sessionOf(chat),
          sandboxAvailable: () => sandbox.state().status === 'available',
          judgeEdited: (chat, call, text) => judgeEditedInput(turnNeeds, index, chat, call, text),
          // A disk that refused once may take the next write: only a try tells.
          blocked: () => readOnly,
        },
        channel,
        action,
        who,
      ),
  })

  await deps.ready()
  await openRoot(channels, { deps, harnesses, dataFolder, readOnly, notice: store.notice })

  const stops = [
    auditKeeper.dispose,
    stopWaits,
    stopQuestions,
    driveTerminals({ channels, terminals, logger, isRetired: (uri) => retired.isRetired(uri) }),
    () => retired.dispose(),
    titleSessions(channels, index),
    markUnread(channels, index),
    keepTaskComplete({ channels, index, clock }),
    dropGoneClients(channels, server, after),
    keepSummaries(channels, index, (channel, method, params) => server.notify(channel, method, params)),
    keepRootState(channels),
    teller.dispose,
    access.onRevoked((id) => server.disconnectDevice(id)),
    server.onSubscribersChanged((channel, count) => {
      keeper.subscribersChanged(channel, count)
      retired.subscribersChanged(channel, count)
    }),
    channels.onStorageFailure((reason) => {
      storageProblem = reason
      logger.warn(reason === undefined ? 'the disk takes writes again' : 'the disk refuses writes', { reason })
    }),
    retryStorage(channels, every),
    () => keeper.dispose(),
  ]
  if (readOnly === undefined) {
    const files = createSessionFiles(store, join(dataFolder, 'sessions'), secrets)
    const monotonic = () => clock.monotonic()
    stops.push(keepSessionFiles({ channels, index, audit, files, logger, monotonic, after }))
    modelCalls.markInterrupted()
    const { interruptedTurns } = recover(channels, clock, terminals)
    if (interruptedTurns > 0) logger.info('turns were interrupted', { interruptedTurns })
    await channels.settled()
  }
  async function closeRooms(): Promise<void> {
    await runner.stop()
    server.stop()
    await terminals.stop()
    models.stop()
    scratch.removeAll()
    await channels.settled()
    for (const dispose of stops) dispose()
    channels.stop()
    store.close()
  }

  const listening = await listen({
    dataFolder,
    readOnly: readOnly !== undefined,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.webRoot === undefined ? {} : { webRoot: options.webRoot }),
    values: store.values,
    access,
    token,
    deps,
    onConnection: server.accept,
  })
  if (listening.kind === 'failed') {
    await closeRooms()
    return listening
  }

  let stopping: Promise<void> | undefined
  const stop = async () => {
    await listening.stop()
    await closeRooms()
  }
  const notice = readOnly ?? store.notice
  return {
    kind: 'running',
    host: {
      url: listening.url,
      pageUrl: listening.pageUrl,
      token,
      dataFolder,
      access,
      ...(notice === undefined ? {} : { notice }),
      stop: () => (stopping ??= stop()),
    },
  }
}
