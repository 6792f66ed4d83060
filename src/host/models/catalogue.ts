import type { Effort, ModelFamily, ModelPrice, ProviderKind, WireApi } from '../../protocol/model-facts.ts'
import { knownModels, type KnownModel, type KnownPrice } from './known-models.ts'
import type { Model, Provider } from './model.ts'

/** What a provider says of a model in its list. */
export interface ListedModel {
  readonly name: string
  readonly displayName?: string
  readonly contextWindow?: number
  readonly maxOutput?: number
  readonly vision?: boolean
  readonly efforts?: readonly Effort[]
}

/** What can be chosen of a provider before anybody has asked it; the first is its default. */
export const defaultModels: Readonly<Partial<Record<ProviderKind, readonly string[]>>> = {
  anthropic: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-2'],
  openai: ['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6.1-terra', 'gpt-6-luna'],
  google: ['gemini-4-argon', 'gemini-4-carbon', 'gemini-4-hydrogen', 'gemini-3.8-flash'],
}

/** Names of what cannot be talked to with tools: pictures, sound, embeddings and the like. */
const otherKinds =
  /(^|[-_./])(embed|whisper|tts|dall|imagen?|sora|veo|lyria|moderation|realtime|transcribe|audio|speech|live|rerank\w*|bge|davinci|babbage|search-(preview|api)|aqa|robotics|nano-banana|computer-use|deep-research|translate|guard)(\w*ding)?(?=$|[-_./:\d])/

/** Whether a model of this name can be an agent's. */
export function isTalking(name: string): boolean {
  return !otherKinds.test(name.toLowerCase())
}

/** A model of a provider, as far as it is known: by its name, and by what the provider says, which counts more. */
export function modelOf(provider: Provider, wireApi: WireApi, listed: ListedModel, now: number): Model {
  const { name } = listed
  const known = knownOf(name)
  const all = listed.efforts ?? known.efforts ?? []
  // OpenAI takes the highest effort over Responses only (Reasoning models).
  const efforts = wireApi === 'openai-chat' && familyOf(name) === 'gpt' ? all.filter((each) => each !== 'max') : all
  const contextWindow = listed.contextWindow ?? known.contextWindow
  const maxOutput = listed.maxOutput ?? known.maxOutput
  // What a model costs and how much it thinks unasked is known only where its maker sells it.
  const { defaultEffort, price } = sellers.has(provider.kind) ? known : {}
  return {
    id: `${provider.id}/${name}`,
    provider,
    name,
    displayName: listed.displayName ?? displayNameOf(name),
    family: familyOf(name),
    wireApi,
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    vision: listed.vision ?? known.vision ?? false,
    ...((listed.vision ?? known.vision) === undefined ? {} : { visionKnown: true }),
    efforts,
    ...(defaultEffort !== undefined && efforts.includes(defaultEffort) ? { defaultEffort } : {}),
    ...pricesOf(price, now),
  }
}

const sellers: ReadonlySet<ProviderKind> = new Set(['anthropic', 'openai', 'azure-openai', 'azure-foundry', 'google'])

function pricesOf(known: KnownPrice | undefined, now: number): Pick<Model, 'price' | 'longPrice'> {
  if (known === undefined) return {}
  const { long, later, ...price } = known
  if (later !== undefined && now >= Date.parse(later.from)) return { price: later.price }
  return { price: price satisfies ModelPrice, ...(long === undefined ? {} : { longPrice: long }) }
}

function knownOf(name: string): Omit<KnownModel, 'pattern'> {
  const bare = bareName(name)
  return knownModels.find(({ pattern }) => pattern.test(bare)) ?? {}
}

/** Without the maker that gateways put before a name, in lower case. */
function bareName(name: string): string {
  return name.toLowerCase().slice(name.lastIndexOf('/') + 1)
}

/** What a model's prompts and tools are written for. */
export function familyOf(name: string): ModelFamily {
  const bare = bareName(name)
  if (/claude/.test(bare)) return 'claude'
  if (/^(chat)?gpt-|^o\d(-|$)|^codex/.test(bare)) return 'gpt'
  return /gemini/.test(bare) ? 'gemini' : 'other'
}

const written: Readonly<Record<string, string>> = { gpt: 'GPT', oss: 'OSS', vl: 'VL', glm: 'GLM' }

/** A name that can be read: `claude-sonnet-5-5` is Claude Sonnet 5.5. Names of deployments and of files stay as they are. */
function displayNameOf(name: string): string {
  if (!/^(claude|gpt|gemini)-[a-z0-9.-]+$/.test(name)) return name
  const words = name
    .replace(/(\d)-(\d{1,2})(?=-|$)/g, '$1.$2')
    .split('-')
    .map((word) => written[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
  // GPT is written with its number.
  return words[0] === 'GPT' ? ['GPT-' + (words[1] ?? ''), ...words.slice(2)].join(' ') : words.join(' ')
}
