import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { StateAction } from './actions.ts'
import { type ChannelKind, channelKinds, type ChannelState } from './channel-kind.ts'
import { annotationsActions } from './channels/annotations/actions.ts'
import { AnnotationsState } from './channels/annotations/state.ts'
import { changesetActions } from './channels/changeset/actions.ts'
import { ChangesetState } from './channels/changeset/state.ts'
import { chatActions } from './channels/chat/actions.ts'
import { ChatState } from './channels/chat/state.ts'
import { resourceWatchActions } from './channels/resource-watch/actions.ts'
import { ResourceWatchState } from './channels/resource-watch/state.ts'
import { rootActions } from './channels/root/actions.ts'
import { RootState } from './channels/root/state.ts'
import { sessionActions } from './channels/session/actions.ts'
import { SessionState } from './channels/session/state.ts'
import { terminalActions } from './channels/terminal/actions.ts'
import { TerminalState } from './channels/terminal/state.ts'
import { reduceChannel } from './reducers.ts'
import { check, knownValuesOf, variantsOf } from './schema.ts'

/** Few words, so that the ids of actions and states meet. */
const words = fc.constantFrom('a', 'b', 'c', '', '2026-01-01T00:00:00.000Z', '2026-01-01T02:00:00+02:00', '__proto__')
const keys = words.filter((word) => word !== '')
const unknownObject = fc.record({
  kind: fc.constant('unheard-of'),
  status: words,
  type: words,
  state: words,
  id: words,
})

/** Values that fit a schema, variants nobody knows and fields nobody knows among them. */
function arbitraryOf(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  const variants = schema instanceof z.ZodType ? variantsOf(schema) : undefined
  if (variants !== undefined) {
    return fc.oneof(...variants.map((each) => ({ weight: 4, arbitrary: arbitraryOf(each, depth + 1) })), {
      weight: 1,
      arbitrary: unknownObject.map((each) => ({
        ...each,
        status: 'unheard-of',
        type: 'unheard-of',
        state: 'unheard-of',
      })),
    })
  }
  const known = schema instanceof z.ZodType ? knownValuesOf(schema) : undefined
  if (known !== undefined) return fc.constantFrom(...known, 'unheard-of')
  if (schema instanceof z.ZodObject) {
    const required: Record<string, fc.Arbitrary<unknown>> = {}
    const optional: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.core.$ZodType>)) {
      if (!(field instanceof z.ZodOptional)) required[name] = arbitraryOf(field, depth + 1)
      else if (depth < 7) optional[name] = arbitraryOf(field.def.innerType, depth + 1)
    }
    optional['x-unknownField'] = fc.constant({ kept: true })
    return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
  }
  if (schema instanceof z.ZodOptional) return arbitraryOf(schema.def.innerType, depth)
  if (schema instanceof z.ZodArray) return fc.array(arbitraryOf(schema.def.element, depth + 1), { maxLength: 3 })
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(keys, arbitraryOf(schema.def.valueType, depth + 1), { maxKeys: 2 })
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map((each) => arbitraryOf(each, depth + 1)))
  if (schema instanceof z.ZodLazy)
    return depth > 6 ? fc.constant({ type: 'string', title: 'a' }) : arbitraryOf(schema.def.getter(), depth + 1)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodString) return words
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 2 })
  if (schema instanceof z.ZodNumber) return fc.constantFrom(0, 1, 2, 8, 24, 33, 1500, 2 ** 31)
  throw new Error('a schema the tests cannot make values of')
}

const channels: Record<ChannelKind, { state: z.ZodType; actions: readonly z.ZodType[] }> = {
  root: { state: RootState, actions: rootActions },
  session: { state: SessionState, actions: sessionActions },
  chat: { state: ChatState, actions: chatActions },
  terminal: { state: TerminalState, actions: terminalActions },
  changeset: { state: ChangesetState, actions: changesetActions },
  annotations: { state: AnnotationsState, actions: annotationsActions },
  resourceWatch: { state: ResourceWatchState, actions: resourceWatchActions },
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

describe.each(channelKinds)('the reducer of %s channels', (kind) => {
  const { state, actions } = channels[kind]
  const states = arbitraryOf(state)
  const actionLists = fc.array(fc.oneof(...actions.map((each) => arbitraryOf(each))), { minLength: 1, maxLength: 6 })

  it('never throws, never changes what it was given, and always comes to a state that fits', () => {
    fc.assert(
      fc.property(states, actionLists, (initial, list) => {
        let channel = freeze({ kind, state: initial } as ChannelState)
        for (const action of freeze(list) as StateAction[]) {
          channel = freeze(reduceChannel(channel, action))
          expect(check(state, channel.state)).toEqual({ ok: true, value: channel.state })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('comes to the same state from the same actions, in memory and after a trip over the wire', () => {
    fc.assert(
      fc.property(states, actionLists, (initial, list) => {
        const run = (from: unknown, through: unknown[]) =>
          (through as StateAction[]).reduce(reduceChannel, { kind, state: from } as ChannelState).state
        const overTheWire = JSON.parse(JSON.stringify({ initial, list })) as { initial: unknown; list: unknown[] }
        expect(JSON.stringify(run(overTheWire.initial, overTheWire.list))).toBe(JSON.stringify(run(initial, list)))
      }),
      { numRuns: 100 },
    )
  })

  it('gives back the very state for an action of another channel, or of none', () => {
    const foreign = channelKinds.filter((other) => other !== kind).flatMap((other) => channels[other].actions)
    const foreignActions = fc.oneof(
      ...foreign.map((each) => arbitraryOf(each)),
      unknownObject,
      fc.constant({ type: 'toString' }),
    )
    fc.assert(
      fc.property(states, foreignActions, (initial, action) => {
        const channel = { kind, state: initial } as ChannelState
        expect(reduceChannel(channel, action as StateAction)).toBe(channel)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a checked action', () => {
  it('keeps every field, known or not, through a round trip', () => {
    fc.assert(
      fc.property(arbitraryOf(StateAction), (action) => {
        const text = JSON.stringify(action)
        const checked = check(StateAction, JSON.parse(text))
        expect(checked.ok).toBe(true)
        expect(checked.ok && JSON.stringify(checked.value)).toBe(text)
      }),
    )
  })

  it('never makes the check throw, whatever it is', () => {
    fc.assert(fc.property(fc.anything(), (value) => void check(StateAction, value)))
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void check(StateAction, { type: 'chat/toolCallReady', options: value })),
    )
  })
})
