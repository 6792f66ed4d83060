/** The root channel `ahp-root://` (SPEC 12): agents, terminals and host configuration. */
import { z } from 'zod'
import { Customization } from '../session/customizations.ts'
import { TerminalClaim, TerminalLifecycleState } from '../terminal/state.ts'
import { ConfigSchema } from '../../config-schema.ts'
import { ProtectedResourceMetadata } from '../../protected-resource.ts'
import { openEnum } from '../../schema.ts'
import { FreeObject, Uri } from '../../values.ts'

export const PolicyState = openEnum(['enabled', 'disabled', 'unconfigured'])
export type PolicyState = z.infer<typeof PolicyState>

/** A model of an agent; `configSchema` describes `ModelSelection.config`. Windows in tokens. */
export const SessionModelInfo = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  maxContextWindow: z.optional(z.number()),
  maxOutputTokens: z.optional(z.number()),
  maxPromptTokens: z.optional(z.number()),
  supportsVision: z.optional(z.boolean()),
  policyState: z.optional(PolicyState),
  configSchema: z.optional(ConfigSchema),
  _meta: z.optional(FreeObject),
})
export type SessionModelInfo = z.infer<typeof SessionModelInfo>

/** Presence allows further chats; the flags allow the matching sources of `createChat`. */
export const MultipleChatsCapability = z.object({
  fork: z.optional(z.boolean()),
  sideChat: z.optional(z.boolean()),
})
export type MultipleChatsCapability = z.infer<typeof MultipleChatsCapability>

/** Presence allows more than one directory and changes to the set. */
export const MultipleWorkingDirectoriesCapability = z.object({
  immutablePrimary: z.optional(z.boolean()),
  primaryReplacement: z.optional(z.boolean()),
})
export type MultipleWorkingDirectoriesCapability = z.infer<typeof MultipleWorkingDirectoriesCapability>

/** What may be done with an agent beyond one chat in one directory. */
export const AgentCapabilities = z.object({
  multipleChats: z.optional(MultipleChatsCapability),
  multipleWorkingDirectories: z.optional(MultipleWorkingDirectoriesCapability),
})
export type AgentCapabilities = z.infer<typeof AgentCapabilities>

/** An agent the host offers. */
export const AgentInfo = z.object({
  provider: z.string(),
  displayName: z.string(),
  description: z.string(),
  models: z.array(SessionModelInfo),
  protectedResources: z.optional(z.array(ProtectedResourceMetadata)),
  customizations: z.optional(z.array(Customization)),
  capabilities: z.optional(AgentCapabilities),
})
export type AgentInfo = z.infer<typeof AgentInfo>

/** Host configuration any client may change; security settings are never here. */
export const RootConfigState = z.object({
  schema: ConfigSchema,
  values: FreeObject,
})
export type RootConfigState = z.infer<typeof RootConfigState>

/** One terminal of the host, as listed on the root channel. */
export const TerminalInfo = z.object({
  resource: Uri,
  title: z.string(),
  claim: TerminalClaim,
  lifecycle: TerminalLifecycleState,
})
export type TerminalInfo = z.infer<typeof TerminalInfo>

/** What the root channel holds; the list of sessions is not part of it. */
export const RootState = z.object({
  agents: z.array(AgentInfo),
  activeSessions: z.optional(z.number()),
  terminals: z.optional(z.array(TerminalInfo)),
  config: z.optional(RootConfigState),
  _meta: z.optional(FreeObject),
})
export type RootState = z.infer<typeof RootState>
