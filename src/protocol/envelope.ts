/** The wrapper every action travels in (SPEC 7). */
import { z } from 'zod'
import { StateAction } from './actions.ts'
import { Uri } from './values.ts'

/** A counter: a safe integer from 0 on. */
export const SequenceNumber = z.int().min(0)

/**
 * Which client dispatched an action, and that client's own number for it. Some hosts echo whatever a client sent as
 * its number, so nothing but equality with a number of one's own may be asked of it.
 */
export const ActionOrigin = z.object({
  clientId: z.string(),
  clientSeq: z.custom<number>(),
})
export type ActionOrigin = z.infer<typeof ActionOrigin>

/**
 * `serverSeq` rises strictly over all channels of a host; gaps are normal. No `origin`: the host itself acted. With
 * `rejectionReason` the action was not applied and the envelope is an echo for its sender.
 */
export const ActionEnvelope = z.object({
  channel: Uri,
  action: StateAction,
  serverSeq: SequenceNumber,
  origin: z.optional(ActionOrigin),
  rejectionReason: z.optional(z.string()),
})
export type ActionEnvelope = z.infer<typeof ActionEnvelope>
