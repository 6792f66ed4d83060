import type { Effort, ModelFamily, ProviderKind, WireApi } from '../../../protocol/model-facts.ts'
import type { Model } from '../model.ts'
import { checkAnthropic } from './check-anthropic.ts'
import { checkChat } from './check-chat.ts'
import { checkCompatible } from './check-compatible.ts'
import { checkGoogle } from './check-google.ts'
import { checkResponses } from './check-responses.ts'
import type { CheckBody } from './check.ts'
import { StrictProvider } from './strict-provider.ts'

/** A model for tests, at an address nobody listens at. */
export function makeModel(wireApi: WireApi, kind: ProviderKind, name: string, more: Partial<Model> = {}): Model {
  const families: Record<string, ModelFamily> = { 'anthropic-messages': 'claude', 'google-generate': 'gemini' }
  const provider = { id: kind, name: kind, kind, baseUrl: `http://${kind}.invalid/v1`, local: false }
  return {
    id: `${kind}/${name}`,
    provider,
    name,
    displayName: name,
    family: families[wireApi] ?? 'gpt',
    wireApi,
    vision: true,
    efforts: [],
    ...more,
  }
}

const thinks: { efforts: readonly Effort[]; defaultEffort: Effort } = {
  efforts: ['none', 'low', 'medium', 'high'],
  defaultEffort: 'medium',
}

const makers = {
  anthropic: () => [makeModel('anthropic-messages', 'anthropic', 'claude-sonnet-4-5', thinks), checkAnthropic],
  chat: () => [makeModel('openai-chat', 'openai', 'gpt-4.1'), checkChat],
  responses: () => [makeModel('openai-responses', 'openai', 'gpt-5.5', thinks), checkResponses],
  google: () => [makeModel('google-generate', 'google', 'gemini-3.1-pro-preview', thinks), checkGoogle(true)],
  thinking: () => [
    makeModel('openai-chat', 'openai-compatible', 'deepseek-v4-pro', thinks),
    checkCompatible({ reasoning: 'needed', strictTurns: false }),
  ],
  adaptive: () => [makeModel('anthropic-messages', 'anthropic', 'claude-opus-4-8', thinks), checkAnthropic],
  untold: () => [makeModel('anthropic-messages', 'anthropic', 'claude-fable-5'), checkAnthropic],
  gemini2: () => [makeModel('google-generate', 'google', 'gemini-2.5-flash', thinks), checkGoogle(false)],
  mistral: () => [
    makeModel('openai-chat', 'openai-compatible', 'devstral-medium'),
    checkCompatible({ reasoning: 'refused', strictTurns: true }),
  ],
  blind: () => [makeModel('openai-chat', 'openai', 'gpt-3.5-turbo', { vision: false }), checkChat],
} satisfies Record<string, () => [Model, CheckBody]>

export type ProviderName = keyof typeof makers

/** The five kinds of wire a session can be switched between. */
export const mainProviders = ['anthropic', 'chat', 'responses', 'google', 'thinking'] as const
/** Those, and models of the same wires with other rules. */
export const allProviders = Object.keys(makers) as ProviderName[]

/** A provider that answers as strictly as the real one. */
export function strictProvider(name: ProviderName): StrictProvider {
  const [model, check] = makers[name]()
  return new StrictProvider(model, check)
}
