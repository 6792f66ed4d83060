import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkLeniently } from './lenient.ts'

const Item = z.object({ id: z.string(), parts: z.optional(z.array(z.object({ n: z.number() }))) })
const State = z.object({ title: z.string(), note: z.optional(z.string()), items: z.array(Item) })

test('what fits is given back as it is', () => {
  const value = { title: 't', items: [{ id: 'a' }], more: 1 }
  const checked = checkLeniently(State, value)
  expect(checked.ok && checked.value === value).toBe(true)
})

test('the innermost entry with a fault is left out, in a copy', () => {
  const value = {
    title: 't',
    extra: true,
    items: [{ id: 'a', parts: [{ n: 1 }, { n: 'x' }, { n: 3 }] }, { parts: [] }, { id: 'c' }],
  }
  const before = structuredClone(value)
  expect(checkLeniently(State, value)).toEqual({
    ok: true,
    value: { title: 't', extra: true, items: [{ id: 'a', parts: [{ n: 1 }, { n: 3 }] }, { id: 'c' }] },
  })
  expect(value).toEqual(before)
})

test('a field that may be missing is left out', () => {
  expect(checkLeniently(State, { title: 't', note: null, items: [] })).toEqual({
    ok: true,
    value: { title: 't', items: [] },
  })
})

test('a field that must be there cannot be left out', () => {
  expect(checkLeniently(State, { items: [{}] })).toMatchObject({ ok: false, problem: expect.stringContaining('title') })
  expect(checkLeniently(State, { title: 7, items: [] }).ok).toBe(false)
  expect(checkLeniently(State, null).ok).toBe(false)
  expect(checkLeniently(z.array(z.string()), 'text').ok).toBe(false)
})
