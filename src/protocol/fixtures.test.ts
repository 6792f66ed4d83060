import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { StateAction, type UnknownAction } from './actions.ts'
import { Implementation } from './capabilities.ts'
import { type ChannelKind, channelKinds, type ChannelState } from './channel-kind.ts'
import { ChangesetOperationTarget } from './channels/changeset/state.ts'
import { ChatInputQuestion } from './channels/chat/input-request.ts'
import { Message } from './channels/chat/message.ts'
import { ChatSource } from './channels/chat/state.ts'
import { InitializeResult, ReconnectResult } from './channels/root/commands.ts'
import { Customization } from './channels/session/customizations.ts'
import { SessionSummary, SessionSummaryChanges } from './channels/session/state.ts'
import { ActionEnvelope } from './envelope.ts'
import { FileEdit } from './file-edit.ts'
import { parseFrame } from './json-rpc.ts'
import { notifications } from './messages.ts'
import { reduceChannel } from './reducers.ts'
import { AnyState, kindOfState, Snapshot } from './snapshot.ts'
import { check } from './schema.ts'
import { SessionStatusBits } from './status.ts'
import { StringOrMarkdown } from './values.ts'
import { negotiate } from './version.ts'

const here = dirname(fileURLToPath(import.meta.url))
const shared = process.env['ROADSTEAD_SHARED'] ?? resolve(here, '../../../shared')
const fixtures = join(shared, 'ahp/fixtures')
const present = existsSync(join(fixtures, 'manifest.json'))

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** SPEC's own comparison: keys whose value is absent or `null` do not count. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .map(([key, field]) => [key, withoutNulls(field)]),
  )
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

type ReducerCase = { reducer: string; initial: object; actions: UnknownAction[]; expected: object }

describe('the reducer cases of the protocol', () => {
  if (!present) return it('need the shared fixtures', (context) => context.skip(`no fixtures at ${fixtures}`))
  const manifest = readJson(join(fixtures, 'manifest.json')) as { reducers: Record<string, { reducer: string }> }
  const cases = Object.entries(manifest.reducers).filter(([, { reducer }]) =>
    channelKinds.includes(reducer as ChannelKind),
  )

  it('are listed for every kind of channel this version holds', () => {
    expect([...new Set(cases.map(([, { reducer }]) => reducer))].sort()).toEqual([...channelKinds].sort())
  })

  it.each(cases)('%s', (file, { reducer }) => {
    const testCase = freeze(readJson(join(fixtures, 'reducers', file))) as ReducerCase
    expect(testCase.reducer).toBe(reducer)
    let channel = { kind: reducer, state: testCase.initial } as ChannelState
    for (const action of testCase.actions) channel = reduceChannel(channel, action)
    expect(withoutNulls(channel.state)).toEqual(withoutNulls(testCase.expected))
    if (JSON.stringify(withoutNulls(testCase.initial)) === JSON.stringify(withoutNulls(testCase.expected))) {
      if (testCase.actions.length === 1) expect(channel.state).toBe(testCase.initial)
    }
  })

  it.each(cases)('%s has states and actions that fit the schemas', (file, { reducer }) => {
    const testCase = readJson(join(fixtures, 'reducers', file)) as ReducerCase
    for (const action of testCase.actions.map(withoutNulls)) {
      expect(check(StateAction, action)).toEqual({ ok: true, value: action })
    }
    for (const state of [testCase.initial, testCase.expected].map((each) => withoutNulls(each) as object)) {
      expect(kindOfState(state)).toBe(reducer)
      expect(check(AnyState, state)).toEqual({ ok: true, value: state })
    }
  })
})

const schemas: Record<string, z.ZodType> = {
  StateAction,
  ActionEnvelope,
  Snapshot,
  SessionSummary,
  PartialSessionSummary: SessionSummaryChanges,
  SessionStatus: SessionStatusBits,
  SessionAddedParams: notifications['root/sessionAdded'],
  StringOrMarkdown,
  Customization,
  ChangesetOperationTarget,
  ChatInputQuestion,
  ChatSource,
  FileEdit,
  Implementation,
  InitializeResult,
  ReconnectResult,
  Message,
}
/** Not implemented here: canvases come as plain references only. */
const left = new Set(['CanvasState'])

type RoundTrip = { type: string; input: unknown; acceptableOutputs: unknown[]; preservedOutput?: unknown }

describe('the round-trip cases of the protocol', () => {
  if (!present) return it('need the shared fixtures', (context) => context.skip(`no fixtures at ${fixtures}`))

  it.for(readdirSync(join(fixtures, 'round-trips')).sort())('%s', (file, context) => {
    const testCase = readJson(join(fixtures, 'round-trips', file)) as RoundTrip
    if (left.has(testCase.type)) return context.skip(`${testCase.type} is not implemented`)
    const text = JSON.stringify(testCase.input)
    if (testCase.type === 'JsonRpcMessage') {
      expect(parseFrame(text).kind).not.toBe('invalid')
      return
    }
    const schema = schemas[testCase.type]
    if (schema === undefined) throw new Error(`no schema for ${testCase.type}`)
    const checked = check(schema, JSON.parse(text))
    if (!checked.ok) throw new Error(checked.problem)
    expect(JSON.parse(JSON.stringify(checked.value))).toEqual(testCase.preservedOutput ?? testCase.acceptableOutputs[0])
  })
})

type NegotiationRow = {
  name: string
  offered: unknown
  expect: { protocolVersion?: string; error?: { kind: string } }
}

describe('the negotiation rows of the protocol', () => {
  if (!present) return it('need the shared fixtures', (context) => context.skip(`no fixtures at ${fixtures}`))
  const rows = readJson(join(fixtures, 'version-negotiation.json')) as NegotiationRow[]

  it.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const outcome = negotiate(row.offered)
    if (row.expect.protocolVersion !== undefined) {
      expect(outcome).toEqual({ kind: 'agreed', protocolVersion: row.expect.protocolVersion })
      return
    }
    expect(outcome.kind).toBe(row.expect.error?.kind === 'unsupported' ? 'unsupported' : 'malformed')
    if (outcome.kind === 'unsupported') expect(outcome.supportedVersions.length).toBeGreaterThan(0)
  })
})
