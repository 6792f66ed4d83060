/** The actions of the annotations channel (SPEC 21). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { Annotation, AnnotationEntry, AnnotationOrigin } from './state.ts'
import { openUnion } from '../../schema.ts'
import { TextRange, Uri } from '../../values.ts'

/** Adds or replaces an annotation. */
export const AnnotationsSet = z.object({
  type: z.literal('annotations/set'),
  annotation: Annotation,
})
export type AnnotationsSet = z.infer<typeof AnnotationsSet>

/** Overwrites only the given fields. */
export const AnnotationsUpdated = z.object({
  type: z.literal('annotations/updated'),
  annotationId: z.string(),
  origin: z.optional(AnnotationOrigin),
  resource: z.optional(Uri),
  range: z.optional(TextRange),
  resolved: z.optional(z.boolean()),
})
export type AnnotationsUpdated = z.infer<typeof AnnotationsUpdated>

/** Removes an annotation. */
export const AnnotationsRemoved = z.object({
  type: z.literal('annotations/removed'),
  annotationId: z.string(),
})
export type AnnotationsRemoved = z.infer<typeof AnnotationsRemoved>

/** Adds or replaces an entry. */
export const AnnotationsEntrySet = z.object({
  type: z.literal('annotations/entrySet'),
  annotationId: z.string(),
  entry: AnnotationEntry,
})
export type AnnotationsEntrySet = z.infer<typeof AnnotationsEntrySet>

/** Removes an entry. */
export const AnnotationsEntryRemoved = z.object({
  type: z.literal('annotations/entryRemoved'),
  annotationId: z.string(),
  entryId: z.string(),
})
export type AnnotationsEntryRemoved = z.infer<typeof AnnotationsEntryRemoved>

/** The schemas of all actions of this channel. */
export const annotationsActions = [
  AnnotationsSet,
  AnnotationsUpdated,
  AnnotationsRemoved,
  AnnotationsEntrySet,
  AnnotationsEntryRemoved,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const AnnotationsAction = openUnion('type', annotationsActions)
export type AnnotationsAction = z.infer<typeof AnnotationsAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const annotationsActionFacts: Record<AnnotationsAction['type'], ActionFacts> = {
  'annotations/set': { from: 'anyone', since: '0.4.0' },
  'annotations/updated': { from: 'anyone', since: '0.4.0' },
  'annotations/removed': { from: 'anyone', since: '0.4.0' },
  'annotations/entrySet': { from: 'anyone', since: '0.4.0' },
  'annotations/entryRemoved': { from: 'anyone', since: '0.4.0' },
}
