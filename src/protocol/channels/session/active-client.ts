/** Clients that offer tools or customizations to a session (SPEC 13.3). */
import { z } from 'zod'
import { ClientPluginCustomization } from './customizations.ts'
import { FreeObject } from '../../values.ts'

export const ToolSchema = z.object({
  type: z.literal('object'),
  properties: z.optional(FreeObject),
  required: z.optional(z.array(z.string())),
})
export type ToolSchema = z.infer<typeof ToolSchema>

export const ToolAnnotations = z.object({
  title: z.optional(z.string()),
  readOnlyHint: z.optional(z.boolean()),
  destructiveHint: z.optional(z.boolean()),
  idempotentHint: z.optional(z.boolean()),
  openWorldHint: z.optional(z.boolean()),
})
export type ToolAnnotations = z.infer<typeof ToolAnnotations>

/** A tool as offered to the model. */
export const ToolDefinition = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: z.optional(ToolSchema),
  outputSchema: z.optional(ToolSchema),
  annotations: z.optional(ToolAnnotations),
  _meta: z.optional(FreeObject),
})
export type ToolDefinition = z.infer<typeof ToolDefinition>

/** A client and everything it offers; always sent complete. */
export const SessionActiveClient = z.object({
  clientId: z.string(),
  displayName: z.optional(z.string()),
  tools: z.array(ToolDefinition),
  customizations: z.optional(z.array(ClientPluginCustomization)),
})
export type SessionActiveClient = z.infer<typeof SessionActiveClient>
