/** The reducer of annotations channels (SPEC 21). */
import { type Reducer, reducerOf, removeWhere, updateFirst, upsert, withFields, withoutAbsent } from '../../reducer.ts'
import type { AnnotationsAction } from './actions.ts'
import type { Annotation, AnnotationsState } from './state.ts'

export const reduceAnnotations: Reducer<AnnotationsState> = reducerOf<AnnotationsState, AnnotationsAction>({
  'annotations/set': (state, { annotation }) =>
    withFields(state, { annotations: upsert(state.annotations, annotation, (each) => each.id) }),
  'annotations/updated': (state, { annotationId, origin, resource, range, resolved }) =>
    withAnnotation(state, annotationId, (annotation) =>
      withFields(annotation, withoutAbsent({ origin, resource, range, resolved }) as Partial<Annotation>),
    ),
  'annotations/removed': (state, { annotationId }) =>
    withFields(state, { annotations: removeWhere(state.annotations, (each) => each.id === annotationId) }),
  'annotations/entrySet': (state, { annotationId, entry }) =>
    withAnnotation(state, annotationId, (annotation) =>
      withFields(annotation, { entries: upsert(annotation.entries, entry, (each) => each.id) }),
    ),
  'annotations/entryRemoved': (state, { annotationId, entryId }) =>
    withAnnotation(state, annotationId, (annotation) =>
      withFields(annotation, { entries: removeWhere(annotation.entries, (each) => each.id === entryId) }),
    ),
})

function withAnnotation(
  state: AnnotationsState,
  annotationId: string,
  change: (annotation: Annotation) => Annotation,
): AnnotationsState {
  const annotations = updateFirst(state.annotations, (each) => each.id === annotationId, change)
  return withFields(state, { annotations })
}
