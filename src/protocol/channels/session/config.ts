/** Configuration of a session (SPEC 12, "Config before creation"). */
import { z } from 'zod'
import { configPropertyFields } from '../../config-schema.ts'
import { FreeObject } from '../../values.ts'

/** `enumDynamic` values come from `sessionConfigCompletions`; `sessionMutable` ones may change later. */
export const SessionConfigPropertySchema = z.object({
  ...configPropertyFields,
  enumDynamic: z.optional(z.boolean()),
  sessionMutable: z.optional(z.boolean()),
})
export type SessionConfigPropertySchema = z.infer<typeof SessionConfigPropertySchema>

export const SessionConfigSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), SessionConfigPropertySchema),
  required: z.optional(z.array(z.string())),
})
export type SessionConfigSchema = z.infer<typeof SessionConfigSchema>

/** The settings of a session. */
export const SessionConfigState = z.object({
  schema: SessionConfigSchema,
  values: FreeObject,
})
export type SessionConfigState = z.infer<typeof SessionConfigState>

export const SessionConfigValueItem = z.object({
  value: z.string(),
  label: z.string(),
  description: z.optional(z.string()),
})
export type SessionConfigValueItem = z.infer<typeof SessionConfigValueItem>
