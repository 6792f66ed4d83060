import { expect, test } from 'vitest'
import { ErrorCode } from '../../protocol/errors.ts'
import { createModelCallBook } from '../audit/model-calls.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import type { Said } from '../models/conversation.ts'
import type { KeyOutcome, Models } from '../models/models.ts'
import { systemClock } from '../platform/clock.ts'
import { mayAsk } from '../server/scope.ts'
import { openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { authenticate } from './authenticate.ts'
import { listModelCalls, modelCallPrompt, spending } from './model-calls.ts'

const resource = 'https://models.example'
const harness: HarnessAdapter = {
  provider: 'builtin',
  info: () => ({
    ...{ provider: 'builtin', displayName: 'B', description: '', models: [] },
    protectedResources: [{ resource, resource_name: 'Example' }],
  }),
  checkConfig: () => undefined,
  run: async () => ({ kind: 'complete' }),
}

function answering(outcome: KeyOutcome) {
  const models: Pick<Models, 'authenticate'> = { authenticate: async () => outcome }
  return { models: models as Models, harnesses: new Map([[harness.provider, harness]]) }
}

const params = { channel: 'ahp-root://', resource, token: 'sk-canary' }

test('a key that was kept is answered with nothing', async () => {
  expect(await authenticate(answering({ kind: 'kept', verified: true }), params)).toEqual({})
})

test('a resource nobody asks for is refused', async () => {
  const failed = authenticate(answering({ kind: 'unknown-resource' }), params)
  await expect(failed).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
})

test('guard: a wrong key is refused with the resource it was for, and the answer never holds the key', async () => {
  const failed = authenticate(answering({ kind: 'wrong', problem: 'sk-canary is no key' }), params)
  await expect(failed).rejects.toMatchObject({
    code: ErrorCode.AuthRequired,
    message: '… is no key',
    data: { resources: [{ resource, resource_name: 'Example' }] },
  })
})

test('keys, endpoints and the record of calls are for devices of full scope only', () => {
  const methods = [
    'modelCalls',
    'modelCallPrompt',
    'spending',
    'modelProviders',
    'setModelEndpoint',
    'removeModelEndpoint',
    'forgetModelKey',
  ]
  for (const method of ['authenticate', 'completions', ...methods.map((name) => `x-roadstead/${name}`)])
    expect([method, mayAsk('watch', method, {}), mayAsk('approve', method, {})]).toEqual([method, false, false])
})

test('the calls of a session are listed in pages, newest first, and each prompt can be opened', async () => {
  const { store, channels } = await openSessionScene()
  const secrets = { redact: (text: string) => text, redactValue: <T>(value: T) => value }
  const modelCalls = createModelCallBook(store, { clock: systemClock, secrets })
  const calls = modelCalls.of({ session: sceneSession, chat: sceneChat, turnId: 't1' })
  const said: Said = {
    wireApi: 'openai-chat',
    provider: 'p',
    model: 'm',
    parts: [
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'text', text: 'I look.' },
      { kind: 'toolCall', call: 'c', name: 'read_file', arguments: '{"path":"a"}' },
    ],
  }
  for (let round = 1; round <= 101; round++)
    calls
      .begin({ round, provider: 'p', model: 'm', wireApi: 'openai-chat', parts: [{ name: 'message', text: 'Go' }] })
      .end({ status: 'succeeded', said })
  const needs = { channels, modelCalls }
  const page = listModelCalls(needs, { channel: sceneSession })
  expect([page.items.length, page.items[0]?.round, page.nextCursor]).toEqual([100, 101, '2'])
  const next = listModelCalls(needs, { channel: sceneSession, cursor: '2', turnId: 't1' })
  expect([next.items.map(({ round }) => round), next.nextCursor]).toEqual([[1], undefined])
  expect(() => listModelCalls(needs, { channel: sceneSession, cursor: 'x' })).toThrow(/cursor/)
  expect(() => listModelCalls(needs, { channel: sceneChat })).toThrow(/no session/)
  const prompt = modelCallPrompt(needs, { channel: sceneSession, id: '2' })
  expect([prompt.call.round, prompt.parts.map(({ text }) => text), prompt.reply]).toEqual([
    2,
    ['Go'],
    '[thinking]\nHm.\n\nI look.\n\n[tool call] read_file\n{"path":"a"}',
  ])
  for (const id of ['0', '999', 'x', '1; DROP TABLE model_calls'])
    expect(() => modelCallPrompt(needs, { channel: sceneSession, id })).toThrow(/does not exist/)
  const since = { channel: 'ahp-root://', since: '2000-01-01T00:00:00+02:00' }
  expect(spending(needs, since).calls).toBe(101)
  expect(() => spending(needs, { ...since, since: 'yesterday' })).toThrow(/instant/)
})
