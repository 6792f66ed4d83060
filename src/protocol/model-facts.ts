/** What goes beyond the protocol about models: who offers them, each call that was made, what was spent. */
import { z } from 'zod'
import { TranslatableText } from './roadstead.ts'
import { openEnum } from './schema.ts'
import { Uri } from './values.ts'

/** How requests and answers of a model are written on the wire. */
export const wireApis = ['anthropic-messages', 'openai-responses', 'openai-chat', 'google-generate'] as const
export const WireApi = openEnum(wireApis)
export type WireApi = (typeof wireApis)[number]

/** How much a model is to think before it answers, from little to much. `ModelSelection.config.effort`; a model lists its own. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export const Effort = openEnum(efforts)
export type Effort = (typeof efforts)[number]

/** What models are told apart by where their prompts and tools differ. */
export const modelFamilies = ['claude', 'gpt', 'gemini', 'other'] as const
export const ModelFamily = openEnum(modelFamilies)
export type ModelFamily = (typeof modelFamilies)[number]

/** US dollars for a million tokens. */
export const ModelPrice = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.optional(z.number()),
  cacheWrite: z.optional(z.number()),
})
export type ModelPrice = z.infer<typeof ModelPrice>

/** In `SessionModelInfo._meta['x-roadstead']`. `resource` is what `authenticate` takes for its key. */
export const ModelFacts = z.object({
  providerId: z.string(),
  providerName: z.string(),
  family: ModelFamily,
  wireApi: WireApi,
  /** Runs on this machine. */
  local: z.boolean(),
  /** A key is there, or none is needed. */
  usable: z.boolean(),
  resource: z.optional(Uri),
  price: z.optional(ModelPrice),
})
export type ModelFacts = z.infer<typeof ModelFacts>

/** What kind of place a provider is. */
export const providerKinds = [
  'anthropic',
  'openai',
  'azure-openai',
  'azure-foundry',
  'google',
  'openai-compatible',
] as const
export const ProviderKind = openEnum(providerKinds)
export type ProviderKind = (typeof providerKinds)[number]

/** A place models are called at, as shown to people. Never holds a key. */
export const ProviderFacts = z.object({
  id: z.string(),
  name: z.string(),
  kind: ProviderKind,
  baseUrl: z.string(),
  /** What `authenticate` takes; absent where no key is needed. */
  resource: z.optional(Uri),
  key: openEnum(['none', 'environment', 'client', 'not-needed']),
  keyExpiresAt: z.optional(z.string()),
  /** `unknown`: nobody has asked it yet. */
  status: openEnum(['ready', 'needs-key', 'wrong-key', 'unreachable', 'unknown']),
  problem: z.optional(z.string()),
  /** The problem in a form that can be translated, where it has one. */
  text: z.optional(TranslatableText),
  /** How many models it offers. */
  models: z.number(),
  /** Runs on this machine, found there or added by the person. */
  local: z.boolean(),
  /** Added by the person, and can be removed. */
  custom: z.boolean(),
  /** How one that was added is called, so that it can be changed. */
  endpoint: z.optional(
    z.object({
      wireApi: WireApi,
      apiVersion: z.optional(z.string()),
      deployments: z.array(z.string()),
    }),
  ),
})
export type ProviderFacts = z.infer<typeof ProviderFacts>

/** A provider to be added or changed. `deployments`: the names of Azure OpenAI's, which lists none. */
export const ModelEndpoint = z.object({
  id: z.optional(z.string().max(64)),
  kind: z.enum(providerKinds),
  name: z.string().min(1).max(100),
  baseUrl: z.string().min(1).max(2000),
  apiVersion: z.optional(z.string().max(40)),
  wireApi: z.optional(z.enum(wireApis)),
  deployments: z.optional(z.array(z.string().max(200)).max(100)),
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>

/** The session config `systemPrompt`: a person's own words for the built-in agent, after its system text or in its place. */
export const SystemPrompt = z.strictObject({ mode: z.enum(['append', 'replace']), text: z.string().max(100_000) })
export type SystemPrompt = z.infer<typeof SystemPrompt>

/** The named parts a prompt is built from, in the order they are sent. */
export const promptPartNames = [
  'system',
  'machine',
  'workspace',
  'instructions',
  'tools',
  'history',
  'message',
  'reply',
  'results',
  'steering',
  'open-files',
  'todo',
  'reminder',
] as const
export const PromptPartName = openEnum(promptPartNames)
export type PromptPartName = (typeof promptPartNames)[number]

/** How much of a prompt a kind of part takes. `bytes` of UTF-8, `tokens` estimated so that they add up to what was billed. */
export const PromptShare = z.object({ name: PromptPartName, bytes: z.number(), tokens: z.optional(z.number()) })
export type PromptShare = z.infer<typeof PromptShare>

/** Tokens of a call, of all its tries together, or of one try; `inputTokens` includes what was read from or written to a cache. */
export const CallUsage = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  reasoningTokens: z.optional(z.number()),
  cacheReadTokens: z.optional(z.number()),
  cacheWriteTokens: z.optional(z.number()),
})
export type CallUsage = z.infer<typeof CallUsage>

/** One try of a call that did not succeed; `waitMs`: how long was waited before the next. */
export const CallAttempt = z.object({
  at: z.string(),
  problem: z.string(),
  failure: z.string(),
  httpStatus: z.optional(z.number()),
  waitMs: z.optional(z.number()),
  usage: z.optional(CallUsage),
})
export type CallAttempt = z.infer<typeof CallAttempt>

/** One call of a model. There is a record of every one, also of those that failed. Sizes in bytes. */
export const ModelCall = z.object({
  id: z.string(),
  chat: Uri,
  turnId: z.string(),
  /** From 1 within the turn. */
  round: z.number(),
  at: z.string(),
  provider: z.string(),
  model: z.string(),
  wireApi: WireApi,
  effort: z.optional(Effort),
  status: openEnum(['running', 'succeeded', 'failed', 'stopped', 'interrupted']),
  /** Tries before the last one. */
  attempts: z.array(CallAttempt),
  shares: z.array(PromptShare),
  requestBytes: z.optional(z.number()),
  firstByteMs: z.optional(z.number()),
  durationMs: z.optional(z.number()),
  usage: z.optional(CallUsage),
  costUsd: z.optional(z.number()),
  finish: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type ModelCall = z.infer<typeof ModelCall>

/** A part of a prompt as it was sent, readable. `role` is the wire's; `hash` is equal where the text is. */
export const PromptPartText = z.object({
  name: PromptPartName,
  role: z.optional(z.string()),
  text: z.string(),
  bytes: z.number(),
  hash: z.string(),
})
export type PromptPartText = z.infer<typeof PromptPartText>

/** In `UsageInfo._meta['x-roadstead']` of a turn. */
export const UsageFacts = z.object({
  rounds: z.number(),
  /** Absent where a price is not known. */
  costUsd: z.optional(z.number()),
  reasoningTokens: z.optional(z.number()),
  /** What the last prompt took of the model's window, in tokens. */
  context: z.optional(
    z.object({ tokens: z.number(), windowTokens: z.optional(z.number()), shares: z.array(PromptShare) }),
  ),
})
export type UsageFacts = z.infer<typeof UsageFacts>

/** What was spent since an instant. `unpricedCalls`: calls whose price is not known and so not in `costUsd`. */
export const Spending = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number(),
  unpricedCalls: z.number(),
})
export type Spending = z.infer<typeof Spending>
