/** Making a watch (SPEC 22); there is no dispose: the last unsubscribe ends it. */
import { z } from 'zod'
import { BoundedUri, FreeObject, Uri } from '../../values.ts'

/** Globs are relative to `uri`. */
export const CreateResourceWatchParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  recursive: z.optional(z.boolean()),
  excludes: z.optional(z.object({ items: z.array(z.string()) })),
  includes: z.optional(z.object({ items: z.array(z.string()) })),
  _meta: z.optional(FreeObject),
})
export type CreateResourceWatchParams = z.infer<typeof CreateResourceWatchParams>

/** The channel to subscribe to. */
export const CreateResourceWatchResult = z.object({
  channel: Uri,
})
export type CreateResourceWatchResult = z.infer<typeof CreateResourceWatchResult>
