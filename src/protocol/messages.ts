/** Everything that is asked, answered and announced: the tables of commands and notifications (SPEC 8, 9). */
import { z } from 'zod'
import type { UnknownAction } from './actions.ts'
import { SessionSummary, SessionSummaryChanges } from './channels/session/state.ts'
import { ActionEnvelope, SequenceNumber } from './envelope.ts'
import { invalidParams } from './errors.ts'
import { ProtectedResourceMetadata } from './protected-resource.ts'
import { check, type Checked, openEnum } from './schema.ts'
import { ROOT_URI } from './uri.ts'
import { BoundedUri, FreeObject, Uri } from './values.ts'
import {
  AuthenticateParams,
  AuthenticateResult,
  InitializeParams,
  InitializeResult,
  ListSessionsParams,
  ListSessionsResult,
  PingParams,
  PingResult,
  ReconnectParams,
  ReconnectResult,
  ResolveSessionConfigParams,
  ResolveSessionConfigResult,
  SessionConfigCompletionsParams,
  SessionConfigCompletionsResult,
  SubscribeParams,
  SubscribeResult,
} from './channels/root/commands.ts'
import {
  ResourceCopyParams,
  ResourceCopyResult,
  ResourceDeleteParams,
  ResourceDeleteResult,
  ResourceListParams,
  ResourceListResult,
  ResourceMkdirParams,
  ResourceMkdirResult,
  ResourceMoveParams,
  ResourceMoveResult,
  ResourceReadParams,
  ResourceReadResult,
  ResourceRequestParams,
  ResourceRequestResult,
  ResourceResolveParams,
  ResourceResolveResult,
  ResourceWriteParams,
  ResourceWriteResult,
} from './channels/root/resource-commands.ts'
import {
  CreateChatParams,
  CreateChatResult,
  CreateSessionParams,
  CreateSessionResult,
  DisposeSessionParams,
  DisposeSessionResult,
} from './channels/session/commands.ts'
import {
  CompletionsParams,
  CompletionsResult,
  DisposeChatParams,
  DisposeChatResult,
  FetchTurnsParams,
  FetchTurnsResult,
  MoveChatParams,
  MoveChatResult,
} from './channels/chat/commands.ts'
import {
  CreateTerminalParams,
  CreateTerminalResult,
  DisposeTerminalParams,
  DisposeTerminalResult,
} from './channels/terminal/commands.ts'
import { InvokeChangesetOperationParams, InvokeChangesetOperationResult } from './channels/changeset/commands.ts'
import { CreateResourceWatchParams, CreateResourceWatchResult } from './channels/resource-watch/commands.ts'

/** All commands of the protocol this version answers or asks. */
export const commands = {
  initialize: { params: InitializeParams, result: InitializeResult, from: 'client', since: '0.2.0' },
  reconnect: { params: ReconnectParams, result: ReconnectResult, from: 'client', since: '0.2.0' },
  ping: { params: PingParams, result: PingResult, from: 'client', since: '0.2.0' },
  subscribe: { params: SubscribeParams, result: SubscribeResult, from: 'client', since: '0.2.0' },
  listSessions: { params: ListSessionsParams, result: ListSessionsResult, from: 'client', since: '0.2.0' },
  authenticate: { params: AuthenticateParams, result: AuthenticateResult, from: 'client', since: '0.2.0' },
  resolveSessionConfig: {
    params: ResolveSessionConfigParams,
    result: ResolveSessionConfigResult,
    from: 'client',
    since: '0.2.0',
  },
  sessionConfigCompletions: {
    params: SessionConfigCompletionsParams,
    result: SessionConfigCompletionsResult,
    from: 'client',
    since: '0.2.0',
  },
  resourceRead: { params: ResourceReadParams, result: ResourceReadResult, from: 'either', since: '0.2.0' },
  resourceWrite: { params: ResourceWriteParams, result: ResourceWriteResult, from: 'either', since: '0.2.0' },
  resourceList: { params: ResourceListParams, result: ResourceListResult, from: 'either', since: '0.2.0' },
  resourceCopy: { params: ResourceCopyParams, result: ResourceCopyResult, from: 'either', since: '0.2.0' },
  resourceDelete: { params: ResourceDeleteParams, result: ResourceDeleteResult, from: 'either', since: '0.2.0' },
  resourceMove: { params: ResourceMoveParams, result: ResourceMoveResult, from: 'either', since: '0.2.0' },
  resourceResolve: { params: ResourceResolveParams, result: ResourceResolveResult, from: 'either', since: '0.2.0' },
  resourceMkdir: { params: ResourceMkdirParams, result: ResourceMkdirResult, from: 'either', since: '0.2.0' },
  resourceRequest: { params: ResourceRequestParams, result: ResourceRequestResult, from: 'either', since: '0.2.0' },
  createSession: { params: CreateSessionParams, result: CreateSessionResult, from: 'client', since: '0.2.0' },
  disposeSession: { params: DisposeSessionParams, result: DisposeSessionResult, from: 'client', since: '0.2.0' },
  createChat: { params: CreateChatParams, result: CreateChatResult, from: 'client', since: '0.4.0' },
  moveChat: { params: MoveChatParams, result: MoveChatResult, from: 'client', since: '1.0.0' },
  disposeChat: { params: DisposeChatParams, result: DisposeChatResult, from: 'client', since: '0.4.0' },
  fetchTurns: { params: FetchTurnsParams, result: FetchTurnsResult, from: 'client', since: '0.2.0' },
  completions: { params: CompletionsParams, result: CompletionsResult, from: 'client', since: '0.2.0' },
  createTerminal: { params: CreateTerminalParams, result: CreateTerminalResult, from: 'client', since: '0.2.0' },
  disposeTerminal: { params: DisposeTerminalParams, result: DisposeTerminalResult, from: 'client', since: '0.2.0' },
  invokeChangesetOperation: {
    params: InvokeChangesetOperationParams,
    result: InvokeChangesetOperationResult,
    from: 'client',
    since: '0.2.0',
  },
  createResourceWatch: {
    params: CreateResourceWatchParams,
    result: CreateResourceWatchResult,
    from: 'either',
    since: '0.2.0',
  },
} satisfies Record<string, CommandFacts>

/** A command: its schemas, who may send it, and since which release. */
type CommandFacts = { params: z.ZodType; result: z.ZodType; from: 'client' | 'either'; since: string }

/** Commands by their method. */
export type CommandName = keyof typeof commands
export type CommandParams<M extends CommandName> = z.infer<(typeof commands)[M]['params']>
export type CommandResult<M extends CommandName> = z.infer<(typeof commands)[M]['result']>

const AnyAction: z.ZodType<UnknownAction> = z.looseObject({ type: z.string() })

/**
 * The action is only looked at as far as its type: a malformed one is answered with a rejection, which needs the
 * envelope around it.
 */
export const DispatchActionParams = z.object({ channel: BoundedUri, clientSeq: SequenceNumber, action: AnyAction })
export type DispatchActionParams = z.infer<typeof DispatchActionParams>

const otlpExport = z.object({ channel: Uri, payload: FreeObject })

/** The schema of the parameters of each notification. */
export const notifications = {
  unsubscribe: z.object({ channel: BoundedUri }),
  dispatchAction: DispatchActionParams,
  action: ActionEnvelope,
  'root/sessionAdded': z.object({ channel: Uri, summary: SessionSummary }),
  'root/sessionRemoved': z.object({ channel: Uri, session: Uri }),
  'root/sessionSummaryChanged': z.object({ channel: Uri, session: Uri, changes: SessionSummaryChanges }),
  'root/progress': z.object({
    channel: Uri,
    progressToken: z.string(),
    progress: z.number(),
    total: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
  'auth/required': z.object({
    channel: Uri,
    resource: ProtectedResourceMetadata,
    reason: z.optional(openEnum(['required', 'expired'])),
  }),
  'otlp/exportLogs': otlpExport,
  'otlp/exportTraces': otlpExport,
  'otlp/exportMetrics': otlpExport,
}

/** Notifications by their method. */
export type NotificationName = keyof typeof notifications
export type NotificationParams<N extends NotificationName> = z.infer<(typeof notifications)[N]>

/** The release that first had a notification. */
export const notificationIntroducedIn: Record<NotificationName, string> = {
  unsubscribe: '0.1.0',
  dispatchAction: '0.1.0',
  action: '0.1.0',
  'root/sessionAdded': '0.1.0',
  'root/sessionRemoved': '0.1.0',
  'root/sessionSummaryChanged': '0.1.0',
  'root/progress': '0.5.0',
  'auth/required': '0.1.0',
  'otlp/exportLogs': '0.2.0',
  'otlp/exportTraces': '0.2.0',
  'otlp/exportMetrics': '0.2.0',
}

/** Whether the method is a command of the protocol. */
export function isCommandName(method: string): method is CommandName {
  return Object.hasOwn(commands, method)
}

/** Whether the method is a notification of the protocol. */
export function isNotificationName(method: string): method is NotificationName {
  return Object.hasOwn(notifications, method)
}

/** Real clients leave the channel out of these. */
const channelMayBeMissing: ReadonlySet<string> = new Set(['initialize', 'ping', 'reconnect'])

/**
 * The parameters of a command, checked; throws `invalidParams` when they do not fit. In `mayLackChannel` commands a
 * missing channel means the root channel, which is then filled in on a copy.
 */
export function parseCommandParams<M extends CommandName>(
  method: M,
  params: unknown,
  mayLackChannel: ReadonlySet<string> = channelMayBeMissing,
): CommandParams<M> {
  const checked = check<z.ZodType>(commands[method].params, withChannel(method, params, mayLackChannel))
  if (!checked.ok) throw invalidParams(checked.problem)
  return checked.value as CommandParams<M>
}

function withChannel(method: string, params: unknown, mayLackChannel: ReadonlySet<string>): unknown {
  if (!mayLackChannel.has(method)) return params
  if (params === undefined) return { channel: ROOT_URI }
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return params
  return 'channel' in params ? params : { ...params, channel: ROOT_URI }
}

/** The parameters of a notification; whoever receives one drops what does not fit. */
export function checkNotificationParams<N extends NotificationName>(
  method: N,
  params: unknown,
): Checked<NotificationParams<N>> {
  return check<z.ZodType>(notifications[method], params) as Checked<NotificationParams<N>>
}
