/** Commands on changeset channels (SPEC 18). */
import { z } from 'zod'
import { ChangesetOperationFollowUp, ChangesetOperationTarget } from './state.ts'
import { BoundedUri, FreeObject, StringOrMarkdown } from '../../values.ts'

/** On the expanded changeset URI. */
export const InvokeChangesetOperationParams = z.object({
  channel: BoundedUri,
  operationId: z.string(),
  target: z.optional(ChangesetOperationTarget),
  _meta: z.optional(FreeObject),
})
export type InvokeChangesetOperationParams = z.infer<typeof InvokeChangesetOperationParams>

export const InvokeChangesetOperationResult = z.object({
  message: z.optional(StringOrMarkdown),
  followUp: z.optional(ChangesetOperationFollowUp),
})
export type InvokeChangesetOperationResult = z.infer<typeof InvokeChangesetOperationResult>
