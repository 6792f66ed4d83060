/** One change to one file, with references to both sides. */
import { z } from 'zod'
import { ContentRef, Uri } from './values.ts'

export const FileEditSide = z.object({
  uri: Uri,
  content: ContentRef,
})
export type FileEditSide = z.infer<typeof FileEditSide>

/** Lines. */
export const FileEditDiffStats = z.object({
  added: z.optional(z.number()),
  removed: z.optional(z.number()),
})
export type FileEditDiffStats = z.infer<typeof FileEditDiffStats>

/** Only `after`: a new file. Only `before`: a deletion. Two different URIs: a rename. */
export const FileEdit = z.object({
  before: z.optional(FileEditSide),
  after: z.optional(FileEditSide),
  diff: z.optional(FileEditDiffStats),
})
export type FileEdit = z.infer<typeof FileEdit>

export const FileEditCollection = z.object({
  items: z.array(FileEdit),
})
export type FileEditCollection = z.infer<typeof FileEditCollection>
