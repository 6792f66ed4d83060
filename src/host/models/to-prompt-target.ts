import { effortOf } from './effort.ts'
import type { Said } from './conversation.ts'
import type { Model } from './model.ts'
import type { ModelRequest } from './models.ts'

/** How prompts are written: by wire, with OpenAI's own chat told apart from the many that resemble it. */
export type PromptDialect = 'anthropic' | 'responses' | 'google' | 'chat' | 'compatible'

/**
 * Where reasoning must stand. `free`: where it was said. `none`: nowhere. `turn`: a turn that has calls must begin with it.
 * `round`: every round that has calls must have it. A round that cannot keep the rule tells its calls as text.
 */
export type ReasoningRule = 'free' | 'none' | 'turn' | 'round'

/** What decides how a conversation is written for a model. Equal `key`s: equal writing. */
export interface PromptTarget {
  readonly key: string
  readonly dialect: PromptDialect
  readonly model: Model
  readonly vision: boolean
  /** No tool is offered: calls and results are told as text, for some wires refuse them without tools. */
  readonly flat: boolean
  readonly reasoning: ReasoningRule
  /** Whether anything that was said is taken for the model's own. */
  readonly trusts: boolean
  /** Takes back the reasoning of its own rounds with calls as `reasoning_content`. */
  readonly wantsReasoning: boolean
  /** Refuses a round with calls that has no `reasoning_content`. */
  readonly needsReasoning: boolean
  /** Lets no user speak right after a tool. */
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
/** Claude models that are given a budget to think; later ones decide themselves, and their turns may begin with anything (Adaptive thinking). */
const budgetClaude = /claude-(3|instant|v?2\b|(opus|sonnet|haiku)-4(-[0-5](?!\d)|-?@|-20\d{6}|$))/

/** Claude models that think when told to; those after them think unless told not to. */
const toldToThink = /claude-(opus|sonnet)-4-[6-9]/

/** The target of a request. */
export function targetOf(request: ModelRequest, trusts: boolean): PromptTarget {
  const { model } = request
  const dialect = dialectOf(model)
  const name = `${model.provider.id}/${model.name}`
  const compatible = dialect === 'compatible' && !strictProperties.test(model.provider.baseUrl)
  const flat = request.tools.length === 0
  const reasoning = reasoningRule(request, dialect)
  return {
    key: JSON.stringify([dialect, name, model.provider.baseUrl, model.vision, flat, reasoning, trusts]),
    dialect,
    model,
    vision: model.vision,
    flat,
    reasoning,
    trusts,
    wantsReasoning: compatible && (wantsReasoning.test(name) || model.provider.local),
    needsReasoning: compatible && needsReasoning.test(name),
    strictTurns: dialect === 'compatible' && strictTurns.test(`${name} ${model.provider.baseUrl}`),
  }
}

/** Whether `said` was said by the very model that is asked, at the same provider and over the same wire. */
export function isOwn(said: Said, { model, trusts }: PromptTarget): boolean {
  return trusts && said.wireApi === model.wireApi && said.provider === model.provider.id && said.model === model.name
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

/** Anthropic: Extended thinking, Toggling thinking modes in conversations. The others have no such rule. */
function reasoningRule(request: ModelRequest, dialect: PromptDialect): ReasoningRule {
  if (dialect !== 'anthropic') return 'free'
  const effort = effortOf(request)
  const { name } = request.model
  if (effort === 'none') return 'none'
  if (needsReasoning.test(name)) return 'round'
  const budget = budgetClaude.test(name)
  if (effort === undefined) return budget || toldToThink.test(name) ? 'none' : 'free'
  return budget ? 'turn' : 'free'
}
