/** The annotations channel `<session URI>/annotations` (SPEC 21). */
import { z } from 'zod'
import { FreeObject, StringOrMarkdown, TextRange, Uri } from '../../values.ts'

export const AnnotationOrigin = z.object({
  session: Uri,
  chat: z.optional(Uri),
  turnId: z.optional(z.string()),
})
export type AnnotationOrigin = z.infer<typeof AnnotationOrigin>

export const AnnotationEntry = z.object({
  id: z.string(),
  text: StringOrMarkdown,
  _meta: z.optional(FreeObject),
})
export type AnnotationEntry = z.infer<typeof AnnotationEntry>

/** Has at least one entry. */
export const Annotation = z.object({
  id: z.string(),
  origin: AnnotationOrigin,
  resource: Uri,
  range: z.optional(TextRange),
  resolved: z.boolean(),
  entries: z.array(AnnotationEntry),
  _meta: z.optional(FreeObject),
})
export type Annotation = z.infer<typeof Annotation>

/** The counts; absent from a session without this channel. */
export const AnnotationsSummary = z.object({
  resource: Uri,
  annotationCount: z.number(),
  entryCount: z.number(),
})
export type AnnotationsSummary = z.infer<typeof AnnotationsSummary>

/** What the annotations channel holds. */
export const AnnotationsState = z.object({
  annotations: z.array(Annotation),
})
export type AnnotationsState = z.infer<typeof AnnotationsState>
