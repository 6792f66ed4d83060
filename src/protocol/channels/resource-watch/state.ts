/** The resource-watch channel `ahp-resource-watch:/<id>` (SPEC 22). */
import { z } from 'zod'
import { openEnum } from '../../schema.ts'
import { Uri } from '../../values.ts'

export const ResourceChange = z.object({
  uri: Uri,
  type: openEnum(['added', 'updated', 'deleted']),
})
export type ResourceChange = z.infer<typeof ResourceChange>

/** The watch itself; it never changes. */
export const ResourceWatchState = z.object({
  root: Uri,
  recursive: z.boolean(),
  excludes: z.optional(z.object({ items: z.array(z.string()) })),
  includes: z.optional(z.object({ items: z.array(z.string()) })),
})
export type ResourceWatchState = z.infer<typeof ResourceWatchState>
