import { describe, expect, it } from 'vitest'
import type { AnnotationsAction } from './actions.ts'
import { reduceAnnotations } from './reducer.ts'
import type { AnnotationsState } from './state.ts'

const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } }
const entry = { id: 'e', text: 'why?' }
const annotation = {
  id: 'n',
  origin: { session: 'ahp-session:/s' },
  resource: 'file:///a',
  range,
  resolved: false,
  entries: [entry],
}
const state: AnnotationsState = { annotations: [annotation] }

describe('annotations', () => {
  it('change only in what an update gives, and never lose their range by it', () => {
    const next = reduceAnnotations(state, { type: 'annotations/updated', annotationId: 'n', resolved: true })
    expect(next).toEqual({ annotations: [{ ...annotation, resolved: true }] })
  })

  it('take entries in place', () => {
    const edited = { id: 'e', text: { markdown: '*why*?' } }
    const next = reduceAnnotations(state, { type: 'annotations/entrySet', annotationId: 'n', entry: edited })
    expect(next).toEqual({ annotations: [{ ...annotation, entries: [edited] }] })
  })

  it.each<AnnotationsAction>([
    { type: 'annotations/updated', annotationId: 'z', resolved: true },
    { type: 'annotations/updated', annotationId: 'n', resolved: false },
    { type: 'annotations/removed', annotationId: 'z' },
    { type: 'annotations/entrySet', annotationId: 'z', entry },
    { type: 'annotations/entryRemoved', annotationId: 'n', entryId: 'z' },
  ])('are not touched by $type that changes nothing', (action) => {
    expect(reduceAnnotations(state, action)).toBe(state)
  })
})
