import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultModels, familyOf, isTalking, modelOf, type ListedModel } from './catalogue.ts'
import { knownModels } from './known-models.ts'
import type { Provider } from './model.ts'
import { offeredNames } from './offered-models.ts'
import { builtinProviders } from './providers.ts'
import { costOf } from './usage.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const [anthropic, openai, google] = builtinProviders({}).entries
if (anthropic === undefined || openai === undefined || google === undefined) throw new Error('a provider is missing')

const modelNamed = (entry: typeof openai, name: string, more: Partial<ListedModel> = {}, at = now) =>
  modelOf(entry.provider, entry.wireApi, { name, ...more }, at)

test('what is known of a model is known by its name', () => {
  expect(modelNamed(anthropic, 'claude-sonnet-4-5-20250929')).toEqual({
    id: 'anthropic/claude-sonnet-4-5-20250929',
    provider: anthropic.provider,
    name: 'claude-sonnet-4-5-20250929',
    displayName: 'Claude Sonnet 4.5 20250929',
    family: 'claude',
    wireApi: 'anthropic-messages',
    contextWindow: 200_000,
    maxOutput: 64_000,
    vision: true,
    visionKnown: true,
    efforts: ['none', 'low', 'medium', 'high', 'max'],
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  })
})

test('what is not known is not said', () => {
  expect(modelNamed(openai, 'brand-new')).toEqual({
    id: 'openai/brand-new',
    provider: openai.provider,
    name: 'brand-new',
    displayName: 'brand-new',
    family: 'other',
    wireApi: 'openai-responses',
    vision: false,
    efforts: [],
  })
})

test('what a provider says of its model counts more than its name', () => {
  const said = { displayName: 'Opus', contextWindow: 5, maxOutput: 4, vision: false, efforts: ['low', 'high'] as const }
  expect(modelNamed(anthropic, 'claude-opus-5-5', said)).toMatchObject({ ...said, price: { input: 4, output: 20 } })
  // Its usual default is not among them.
  expect(modelNamed(anthropic, 'claude-opus-5-5', said)).not.toHaveProperty('defaultEffort')
})

test('a price is told only where the maker sells the model', () => {
  const gateway: Provider = {
    id: 'g',
    name: 'G',
    kind: 'openai-compatible',
    baseUrl: 'https://g.example/v1',
    local: false,
  }
  const model = modelOf(gateway, 'openai-chat', { name: 'anthropic/claude-opus-5-5' }, now)
  expect(model).toMatchObject({ family: 'claude', contextWindow: 1_000_000 })
  expect(model).not.toHaveProperty('price')
  // A gateway may not know what it means to think; it is told only when somebody asks for it.
  expect(model).not.toHaveProperty('defaultEffort')
})

test('prices change when they are said to', () => {
  const price = (at: string) => modelNamed(google, 'gemini-4-argon', {}, Date.parse(at)).price
  expect(price('2026-11-30T23:59:59Z')).toEqual({ input: 2, output: 10, cacheRead: 0.1 })
  expect(price('2026-12-01T00:00:00Z')).toEqual({ input: 4, output: 20, cacheRead: 0.2 })
})

test('what a call cost counts what was cached, and a long prompt whole at its own price', () => {
  const sol = modelNamed(openai, 'gpt-6.2-sol')
  const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 }
  expect(
    costOf({ inputTokens: 200_000, outputTokens: 1000, cacheReadTokens: 150_000, cacheWriteTokens: 10_000 }, sol),
  ).toBeCloseTo((40_000 * 2 + 150_000 * 0.1 + 10_000 * 2.5 + 1000 * 10) / 1e6, 12)
  expect(costOf(million, sol)).toBeCloseTo(4 + 15, 12)
  expect(costOf({ inputTokens: 1 }, sol)).toBeUndefined()
  expect(costOf(million, modelNamed(openai, 'brand-new'))).toBeUndefined()
})

test('the usual models are known, and the first has a price', () => {
  for (const entry of [anthropic, openai, google]) {
    const [first, ...others] = (defaultModels[entry.provider.kind] ?? []).map((name) => modelNamed(entry, name))
    expect(first?.price).toBeDefined()
    for (const model of [first, ...others])
      expect(model).toMatchObject({ vision: true, contextWindow: expect.any(Number) })
  }
})

test('a default effort is one of those a model has', () => {
  for (const { pattern, efforts, defaultEffort } of knownModels) {
    if (defaultEffort !== undefined) expect([pattern, efforts?.includes(defaultEffort)]).toEqual([pattern, true])
  }
})

test.each([
  ['claude-opus-5-5', 'claude'],
  ['anthropic/claude-sonnet-5-5', 'claude'],
  ['gpt-5.4', 'gpt'],
  ['o3', 'gpt'],
  ['openai/gpt-oss-120b', 'gpt'],
  ['gemini-4-argon', 'gemini'],
  ['google/gemini-3.8-flash', 'gemini'],
  ['qwen3-coder', 'other'],
  ['olmo-2', 'other'],
])('%s is of the family %s', (name, family) => {
  expect(familyOf(name)).toBe(family)
})

test('what cannot be talked to is not offered', () => {
  const others = [
    'text-embedding-3-small',
    'whisper-1',
    'gpt-image-1',
    'gpt-realtime',
    'gemini-2.5-flash-preview-tts',
    'veo-3',
    'omni-moderation-latest',
    'gpt-live-1',
  ]
  expect(others.filter(isTalking)).toEqual([])
  const talking = ['gpt-6.2-sol', 'claude-haiku-5-5', 'gemini-3.8-flash', 'qwen3:8b', 'deepseek-v4', 'olive-7b']
  expect(talking.filter(isTalking)).toEqual(talking)
})

test('what is usual is offered first, and a dated name only where the plain one is not', () => {
  const listed = ['gpt-5-2025-08-07', 'gpt-5', 'o3-2025-04-16', 'gpt-6.2-sol'].map((name) => ({ name }))
  expect(offeredNames(openai, listed).map(({ name }) => name)).toEqual(['gpt-6.2-sol', 'gpt-5', 'o3-2025-04-16'])
})

test('guard: no library of a provider is loaded before one of its models is called', () => {
  const folder = import.meta.dirname
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const loading = files.filter((name) =>
    /^import (?!type )[^\n]*'@ai-sdk\//m.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(loading).toEqual([])
})
