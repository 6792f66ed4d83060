/** Commands for the connection as a whole (SPEC 4–7, 12, 26). */
import { z } from 'zod'
import {
  AutomationCapabilities,
  ClientCapabilities,
  Implementation,
  SubscribeView,
  SubscriptionDeliveryOptions,
  TelemetryCapabilities,
} from '../../capabilities.ts'
import { SessionConfigSchema, SessionConfigValueItem } from '../session/config.ts'
import { SessionSummary } from '../session/state.ts'
import { ActionEnvelope, SequenceNumber } from '../../envelope.ts'
import { limits } from '../../limits.ts'
import { openUnion } from '../../schema.ts'
import { Snapshot } from '../../snapshot.ts'
import { BoundedUri, FreeObject, Uri } from '../../values.ts'

/** The first message of a fresh connection. */
export const InitializeParams = z.object({
  channel: BoundedUri,
  protocolVersions: z.array(z.string()),
  clientId: z.string().min(1).max(limits.clientIdLength),
  clientInfo: z.optional(Implementation),
  initialSubscriptions: z.optional(z.array(BoundedUri).max(limits.subscriptions)),
  locale: z.optional(z.string()),
  capabilities: z.optional(ClientCapabilities),
  _meta: z.optional(FreeObject),
})
export type InitializeParams = z.infer<typeof InitializeParams>

/** `serverSeq` is the host’s current number; channels that could not be subscribed have no snapshot. */
export const InitializeResult = z.object({
  protocolVersion: z.string(),
  serverSeq: SequenceNumber,
  snapshots: z.array(Snapshot),
  serverInfo: z.optional(Implementation),
  defaultDirectory: z.optional(Uri),
  completionTriggerCharacters: z.optional(z.array(z.string())),
  terminalCommandPrefix: z.optional(z.string()),
  telemetry: z.optional(TelemetryCapabilities),
  automations: z.optional(AutomationCapabilities),
  _meta: z.optional(FreeObject),
})
export type InitializeResult = z.infer<typeof InitializeResult>

/** Sent instead of `initialize` on a new transport. */
export const ReconnectParams = z.object({
  channel: BoundedUri,
  clientId: z.string().min(1).max(limits.clientIdLength),
  lastSeenServerSeq: SequenceNumber,
  subscriptions: z.array(BoundedUri).max(limits.subscriptions),
  _meta: z.optional(FreeObject),
})
export type ReconnectParams = z.infer<typeof ReconnectParams>

/** What was missed, or fresh snapshots; the client drops its pending actions in both cases. */
export const ReconnectResult = openUnion('type', [
  z.object({
    type: z.literal('replay'),
    actions: z.array(ActionEnvelope),
    missing: z.array(Uri),
  }),
  z.object({
    type: z.literal('snapshot'),
    snapshots: z.array(Snapshot),
  }),
])
export type ReconnectResult = z.infer<typeof ReconnectResult>

/** Answered at any time, even before `initialize`. */
export const PingParams = z.object({
  channel: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type PingParams = z.infer<typeof PingParams>

export const PingResult = z.null()
export type PingResult = z.infer<typeof PingResult>

/** Twice is harmless. */
export const SubscribeParams = z.object({
  channel: BoundedUri,
  delivery: z.optional(SubscriptionDeliveryOptions),
  view: z.optional(SubscribeView),
  _meta: z.optional(FreeObject),
})
export type SubscribeParams = z.infer<typeof SubscribeParams>

/** Stateless channels have no snapshot. */
export const SubscribeResult = z.object({
  snapshot: z.optional(Snapshot),
})
export type SubscribeResult = z.infer<typeof SubscribeResult>

/** Without `cursor`: the first page. */
export const ListSessionsParams = z.object({
  channel: BoundedUri,
  limit: z.optional(z.int().min(0)),
  cursor: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type ListSessionsParams = z.infer<typeof ListSessionsParams>

/** Most recently modified first. */
export const ListSessionsResult = z.object({
  items: z.array(SessionSummary),
  nextCursor: z.optional(z.string()),
})
export type ListSessionsResult = z.infer<typeof ListSessionsResult>

/** `expiresIn` in seconds. Tokens never reach state, logs or echoes. */
export const AuthenticateParams = z.object({
  channel: BoundedUri,
  resource: z.string(),
  token: z.string().min(1),
  expiresIn: z.optional(z.int().min(1)),
  scopes: z.optional(z.array(z.string())),
  _meta: z.optional(FreeObject),
})
export type AuthenticateParams = z.infer<typeof AuthenticateParams>

export const AuthenticateResult = z.object({})
export type AuthenticateResult = z.infer<typeof AuthenticateResult>

/** Asked again whenever an input changes, before a session is created. */
export const ResolveSessionConfigParams = z.object({
  channel: BoundedUri,
  provider: z.optional(z.string()),
  workingDirectory: z.optional(BoundedUri),
  config: z.optional(FreeObject),
  _meta: z.optional(FreeObject),
})
export type ResolveSessionConfigParams = z.infer<typeof ResolveSessionConfigParams>

/** All properties that apply, and the values with defaults. */
export const ResolveSessionConfigResult = z.object({
  schema: SessionConfigSchema,
  values: FreeObject,
})
export type ResolveSessionConfigResult = z.infer<typeof ResolveSessionConfigResult>

/** Values of a property with `enumDynamic`. */
export const SessionConfigCompletionsParams = z.object({
  channel: BoundedUri,
  provider: z.optional(z.string()),
  workingDirectory: z.optional(BoundedUri),
  config: z.optional(FreeObject),
  property: z.string(),
  query: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type SessionConfigCompletionsParams = z.infer<typeof SessionConfigCompletionsParams>

export const SessionConfigCompletionsResult = z.object({
  items: z.array(SessionConfigValueItem),
})
export type SessionConfigCompletionsResult = z.infer<typeof SessionConfigCompletionsResult>
