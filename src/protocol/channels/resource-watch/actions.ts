/** The actions of the resource-watch channel (SPEC 22). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { ResourceChange } from './state.ts'
import { openUnion } from '../../schema.ts'

/** A batch of changes; the state stays. */
export const ResourceWatchChanged = z.object({
  type: z.literal('resourceWatch/changed'),
  changes: z.object({ items: z.array(ResourceChange) }),
})
export type ResourceWatchChanged = z.infer<typeof ResourceWatchChanged>

/** The schemas of all actions of this channel. */
export const resourceWatchActions = [ResourceWatchChanged] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const ResourceWatchAction = openUnion('type', resourceWatchActions)
export type ResourceWatchAction = z.infer<typeof ResourceWatchAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const resourceWatchActionFacts: Record<ResourceWatchAction['type'], ActionFacts> = {
  'resourceWatch/changed': { from: 'host', since: '0.2.0' },
}
