/** Schemas of configuration values: a small subset of JSON Schema (SPEC 12). */
import { z } from 'zod'
import { openEnum } from './schema.ts'
import { JsonPrimitive } from './values.ts'

/** One property. `enumLabels` and `enumDescriptions` run parallel to `enum`; `minItems`, `maxItems` are for arrays. */
export interface ConfigPropertySchema {
  type: 'string' | 'number' | 'boolean' | 'object' | 'array'
  title: string
  description?: string | undefined
  default?: unknown
  enum?: JsonPrimitive[] | undefined
  enumLabels?: string[] | undefined
  enumDescriptions?: string[] | undefined
  readOnly?: boolean | undefined
  items?: ConfigPropertySchema | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  properties?: Record<string, ConfigPropertySchema> | undefined
  required?: string[] | undefined
  additionalProperties?: ConfigPropertySchema | undefined
}

const nested = z.lazy((): z.ZodType<ConfigPropertySchema> => ConfigPropertySchema)

/** The fields of a property, for schemas that add to them. */
export const configPropertyFields = {
  type: openEnum(['string', 'number', 'boolean', 'object', 'array']),
  title: z.string(),
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(JsonPrimitive)),
  enumLabels: z.optional(z.array(z.string())),
  enumDescriptions: z.optional(z.array(z.string())),
  readOnly: z.optional(z.boolean()),
  items: z.optional(nested),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  properties: z.optional(z.record(z.string(), nested)),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(nested),
}

export const ConfigPropertySchema: z.ZodType<ConfigPropertySchema> = z.object(configPropertyFields)

export const ConfigSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), ConfigPropertySchema),
  required: z.optional(z.array(z.string())),
})
export type ConfigSchema = z.infer<typeof ConfigSchema>
