import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import type { Said, SaidPart, Told, ToldResult } from './conversation.ts'
import { compatibleName } from './open-model.ts'
import { fitArguments, fitToolName } from './to-prompt-calls.ts'
import { fitImage, type ImageRules } from './to-prompt-images.ts'
import { factsOf, fitReasoning, readData } from './to-prompt-reasoning.ts'
import { fitResult, isGemini3, resultText } from './to-prompt-results.ts'
import { isOwn, type PromptTarget } from './to-prompt-target.ts'
import { cleanText, emptyMessage, isBlank } from './to-prompt-text.ts'

/** What a person, or the host for them, says in a prompt. */
export type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>
type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>
type ToolMessage = Extract<LanguageModelV4Message, { role: 'tool' }>
type AssistantPart = AssistantMessage['content'][number]

/** A round in the form of a prompt. `after` follows the results and is said by the user. */
export interface FitRound {
  readonly assistant?: AssistantMessage
  readonly tool?: ToolMessage
  readonly after?: UserMessage
  /** What of the model's reasoning is in it. */
  readonly thoughts: readonly SaidPart[]
}

/** How a round is to be written. */
export interface RoundForm {
  /** Those of its calls, in their order. */
  readonly ids: readonly string[]
  /** Its own reasoning may go back. */
  readonly reasons: boolean
  /** Its calls are told as text. */
  readonly flat: boolean
}

/** What Google's documentation tells to send for a call whose signature is not to be had (Thought signatures). */
const noSignature = 'skip_thought_signature_validator'

/** What a person said. */
export function fitTold(told: Told, target: PromptTarget, rules: ImageRules): UserMessage {
  const images = (told.images ?? []).map((image) => fitImage(image, target, rules))
  const text = isBlank(told.text) ? (images.length > 0 ? [] : [emptyMessage]) : [cleanText(told.text)]
  return userMessage([...text.map((value) => ({ type: 'text' as const, text: value })), ...images])
}

/** What a model said and was answered. */
export function fitRound(
  said: Said,
  results: readonly ToldResult[],
  target: PromptTarget,
  rules: ImageRules,
  form: RoundForm,
): FitRound {
  const own = isOwn(said, target)
  const facts = factsOf(said.parts)
  const content: AssistantPart[] = []
  const answers: ToolMessage['content'] = []
  const after: UserMessage['content'] = []
  const left = [...results]
  const thoughts = new Map<AssistantPart, SaidPart>()
  const options = (part: SaidPart): SharedV4ProviderOptions | undefined => (own ? keptOptions(part, target) : undefined)
  for (const part of said.parts) {
    if (part.kind === 'reasoning') {
      const reasoning = own && form.reasons && !form.flat ? fitReasoning(part, target, facts) : undefined
      if (!reasoning) continue
      content.push(reasoning)
      thoughts.set(reasoning, part)
    } else if (part.kind === 'text') {
      const providerOptions = options(part)
      if (isBlank(part.text) && !providerOptions?.['google']) continue
      content.push({ type: 'text', text: cleanText(part.text), ...(providerOptions && { providerOptions }) })
    } else {
      const at = left.findIndex((result) => result.call === part.call)
      const result = at < 0 ? undefined : left.splice(at, 1)[0]
      if (form.flat) {
        content.push({ type: 'text', text: `[Called ${cleanText(part.name)} with ${cleanText(part.arguments)}]` })
        after.push(...flatResult(part.name, result, target, rules))
        continue
      }
      const toolCallId = form.ids[answers.length] ?? ''
      const toolName = fitToolName(part.name)
      const providerOptions = options(part) ?? (answers.length === 0 ? unsigned(target) : undefined)
      const input = fitArguments(part.arguments, target)
      content.push({ type: 'tool-call', toolCallId, toolName, input, ...(providerOptions && { providerOptions }) })
      const answer = fitResult(result, target, rules)
      answers.push({ type: 'tool-result', toolCallId, toolName, output: answer.output })
      after.push(...answer.after)
    }
  }
  dropUselessEnd(content)
  for (const result of left) after.push(...flatResult(result.name, result, target, rules))
  return {
    ...(content.length > 0 && { assistant: assistantMessage(content, target) }),
    ...(answers.length > 0 && { tool: { role: 'tool' as const, content: answers } }),
    ...(after.length > 0 && { after: userMessage(after) }),
    thoughts: content.flatMap((part) => thoughts.get(part) ?? []),
  }
}

/** A message of the user's. */
export function userMessage(content: UserMessage['content']): UserMessage {
  return { role: 'user', content }
}

/** A text of the user's. */
export function userText(text: string): UserMessage {
  return userMessage([{ type: 'text', text }])
}

/** Every wire wants something after reasoning: Anthropic lets no message end with it, Responses no item stand alone. */
function dropUselessEnd(content: AssistantPart[]): void {
  while (content.at(-1)?.type === 'reasoning') content.pop()
  if (content.every((part) => part.type !== 'tool-call' && !(part.type === 'text' && !isBlank(part.text))))
    content.length = 0
}

function assistantMessage(content: AssistantPart[], target: PromptTarget): AssistantMessage {
  const lacks = target.needsReasoning && content.every((part) => part.type !== 'reasoning')
  if (!lacks || content.every((part) => part.type !== 'tool-call')) return { role: 'assistant', content }
  return { role: 'assistant', content, providerOptions: { [compatibleName]: { reasoning_content: '' } } }
}

/** What belongs to a text or call of the model's own: Google's signatures, and which part of an answer OpenAI's texts are. */
function keptOptions(part: SaidPart, { dialect }: PromptTarget): SharedV4ProviderOptions | undefined {
  if (dialect === 'google') {
    const thoughtSignature = readData(part.data, 'google', 'thoughtSignature')
    return thoughtSignature ? { google: { thoughtSignature } } : undefined
  }
  if (dialect === 'compatible' && part.kind === 'toolCall') {
    const thoughtSignature = readData(part.data, compatibleName, 'thoughtSignature')
    return thoughtSignature ? { google: { thoughtSignature } } : undefined
  }
  if (dialect === 'responses' && part.kind === 'text') {
    const phase = readData(part.data, 'openai', 'phase')
    return phase === 'commentary' || phase === 'final_answer' ? { openai: { phase } } : undefined
  }
  return undefined
}

/** Gemini wants a signature at the first call of each round, also where Google offers it as a compatible server. */
function unsigned({ dialect, model }: PromptTarget): SharedV4ProviderOptions | undefined {
  const googles = dialect === 'google' || (dialect === 'compatible' && /googleapis\.com/.test(model.provider.baseUrl))
  return googles && isGemini3(model.name) ? { google: { thoughtSignature: noSignature } } : undefined
}

/** A result told by the user, where no call can stand for it. */
function flatResult(
  name: string,
  result: ToldResult | undefined,
  target: PromptTarget,
  rules: ImageRules,
): (LanguageModelV4TextPart | LanguageModelV4FilePart)[] {
  const images = (result?.images ?? []).map((image) => fitImage(image, target, rules))
  const text = result ? resultText(result) : 'interrupted, no result'
  return [{ type: 'text', text: `[Result of ${cleanText(name)}]\n${text}` }, ...images]
}
