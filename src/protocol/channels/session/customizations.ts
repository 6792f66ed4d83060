/** What extends an agent: plugins, directories and their children, and MCP servers (SPEC 20). */
import { z } from 'zod'
import { McpServerCustomizationApps, McpServerState } from './mcp-server.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { FreeObject, Icon, TextRange, Uri } from '../../values.ts'

export const CustomizationType = openEnum([
  'plugin',
  'directory',
  'agent',
  'skill',
  'prompt',
  'rule',
  'hook',
  'mcpServer',
])
export type CustomizationType = z.infer<typeof CustomizationType>

export const ChildCustomizationType = openEnum(['agent', 'skill', 'prompt', 'rule', 'hook', 'mcpServer'])
export type ChildCustomizationType = z.infer<typeof ChildCustomizationType>

/** One decision; lists of them go session, workspace, global, and the first one counts. */
export const CustomizationEnablement = openUnion('kind', [
  z.object({
    kind: z.literal('global'),
    enabled: z.boolean(),
  }),
  z.object({
    kind: z.literal('workspace'),
    uri: Uri,
    enabled: z.boolean(),
  }),
  z.object({
    kind: z.literal('session'),
    enabled: z.boolean(),
  }),
])
export type CustomizationEnablement = z.infer<typeof CustomizationEnablement>

/** How far the parsing of a container has come. */
export const CustomizationLoadState = openUnion('kind', [
  z.object({
    kind: z.literal('loading'),
  }),
  z.object({
    kind: z.literal('loaded'),
  }),
  z.object({
    kind: z.literal('degraded'),
    message: z.string(),
  }),
  z.object({
    kind: z.literal('error'),
    message: z.string(),
  }),
])
export type CustomizationLoadState = z.infer<typeof CustomizationLoadState>

/** `id` is unique in the session and used by actions; `uri` is the lasting reference. */
export const CustomizationBase = z.object({
  id: z.string(),
  uri: Uri,
  name: z.string(),
  icons: z.optional(z.array(Icon)),
  range: z.optional(TextRange),
  _meta: z.optional(FreeObject),
})
export type CustomizationBase = z.infer<typeof CustomizationBase>

export const AgentCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('agent'),
  enabled: z.optional(z.boolean()),
  description: z.optional(z.string()),
  model: z.optional(z.string()),
  tools: z.optional(z.array(z.string())),
  disableModelInvocation: z.optional(z.boolean()),
  disableUserInvocation: z.optional(z.boolean()),
})
export type AgentCustomization = z.infer<typeof AgentCustomization>

export const SkillCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('skill'),
  enabled: z.optional(z.boolean()),
  description: z.optional(z.string()),
  disableModelInvocation: z.optional(z.boolean()),
  disableUserInvocation: z.optional(z.boolean()),
})
export type SkillCustomization = z.infer<typeof SkillCustomization>

export const PromptCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('prompt'),
  enabled: z.optional(z.boolean()),
  description: z.optional(z.string()),
})
export type PromptCustomization = z.infer<typeof PromptCustomization>

export const RuleCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('rule'),
  enabled: z.optional(z.boolean()),
  description: z.optional(z.string()),
  alwaysApply: z.optional(z.boolean()),
  globs: z.optional(z.array(z.string())),
})
export type RuleCustomization = z.infer<typeof RuleCustomization>

export const HookCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('hook'),
  enabled: z.optional(z.boolean()),
})
export type HookCustomization = z.infer<typeof HookCustomization>

/** `channel` is present only while the side channel can be used. */
export const McpServerCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('mcpServer'),
  enablement: z.optional(z.array(CustomizationEnablement)),
  state: McpServerState,
  channel: z.optional(Uri),
  mcpApp: z.optional(McpServerCustomizationApps),
})
export type McpServerCustomization = z.infer<typeof McpServerCustomization>

/** What stands inside a plugin or a directory, one level deep. */
export const ChildCustomization = openUnion('type', [
  McpServerCustomization,
  AgentCustomization,
  SkillCustomization,
  PromptCustomization,
  RuleCustomization,
  HookCustomization,
])
export type ChildCustomization = z.infer<typeof ChildCustomization>

/** Absent `children`: not parsed yet. Empty: nothing found. `clientId` names the client it came from. */
export const PluginCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('plugin'),
  enablement: z.optional(z.array(CustomizationEnablement)),
  version: z.optional(z.string()),
  clientId: z.optional(z.string()),
  load: z.optional(CustomizationLoadState),
  children: z.optional(z.array(ChildCustomization)),
})
export type PluginCustomization = z.infer<typeof PluginCustomization>

/** A plugin as a client publishes it; an unchanged `nonce` lets the host skip parsing. */
export const ClientPluginCustomization = z.object({
  ...PluginCustomization.shape,
  nonce: z.optional(z.string()),
  childEnablement: z.optional(z.record(z.string(), z.array(CustomizationEnablement))),
})
export type ClientPluginCustomization = z.infer<typeof ClientPluginCustomization>

/** A folder of one kind of customization; a writable one is changed with `resourceWrite`. */
export const DirectoryCustomization = z.object({
  ...CustomizationBase.shape,
  type: z.literal('directory'),
  enabled: z.boolean(),
  contents: ChildCustomizationType,
  writable: z.boolean(),
  clientId: z.optional(z.string()),
  load: z.optional(CustomizationLoadState),
  children: z.optional(z.array(ChildCustomization)),
})
export type DirectoryCustomization = z.infer<typeof DirectoryCustomization>

/** A top-level entry. */
export const Customization = openUnion('type', [PluginCustomization, DirectoryCustomization, McpServerCustomization])
export type Customization = z.infer<typeof Customization>
