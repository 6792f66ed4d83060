/** Which model and which agent a message is meant for. */
import { z } from 'zod'
import { JsonPrimitive, Uri } from '../../values.ts'

/** A model and its options. */
export const ModelSelection = z.object({
  id: z.string(),
  config: z.optional(z.record(z.string(), JsonPrimitive)),
})
export type ModelSelection = z.infer<typeof ModelSelection>

/** An agent customization by its lasting URI. */
export const AgentSelection = z.object({
  uri: Uri,
})
export type AgentSelection = z.infer<typeof AgentSelection>
