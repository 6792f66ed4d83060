import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { Said } from './conversation.ts'
import type { Model } from './model.ts'

/** How prompts are written: by wire, with OpenAI's own chat told apart from the many that resemble it. */
export type PromptDialect = 'anthropic' | 'responses' | 'google' | 'chat' | 'compatible'

/** What decides how a conversation is written for a model. Equal `key`s: equal writing. */
export interface PromptTarget {
  readonly key: string
  readonly dialect: PromptDialect
  readonly model: Model
  readonly vision: boolean
  /** No tool is offered: calls and results are told as text, for some wires refuse them without tools. */
  readonly flat: boolean
  /** Takes back the reasoning of its own rounds with calls as `reasoning_content`. */
  readonly wantsReasoning: boolean
  /** Refuses a round with calls that has no `reasoning_content`. */
  readonly needsReasoning: boolean
  /** Lets no user speak right after a tool, nor twice in a row. */
  readonly strictTurns: boolean
}

/** Models whose interface documents `reasoning_content` as something to be sent back. */
const wantsReasoning = /deepseek|kimi|moonshot|glm|z-?ai|minimax|mimo|qwen|qwq|gpt-oss|nemotron|hunyuan|step-/i
/** Those that answer 400 when a call comes back without it (DeepSeek: Thinking mode, Tool calls; Kimi: Thinking, multi-step tool calls). */
const needsReasoning = /deepseek|kimi|moonshot/i
/** Hosts that answer 400 to properties they do not know. */
const strictProperties = /groq\.com|mistral\.ai|cerebras\.ai|fireworks\.ai|openai\.com|azure\./i
/** Models whose chat templates and hosts check the order of roles. */
const strictTurns = /mistral|mixtral|codestral|devstral|magistral|ministral|pixtral|gemma/i

/** The target of a request to `model` that offers `tools`. */
export function targetOf(model: Model, tools: readonly LanguageModelV4FunctionTool[]): PromptTarget {
  const dialect = dialectOf(model)
  const name = `${model.provider.id}/${model.name}`
  const compatible = dialect === 'compatible' && !strictProperties.test(model.provider.baseUrl)
  const flat = tools.length === 0
  return {
    key: JSON.stringify([dialect, name, model.provider.baseUrl, model.vision, flat]),
    dialect,
    model,
    vision: model.vision,
    flat,
    wantsReasoning: compatible && (wantsReasoning.test(name) || model.provider.local),
    needsReasoning: compatible && needsReasoning.test(name),
    strictTurns: dialect === 'compatible' && strictTurns.test(`${name} ${model.provider.baseUrl}`),
  }
}

/** Whether `said` was said by the very model that is asked, at the same provider and over the same wire. */
export function isOwn(said: Said, { model }: PromptTarget): boolean {
  return said.wireApi === model.wireApi && said.provider === model.provider.id && said.model === model.name
}

function dialectOf({ wireApi, provider }: Model): PromptDialect {
  switch (wireApi) {
    case 'anthropic-messages':
      return 'anthropic'
    case 'openai-responses':
      return 'responses'
    case 'google-generate':
      return 'google'
    default:
      return provider.kind === 'openai' || provider.kind === 'azure-foundry' ? 'chat' : 'compatible'
  }
}
