import { expect, it } from 'vitest'
import { reduceResourceWatch } from './reducer.ts'

it('a watch stays as it is, whatever changes', () => {
  const state = { root: 'file:///w', recursive: true }
  const changes = { items: [{ uri: 'file:///w/a', type: 'added' as const }] }
  expect(reduceResourceWatch(state, { type: 'resourceWatch/changed', changes })).toBe(state)
})
