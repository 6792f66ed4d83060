import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { ConversationItem, SaidPart } from './conversation.ts'
import { CallIds } from './to-prompt-calls.ts'
import { imageRules, imagesOf, type ImageRules } from './to-prompt-images.ts'
import { readData } from './to-prompt-reasoning.ts'
import { fitRound, fitTold, userText, type FitRound, type RoundForm, type UserMessage } from './to-prompt-round.ts'
import { isOwn, type PromptTarget } from './to-prompt-target.ts'
import { goOn, heard, opening } from './to-prompt-text.ts'

type RoundItem = Extract<ConversationItem, { kind: 'round' }>

/** What was written of an item before, by target and by what else it depended on. Goes with the item. */
type Remembered<T> = WeakMap<ConversationItem, Map<string, T>>

/** A model may need two forms of an item to decide on the third; a chat that goes to and fro between two needs no more. */
const mostForms = 6

const rememberedTold: Remembered<UserMessage> = new WeakMap()
const rememberedRounds: Remembered<FitRound> = new WeakMap()

/** Writes the messages of one prompt, one item after the other; what is written never depends on what comes later. */
export class PromptWriter {
  readonly messages: LanguageModelV4Message[] = []
  /** What of all that was ever thought is in them. */
  readonly thoughts = new Set<SaidPart>()
  readonly #target: PromptTarget
  readonly #images: ImageRules
  readonly #ids = new CallIds()
  readonly #reasoningIds = new Set<string>()
  /** The turn began with reasoning, and only calls and results came since. */
  #turnReasons = false

  /** `conversation`: the items that will be added. */
  constructor(target: PromptTarget, conversation: readonly ConversationItem[]) {
    this.#target = target
    this.#images = imageRules(conversation.flatMap(imagesOf), target)
  }

  add(item: ConversationItem): void {
    if (item.kind === 'told') {
      const write = (): UserMessage => fitTold(item.told, this.#target, this.#images)
      return this.#addUser(remember(rememberedTold, item, this.#form(item, []), write))
    }
    const { assistant, tool, after, thoughts } = this.#round(item)
    for (const thought of thoughts) this.thoughts.add(thought)
    if (assistant) {
      this.endWithUser()
      this.messages.push(assistant)
    }
    this.#turnReasons = tool !== undefined
    if (tool) this.messages.push(tool)
    if (after) this.#addUser(after)
  }

  /** No wire may be asked to go on from what the model said, and some refuse two answers in a row. */
  endWithUser(): void {
    const last = this.messages.at(-1)
    if (!last) this.#addUser(userText(opening))
    else if (last.role === 'assistant') this.#addUser(userText(goOn))
  }

  addTail(tail: string): void {
    this.#addUser(userText(tail))
  }

  #addUser(message: UserMessage): void {
    this.#turnReasons = false
    const last = this.messages.at(-1)
    if (this.#target.dialect === 'compatible' && last?.role === 'user') {
      this.messages[this.messages.length - 1] = joinUsers(last, message)
      return
    }
    if (this.#target.strictTurns && last?.role === 'tool') {
      this.messages.push({ role: 'assistant', content: [{ type: 'text', text: heard }] })
    }
    this.messages.push(message)
  }

  #round(item: RoundItem): FitRound {
    const target = this.#target
    const { parts } = item.said
    const own = isOwn(item.said, target)
    const ids = parts.flatMap((part) => (part.kind === 'toolCall' ? [this.#ids.next(part, own, target)] : []))
    const reasons =
      own &&
      target.reasoning !== 'none' &&
      this.#takeReasoningIds(parts.map((part) => readData(part.data, 'openai', 'itemId')))
    const form = { ids, reasons, flat: target.flat }
    const round = this.#written(item, form)
    if (target.reasoning === 'turn' && firstReasoning(round) > 0)
      return this.#fitRule(item, { ...form, reasons: false })
    return this.#fitRule(item, form)
  }

  /** The round with its calls as calls where the target's rule for reasoning lets them, else as text. */
  #fitRule(item: RoundItem, form: RoundForm): FitRound {
    const round = this.#written(item, form)
    const reasons = firstReasoning(round) >= 0
    const { reasoning } = this.#target
    const mayCall = reasoning === 'turn' ? reasons || this.#turnReasons : reasoning === 'round' ? reasons : true
    return !round.tool || mayCall ? round : this.#written(item, { ...form, flat: true })
  }

  #written(item: RoundItem, form: RoundForm): FitRound {
    const write = (): FitRound => fitRound(item.said, item.results, this.#target, this.#images, form)
    return remember(rememberedRounds, item, this.#form(item, [form.ids, form.reasons, form.flat]), write)
  }

  /** Whether none of the items was sent before: Responses refuses the same item twice. */
  #takeReasoningIds(ids: readonly (string | undefined)[]): boolean {
    const fresh = new Set(ids.filter((id) => id !== undefined))
    for (const id of fresh) if (this.#reasoningIds.has(id)) return false
    for (const id of fresh) this.#reasoningIds.add(id)
    return true
  }

  #form(item: ConversationItem, form: readonly unknown[]): string {
    const images = imagesOf(item)
    const shown = images.length === 0 ? [] : [this.#images.key, images.map((image) => this.#images.hidden.has(image))]
    return `${this.#target.key}${JSON.stringify([form, shown])}`
  }
}

/** Where reasoning first stands in what a model said; -1 where there is none. */
function firstReasoning({ assistant }: FitRound): number {
  return assistant?.content.findIndex((part) => part.type === 'reasoning') ?? -1
}

function remember<T>(all: Remembered<T>, item: ConversationItem, form: string, write: () => T): T {
  const known = all.get(item) ?? new Map<string, T>()
  all.set(item, known)
  const written = known.get(form) ?? write()
  known.delete(form)
  known.set(form, written)
  for (const oldest of known.keys()) {
    if (known.size <= mostForms) break
    known.delete(oldest)
  }
  return written
}

function joinUsers(first: UserMessage, second: UserMessage): UserMessage {
  const content = [...first.content]
  for (const part of second.content) {
    const last = content.at(-1)
    if (part.type === 'text' && last?.type === 'text') {
      content[content.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` }
    } else content.push(part)
  }
  return { role: 'user', content }
}
