import type { PromptPartName } from '../../../protocol/model-facts.ts'
import type { ConversationItem, Said, SaidPart, Told, ToldImage, ToldResult } from '../../models/conversation.ts'
import type { SentPart } from '../../models/turn-calls.ts'

/** An item of a conversation with the texts it is in the record of calls. Both stay the same objects from round to round. */
export interface Entry {
  readonly item: ConversationItem
  readonly parts: readonly SentPart[]
}

/** Something that was said to the model, under the name of what it is. */
export function toldEntry(told: Told, name: PromptPartName): Entry {
  const text = [told.text, ...(told.images ?? []).map(imageText)].join('\n')
  return { item: { kind: 'told', told }, parts: [{ name, role: 'user', text }] }
}

/** A round: what the model said, and what its calls came to. */
export function roundEntry(said: Said, results: readonly ToldResult[], names: RoundNames = newNames): Entry {
  const parts: SentPart[] = [{ name: names.reply, role: 'assistant', text: saidText(said) }]
  if (results.length > 0) parts.push({ name: names.results, role: 'tool', text: results.map(resultText).join('\n\n') })
  return { item: { kind: 'round', said, results }, parts }
}

interface RoundNames {
  readonly reply: PromptPartName
  readonly results: PromptPartName
}

const newNames: RoundNames = { reply: 'reply', results: 'results' }

/** The entry as one of an earlier turn. */
export function asHistory({ item, parts }: Entry): Entry {
  return { item, parts: parts.map((part) => ({ ...part, name: 'history' })) }
}

/** The parts of an entry without what the model thought and is not told again. The same objects for the same thoughts. */
export function sentParts(entry: Entry, thoughts: ReadonlySet<SaidPart>): readonly SentPart[] {
  const { item, parts } = entry
  const [reply, ...results] = parts
  if (item.kind !== 'round' || reply === undefined) return parts
  const sent = item.said.parts.filter((part) => part.kind !== 'reasoning' || thoughts.has(part))
  if (sent.length === item.said.parts.length) return parts
  const text = saidText({ parts: sent })
  const before = lastSent.get(entry)
  if (before?.text === text) return before.parts
  const without = text === '' ? results : [{ ...reply, text }, ...results]
  lastSent.set(entry, { text, parts: without })
  return without
}

const lastSent = new WeakMap<Entry, { readonly text: string; readonly parts: readonly SentPart[] }>()

function saidText({ parts }: Pick<Said, 'parts'>): string {
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'reasoning') return part.text === '' ? '(reasoning, not readable)' : `(reasoning)\n${part.text}`
    return `${part.name} ${part.arguments}`
  })
  return texts.join('\n\n')
}

function resultText({ name, text, images = [] }: ToldResult): string {
  return [`${name}:`, text, ...images.map(imageText)].join('\n')
}

function imageText({ contentType, data }: ToldImage): string {
  return `(${contentType}, ${Math.floor((data.length * 3) / 4)} bytes)`
}
