import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StateAction } from './actions.ts'
import { ToolCallState } from './channels/chat/tool-call.ts'
import { ConfigSchema } from './config-schema.ts'
import { check, openEnum, openUnion } from './schema.ts'

const Shape = openUnion('kind', [
  z.object({ kind: z.literal('dot'), at: z.object({ x: z.number() }) }),
  z.object({ kind: z.enum(['line', 'ray']), length: z.number() }),
])

describe('a checked value', () => {
  it('is the very object that came in, with the fields nobody knows', () => {
    const value = { kind: 'dot', at: { x: 1, y: 2 }, later: { version: 2 } }
    const checked = check(Shape, value)
    expect(checked).toEqual({ ok: true, value: { kind: 'dot', at: { x: 1, y: 2 }, later: { version: 2 } } })
    expect(checked.ok && checked.value).toBe(value)
  })

  it('names the path and what was expected when it does not fit', () => {
    expect(check(Shape, { kind: 'dot', at: { x: 'one' } })).toEqual({
      ok: false,
      problem: 'at.x: Invalid input: expected number, received string',
    })
  })

  it('never has its content in the problem, however large it is', () => {
    const secret = 'k'.repeat(100_000)
    const checked = check(z.record(z.string().max(3), z.number()), { [secret]: secret })
    expect(checked.ok).toBe(false)
    expect(!checked.ok && checked.problem.length).toBeLessThanOrEqual(300)
    const key = 'k'.repeat(1000)
    const deep = check(z.record(z.string(), z.record(z.string(), z.number())), {
      [key]: { [key]: 'x', a: 'x', b: 'x' },
    })
    expect(!deep.ok && deep.problem.length).toBeLessThanOrEqual(300)
    const long = check(z.object({ a: z.literal(key), b: z.literal(key), c: z.literal(key) }), {})
    expect(!long.ok && long.problem.length).toBe(300)
    const many = check(z.array(z.number()), Array(1000).fill('x'))
    expect(!many.ok && many.problem).toMatch(/; and 997 more$/)
  })
})

describe('an open union', () => {
  it.each(['line', 'ray'])('checks the variant that has %s among its discriminators', (kind) => {
    expect(check(Shape, { kind, length: 1 }).ok).toBe(true)
    expect(check(Shape, { kind, length: '1' }).ok).toBe(false)
  })

  it('lets variants nobody knows pass as they are', () => {
    const value = { kind: 'spiral', turns: 3 }
    expect(check(Shape, value)).toEqual({ ok: true, value })
  })

  it.each([undefined, null, 'dot', 7, [], {}, { kind: 7 }])('refuses %j, which is no variant at all', (value) => {
    expect(check(Shape, value).ok).toBe(false)
  })

  it('is required where it is a field, unless it is optional', () => {
    const Holder = z.object({ shape: Shape, other: z.optional(Shape) })
    expect(check(Holder, { shape: { kind: 'spiral' } }).ok).toBe(true)
    expect(check(Holder, {})).toEqual({ ok: false, problem: 'shape: expected object' })
  })

  it('is not misled by names every object inherits', () => {
    expect(check(Shape, { kind: 'constructor' }).ok).toBe(true)
    expect(check(Shape, JSON.parse('{"__proto__":{"kind":"dot"}}')).ok).toBe(false)
  })
})

describe('an open enum', () => {
  const Colour = openEnum(['red', 'green'])
  it('takes any text and nothing else', () => {
    expect(['red', 'ultraviolet', ''].map((value) => check(Colour, value).ok)).toEqual([true, true, true])
    expect([1, null, undefined, {}].map((value) => check(Colour, value).ok)).toEqual([false, false, false, false])
  })

  it('is required where it is a field', () => {
    expect(check(z.object({ colour: Colour }), {})).toEqual({ ok: false, problem: 'colour: expected text' })
  })
})

describe('the schemas of the protocol', () => {
  it('refuse a known action that lacks a field, and say which', () => {
    expect(
      check(StateAction, { type: 'chat/toolCallConfirmed', turnId: 't', toolCallId: 'c', approved: 'yes' }),
    ).toEqual({
      ok: false,
      problem: 'approved: Invalid input: expected boolean, received string',
    })
  })

  it('refuse a running tool call without the reason it was let run', () => {
    const call = { status: 'running', toolCallId: 'c', toolName: 'bash', displayName: 'Bash', invocationMessage: 'ls' }
    expect(check(ToolCallState, call)).toEqual({ ok: false, problem: 'confirmed: expected text' })
  })

  it('follow config properties inside config properties', () => {
    const items = {
      type: 'array',
      title: 'Rows',
      items: { type: 'object', title: 'Row', properties: { a: { type: 'x' } } },
    }
    expect(check(ConfigSchema, { type: 'object', properties: { rows: items } })).toEqual({
      ok: false,
      problem: 'properties.rows.items.properties.a.title: Invalid input: expected string, received undefined',
    })
  })
})
