import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientDispatchable, StateAction } from './actions.ts'
import { downgradeAction, downgradeState } from './downgrade.ts'
import { AuthRequiredErrorData, PermissionDeniedErrorData, UnsupportedProtocolVersionErrorData } from './errors.ts'
import { commands, notifications } from './messages.ts'
import { knownValuesOf, variantsOf } from './schema.ts'
import { AnyState } from './snapshot.ts'
import { isKnownIn, negotiate, PROTOCOL_VERSION, PROTOCOL_VERSIONS } from './version.ts'

/** Turns schemas into plain data; one that was described before is a reference, so that nothing grows without end. */
function createDescriber(): (schema: z.core.$ZodType) => unknown {
  const numbers = new Map<z.core.$ZodType, number>()
  const describeSchema = (schema: z.core.$ZodType): unknown => {
    const before = numbers.get(schema)
    if (before !== undefined) return `#${before}`
    numbers.set(schema, numbers.size)
    if (!(schema instanceof z.ZodType)) throw new Error('not a schema')
    const variants = variantsOf(schema)
    if (variants !== undefined) return { variants: variants.map(describeSchema) }
    const known = knownValuesOf(schema)
    if (known !== undefined) return { known }
    if (schema instanceof z.ZodObject) {
      const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>)
      return { object: fields.map(([name, field]) => [name, describeSchema(field)]) }
    }
    if (schema instanceof z.ZodOptional) return { optional: describeSchema(schema.def.innerType) }
    if (schema instanceof z.ZodArray) return { array: describeSchema(schema.def.element) }
    if (schema instanceof z.ZodRecord) return { map: describeSchema(schema.def.valueType) }
    if (schema instanceof z.ZodUnion) return { union: schema.def.options.map(describeSchema) }
    if (schema instanceof z.ZodLazy) return { lazy: describeSchema(schema.def.getter()) }
    if (schema instanceof z.ZodLiteral) return { literal: [...schema.values] }
    if (schema instanceof z.ZodEnum) return { enum: schema.options }
    return schema.def.type
  }
  return describeSchema
}

describe('the version number', () => {
  it('changes when the schemas of the wire change', () => {
    const describeSchema = createDescriber()
    const wire = {
      commands: Object.entries(commands).map(([name, { params, result, from, since }]) => [
        name,
        describeSchema(params),
        describeSchema(result),
        from,
        since,
      ]),
      notifications: Object.entries(notifications).map(([name, params]) => [name, describeSchema(params)]),
      actions: describeSchema(StateAction),
      states: describeSchema(AnyState),
      errors: [UnsupportedProtocolVersionErrorData, AuthRequiredErrorData, PermissionDeniedErrorData].map(
        describeSchema,
      ),
      dispatchable: [...clientDispatchable].sort(),
    }
    const hash = createHash('sha256').update(JSON.stringify(wire)).digest('hex').slice(0, 16)
    // A different hash means a different protocol: say so in the version, or take the change back.
    expect({ version: PROTOCOL_VERSION, hash }).toEqual({ version: '1.0.0', hash: '17b3a38238ef0310' })
  })
})

describe('negotiation', () => {
  it.each([
    ['the highest whatever the order', ['0.9.0', '1.0.0'], '1.0.0'],
    ['by number, not by text', ['1.9.0', '1.10.0'], '1.10.0'],
    ['patches of an older line', ['0.9.0', '0.9.7'], '0.9.7'],
    ['passing over what it does not accept', ['2.0.0', '0.10.0', '0.9.0', '0.8.0'], '0.9.0'],
    ['what our own client offers', PROTOCOL_VERSIONS, '1.0.0'],
  ])('picks %s', (_, offered, protocolVersion) => {
    expect(negotiate(offered)).toEqual({ kind: 'agreed', protocolVersion })
  })

  it.each([['0.10.0'], ['0.8.0'], ['2.0.0'], ['0.0.1', '99.0.0']])('has nothing to agree on for %j', (...offered) => {
    expect(negotiate(offered)).toEqual({
      kind: 'unsupported',
      supportedVersions: ['>=1.0.0 <2.0.0', '>=0.9.0 <0.10.0'],
    })
  })

  it.each([
    '01.0.0',
    '1.0.0-beta.1',
    '1.0.0+7',
    'v1.0.0',
    '1.0.0 ',
    '',
    '^1.0.0',
    '1.0',
    9,
    null,
    '1.0.99999999999999999',
  ])('refuses a list with %j in it, good versions or not', (entry) => {
    expect(negotiate(['1.0.0', entry])).toEqual({
      kind: 'malformed',
      problem: 'protocolVersions.1: expected MAJOR.MINOR.PATCH',
    })
  })

  it.each([[[]], [undefined], [null], ['1.0.0'], [{ 0: '1.0.0' }]])(
    'refuses %j, which is no list of versions',
    (offered) => {
      expect(negotiate(offered).kind).toBe('malformed')
    },
  )
})

describe('a connection on 0.9', () => {
  const newIn1 = [
    'chat/isArchivedChanged',
    'chat/isReadChanged',
    'chat/changesetsChanged',
    'chat/backgroundWorkSet',
    'chat/backgroundWorkRemoved',
    'chat/movableChanged',
    'chat/canvasesChanged',
    'session/chatsReordered',
    'session/mcpServerBackgroundRequested',
    'moveChat',
  ]

  it.each(newIn1)('does not know %s', (name) => {
    expect([isKnownIn('0.9.0', name), isKnownIn('0.9.7', name), isKnownIn('1.0.0', name)]).toEqual([false, false, true])
  })

  it('knows everything older, extensions, and nothing that does not exist', () => {
    const older = ['initialize', 'chat/turnResume', 'root/progress', 'x-roadstead/folderFacts']
    expect(older.map((name) => isKnownIn('0.9.0', name))).toEqual([true, true, true, true])
    expect(['toString', 'chat/noSuchAction'].map((name) => isKnownIn('1.0.0', name))).toEqual([false, false])
  })

  it('is told "computing" where 1.0 says "recomputing", and is spared new actions', () => {
    const status = { type: 'changeset/statusChanged', status: 'recomputing' } as const
    expect(downgradeAction('0.9.0', status)).toEqual({ type: 'changeset/statusChanged', status: 'computing' })
    expect(downgradeAction('1.0.0', status)).toBe(status)
    expect(downgradeAction('0.9.0', { type: 'chat/isReadChanged', isRead: true })).toBeUndefined()
    const state = { status: 'recomputing' as const, files: [] }
    expect(downgradeState('0.9.0', state)).toEqual({ status: 'computing', files: [] })
    expect(downgradeState('1.2.0', state)).toBe(state)
  })
})
