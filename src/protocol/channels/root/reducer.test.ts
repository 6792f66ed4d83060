import { describe, expect, it } from 'vitest'
import { reduceRoot } from './reducer.ts'
import type { RootState } from './state.ts'

const schema = { type: 'object' as const, properties: {} }
const state: RootState = { agents: [], config: { schema, values: { a: 1, b: 2 } } }

describe('the root channel', () => {
  it('merges configuration key by key', () => {
    const next = reduceRoot(state, { type: 'root/configChanged', config: { b: 3, c: null } })
    expect(next).toEqual({ agents: [], config: { schema, values: { a: 1, b: 3, c: null } } })
  })

  it('replaces all configuration when told to', () => {
    const next = reduceRoot(state, { type: 'root/configChanged', config: { c: 1 }, replace: true })
    expect(next.config?.values).toEqual({ c: 1 })
  })

  it('takes a key named like the prototype as a plain key', () => {
    const config = JSON.parse('{"__proto__":{"admin":true}}') as Record<string, unknown>
    const next = reduceRoot(state, { type: 'root/configChanged', config })
    expect(Object.keys(next.config?.values ?? {})).toEqual(['a', 'b', '__proto__'])
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  it.each([
    ['values it has already', state, { type: 'root/configChanged', config: { a: 1 } }],
    ['configuration where there is none', { agents: [] }, { type: 'root/configChanged', config: { a: 1 } }],
    [
      'the count it has already',
      { agents: [], activeSessions: 2 },
      { type: 'root/activeSessionsChanged', activeSessions: 2 },
    ],
    ['actions nobody knows', state, { type: 'root/noSuchAction' }],
  ])('gives back the very state for %s', (_, before: RootState, action) => {
    expect(reduceRoot(before, action)).toBe(before)
  })
})
