import type { Effort, ModelPrice } from '../../protocol/model-facts.ts'

/** What is known of models with such a name. What is not known is left out: nothing here is a guess. */
export interface KnownModel {
  /** Matches the name on the wire, in lower case, without what comes before a slash. */
  readonly pattern: RegExp
  /** In tokens. */
  readonly contextWindow?: number
  /** In tokens. */
  readonly maxOutput?: number
  readonly vision?: boolean
  readonly efforts?: readonly Effort[]
  readonly defaultEffort?: Effort
  readonly price?: KnownPrice
}

/** A price and what changes it. */
export interface KnownPrice extends ModelPrice {
  /** A prompt of more tokens than this is paid at another price, the whole of it. */
  readonly long?: { readonly above: number; readonly price: ModelPrice }
  /** The price from an instant on (ISO). */
  readonly later?: { readonly from: string; readonly price: ModelPrice }
}

const upToMax: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']
const upToMaxOrNone: readonly Effort[] = ['none', ...upToMax]
const budgets: readonly Effort[] = ['none', 'low', 'medium', 'high', 'max']

/** Anthropic: five minutes in the cache cost a quarter more to write; reading costs `read` of the input's price. */
function claude(input: number, output: number, read = 0.1): ModelPrice {
  return { input, output, cacheRead: round(input * read), cacheWrite: round(input * 1.25) }
}

/** OpenAI since GPT-5.4: twice the input and half more of the output for prompts of more than 272,000 tokens. */
function gpt(input: number, output: number, cacheRead: number, writes = true): KnownPrice {
  const write = writes ? { cacheWrite: round(input * 1.25) } : {}
  const longWrite = writes ? { cacheWrite: round(input * 2.5) } : {}
  return {
    input,
    output,
    cacheRead,
    ...write,
    long: {
      above: 272_000,
      price: { input: input * 2, output: round(output * 1.5), cacheRead: round(cacheRead * 2), ...longWrite },
    },
  }
}

function round(price: number): number {
  return Math.round(price * 1e6) / 1e6
}

const currentClaude = { contextWindow: 1_000_000, maxOutput: 128_000, vision: true, efforts: upToMax }
const currentGpt = { contextWindow: 1_050_000, maxOutput: 128_000, vision: true }
const gpt5 = { contextWindow: 400_000, maxOutput: 128_000, vision: true }
const gemini = { contextWindow: 1_048_576, maxOutput: 65_536, vision: true }

/**
 * The first that matches counts. Read from the providers' own pages of models and prices in November 2026; standard rates, in
 * US dollars for a million tokens.
 */
export const knownModels: readonly KnownModel[] = [
  // Anthropic: platform.claude.com, Models overview and Pricing.
  { pattern: /^claude-(fable|mythos)-5-2/, ...currentClaude, defaultEffort: 'high', price: claude(8, 40, 0.025) },
  { pattern: /^claude-(fable|mythos)-5-1/, ...currentClaude, defaultEffort: 'high', price: claude(10, 50, 0.025) },
  { pattern: /^claude-(fable|mythos)-5/, ...currentClaude, defaultEffort: 'high', price: claude(10, 50) },
  { pattern: /^claude-opus-5-5/, ...currentClaude, defaultEffort: 'medium', price: claude(4, 20, 0.05) },
  {
    pattern: /^claude-sonnet-5-5/,
    ...currentClaude,
    efforts: upToMaxOrNone,
    defaultEffort: 'high',
    price: claude(2, 10, 0.05),
  },
  {
    pattern: /^claude-haiku-5-5/,
    ...currentClaude,
    efforts: upToMaxOrNone,
    defaultEffort: 'medium',
    price: { ...claude(0.1, 0.5), long: { above: 100_000, price: claude(0.5, 2.5) } },
  },
  { pattern: /^claude-opus-5/, ...currentClaude, efforts: upToMaxOrNone, defaultEffort: 'high', price: claude(5, 25) },
  {
    pattern: /^claude-sonnet-5/,
    ...currentClaude,
    efforts: upToMaxOrNone,
    defaultEffort: 'high',
    price: claude(2, 10),
  },
  {
    pattern: /^claude-opus-4-[78]/,
    ...currentClaude,
    efforts: upToMaxOrNone,
    defaultEffort: 'high',
    price: claude(5, 25),
  },
  { pattern: /^claude-opus-4-6/, ...currentClaude, efforts: budgets, defaultEffort: 'high', price: claude(5, 25) },
  { pattern: /^claude-sonnet-4-6/, ...currentClaude, efforts: budgets, defaultEffort: 'high', price: claude(3, 15) },
  {
    pattern: /^claude-opus-4-5/,
    contextWindow: 200_000,
    maxOutput: 64_000,
    vision: true,
    efforts: budgets,
    price: claude(5, 25),
  },
  {
    pattern: /^claude-sonnet-4/,
    contextWindow: 200_000,
    maxOutput: 64_000,
    vision: true,
    efforts: budgets,
    price: claude(3, 15),
  },
  {
    pattern: /^claude-haiku-4-5/,
    contextWindow: 200_000,
    maxOutput: 64_000,
    vision: true,
    efforts: budgets,
    price: claude(1, 5),
  },
  {
    pattern: /^claude-opus-4/,
    contextWindow: 200_000,
    maxOutput: 32_000,
    vision: true,
    efforts: budgets,
    price: claude(15, 75),
  },
  { pattern: /^claude-3-5-haiku/, contextWindow: 200_000, maxOutput: 8_192, price: claude(0.8, 4) },
  {
    pattern: /^claude-3-haiku/,
    contextWindow: 200_000,
    maxOutput: 4_096,
    vision: true,
    price: claude(0.25, 1.25, 0.12),
  },
  { pattern: /^claude-/, vision: true },

  // OpenAI: developers.openai.com, Models and Pricing.
  { pattern: /^gpt-6\.2-astra/, ...currentGpt, efforts: upToMax, defaultEffort: 'medium', price: gpt(8, 40, 0.4) },
  { pattern: /^gpt-6\.[12]-sol/, ...currentGpt, efforts: upToMax, defaultEffort: 'medium', price: gpt(2, 10, 0.1) },
  {
    pattern: /^gpt-6\.1-terra/,
    ...currentGpt,
    efforts: upToMaxOrNone,
    defaultEffort: 'medium',
    price: gpt(1, 5, 0.05),
  },
  { pattern: /^gpt-6-astra/, ...currentGpt, efforts: upToMax, defaultEffort: 'medium', price: gpt(10, 50, 1) },
  { pattern: /^gpt-6-sol/, ...currentGpt, efforts: upToMaxOrNone, defaultEffort: 'medium', price: gpt(2, 10, 0.2) },
  {
    pattern: /^gpt-6-luna/,
    ...currentGpt,
    efforts: upToMaxOrNone,
    defaultEffort: 'medium',
    price: gpt(0.1, 0.5, 0.01),
  },
  { pattern: /^gpt-6/, vision: true, efforts: upToMax, defaultEffort: 'medium' },
  {
    pattern: /^gpt-5\.6-terra/,
    ...currentGpt,
    efforts: upToMaxOrNone,
    defaultEffort: 'medium',
    price: gpt(2, 12, 0.2),
  },
  {
    pattern: /^gpt-5\.6-luna/,
    ...currentGpt,
    efforts: upToMaxOrNone,
    defaultEffort: 'medium',
    price: gpt(0.2, 1.2, 0.02),
  },
  { pattern: /^gpt-5\.6/, ...currentGpt, efforts: upToMaxOrNone, defaultEffort: 'medium', price: gpt(4, 20, 0.4) },
  {
    pattern: /^gpt-5\.5(-\d{4}|$)/,
    ...currentGpt,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    defaultEffort: 'medium',
    price: gpt(5, 30, 0.5, false),
  },
  {
    pattern: /^gpt-5\.4-mini/,
    ...gpt5,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    price: { input: 0.75, output: 4.5, cacheRead: 0.075 },
  },
  {
    pattern: /^gpt-5\.4-nano/,
    ...gpt5,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    price: { input: 0.2, output: 1.25, cacheRead: 0.02 },
  },
  {
    pattern: /^gpt-5\.4(-\d{4}|$)/,
    ...currentGpt,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    price: gpt(2.5, 15, 0.25, false),
  },
  {
    pattern: /^gpt-5\.[23](-codex|-\d{4}|$)/,
    ...gpt5,
    efforts: ['low', 'medium', 'high', 'xhigh'],
    price: { input: 1.75, output: 14, cacheRead: 0.175 },
  },
  {
    pattern: /^gpt-5(\.1)?-codex-mini/,
    ...gpt5,
    efforts: ['low', 'medium', 'high'],
    price: { input: 0.25, output: 2, cacheRead: 0.025 },
  },
  {
    pattern: /^gpt-5(\.1)?(-codex|-\d{4}|$)/,
    ...gpt5,
    efforts: ['low', 'medium', 'high'],
    price: { input: 1.25, output: 10, cacheRead: 0.125 },
  },
  {
    pattern: /^gpt-5-mini/,
    ...gpt5,
    efforts: ['minimal', 'low', 'medium', 'high'],
    price: { input: 0.25, output: 2, cacheRead: 0.025 },
  },
  {
    pattern: /^gpt-5-nano/,
    ...gpt5,
    efforts: ['minimal', 'low', 'medium', 'high'],
    price: { input: 0.05, output: 0.4, cacheRead: 0.005 },
  },
  { pattern: /^gpt-5.*-pro/, vision: true, efforts: ['medium', 'high'] },
  { pattern: /^gpt-5/, vision: true },
  {
    pattern: /^gpt-4\.1-mini/,
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    vision: true,
    price: { input: 0.4, output: 1.6, cacheRead: 0.1 },
  },
  {
    pattern: /^gpt-4\.1-nano/,
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    vision: true,
    price: { input: 0.1, output: 0.4, cacheRead: 0.025 },
  },
  {
    pattern: /^gpt-4\.1/,
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    vision: true,
    price: { input: 2, output: 8, cacheRead: 0.5 },
  },
  {
    pattern: /^gpt-4o-mini/,
    contextWindow: 128_000,
    maxOutput: 16_384,
    vision: true,
    price: { input: 0.15, output: 0.6, cacheRead: 0.075 },
  },
  {
    pattern: /^gpt-4o/,
    contextWindow: 128_000,
    maxOutput: 16_384,
    vision: true,
    price: { input: 2.5, output: 10, cacheRead: 1.25 },
  },
  {
    pattern: /^o3(-\d{4}|$)/,
    contextWindow: 200_000,
    maxOutput: 100_000,
    vision: true,
    efforts: ['low', 'medium', 'high'],
    price: { input: 2, output: 8, cacheRead: 0.5 },
  },
  {
    pattern: /^o4-mini/,
    contextWindow: 200_000,
    maxOutput: 100_000,
    vision: true,
    efforts: ['low', 'medium', 'high'],
    price: { input: 1.1, output: 4.4, cacheRead: 0.275 },
  },
  { pattern: /^gpt-oss/, contextWindow: 131_072, efforts: ['low', 'medium', 'high'] },

  // Google: ai.google.dev, Models, Thinking and Pricing.
  {
    pattern: /^gemini-4-(argon|carbon)/,
    ...gemini,
    efforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    price: {
      input: 2,
      output: 10,
      cacheRead: 0.1,
      later: { from: '2026-12-01T00:00:00Z', price: { input: 4, output: 20, cacheRead: 0.2 } },
    },
  },
  {
    pattern: /^gemini-4-hydrogen/,
    ...gemini,
    efforts: ['low', 'medium', 'high', 'xhigh'],
    defaultEffort: 'high',
    price: { input: 1.5, output: 7.5 },
  },
  {
    pattern: /^gemini-3\.8-flash(-preview|$)/,
    ...gemini,
    efforts: ['low', 'medium', 'high'],
    price: { input: 0.75, output: 3.75, later: { from: '2027-01-01T00:00:00Z', price: { input: 1.5, output: 7.5 } } },
  },
  {
    pattern: /^gemini-3\.5-flash-lite/,
    ...gemini,
    efforts: ['minimal', 'low', 'medium', 'high'],
    price: { input: 0.3, output: 2.5 },
  },
  {
    pattern: /^gemini-3\.5-flash/,
    ...gemini,
    efforts: ['minimal', 'low', 'medium', 'high'],
    price: { input: 1.5, output: 9 },
  },
  {
    pattern: /^gemini-3(\.1)?-pro-preview/,
    ...gemini,
    efforts: ['low', 'medium', 'high'],
    price: {
      input: 2,
      output: 12,
      cacheRead: 0.2,
      long: { above: 200_000, price: { input: 4, output: 18, cacheRead: 0.4 } },
    },
  },
  { pattern: /^gemini-3.*flash/, ...gemini, efforts: ['low', 'medium', 'high'] },
  {
    pattern: /^gemini-2\.5-pro/,
    ...gemini,
    efforts: ['low', 'medium', 'high', 'max'],
    price: {
      input: 1.25,
      output: 10,
      cacheRead: 0.125,
      long: { above: 200_000, price: { input: 2.5, output: 15, cacheRead: 0.25 } },
    },
  },
  {
    pattern: /^gemini-2\.5-flash-lite/,
    ...gemini,
    efforts: ['none', 'low', 'medium', 'high'],
    price: { input: 0.1, output: 0.4, cacheRead: 0.01 },
  },
  {
    pattern: /^gemini-2\.5-flash/,
    ...gemini,
    efforts: ['none', 'low', 'medium', 'high'],
    price: { input: 0.3, output: 2.5, cacheRead: 0.03 },
  },
  { pattern: /^gemini-/, vision: true },

  // Families of open weights that are known to see.
  { pattern: /(^|[-_.])(vl|vision|llava|pixtral)|^gemma-?[34]|^llama-?4|^mistral-(small|medium)-3/, vision: true },
]
