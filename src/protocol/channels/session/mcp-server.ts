/** The states of an MCP server (SPEC 20). */
import { z } from 'zod'
import { ProtectedResourceMetadata } from '../../protected-resource.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { ErrorInfo } from '../../values.ts'

export const McpAuthRequiredReason = openEnum(['required', 'expired', 'insufficientScope'])
export type McpAuthRequiredReason = z.infer<typeof McpAuthRequiredReason>

export const McpOAuthClient = z.object({
  clientId: z.string(),
  clientSecret: z.optional(z.string()),
})
export type McpOAuthClient = z.infer<typeof McpOAuthClient>

/** What a client must authenticate for; `requiredScopes` is authoritative for the next request. */
export const McpAuthRequirement = z.object({
  reason: McpAuthRequiredReason,
  oauthClient: z.optional(McpOAuthClient),
  resource: ProtectedResourceMetadata,
  requiredScopes: z.optional(z.array(z.string())),
  description: z.optional(z.string()),
})
export type McpAuthRequirement = z.infer<typeof McpAuthRequirement>

/** `blocking` says that messages may be held until the server is up. */
export const McpServerStartingState = z.object({
  kind: z.literal('starting'),
  blocking: z.optional(z.boolean()),
})
export type McpServerStartingState = z.infer<typeof McpServerStartingState>

export const McpServerReadyState = z.object({
  kind: z.literal('ready'),
})
export type McpServerReadyState = z.infer<typeof McpServerReadyState>

export const McpServerAuthRequiredState = z.object({
  ...McpAuthRequirement.shape,
  kind: z.literal('authRequired'),
})
export type McpServerAuthRequiredState = z.infer<typeof McpServerAuthRequiredState>

export const McpServerErrorState = z.object({
  kind: z.literal('error'),
  error: ErrorInfo,
})
export type McpServerErrorState = z.infer<typeof McpServerErrorState>

export const McpServerStoppedState = z.object({
  kind: z.literal('stopped'),
})
export type McpServerStoppedState = z.infer<typeof McpServerStoppedState>

/** Told apart by `kind`. */
export const McpServerState = openUnion('kind', [
  McpServerStartingState,
  McpServerReadyState,
  McpServerAuthRequiredState,
  McpServerErrorState,
  McpServerStoppedState,
])
export type McpServerState = z.infer<typeof McpServerState>

export const AhpMcpUiHostCapabilities = z.object({
  serverTools: z.optional(z.object({ listChanged: z.optional(z.boolean()) })),
  serverResources: z.optional(z.object({ listChanged: z.optional(z.boolean()) })),
  logging: z.optional(z.object({})),
  sampling: z.optional(z.object({ tools: z.optional(z.object({})) })),
})
export type AhpMcpUiHostCapabilities = z.infer<typeof AhpMcpUiHostCapabilities>

export const McpServerCustomizationApps = z.object({
  capabilities: AhpMcpUiHostCapabilities,
})
export type McpServerCustomizationApps = z.infer<typeof McpServerCustomizationApps>
