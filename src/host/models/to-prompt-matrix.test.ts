import { describe, expect, it } from 'vitest'
import type { ConversationItem, ToldResult } from './conversation.ts'
import type { Answer } from './testing/answer-stream.ts'
import { pngOf } from './testing/images.ts'
import type { StrictProvider } from './testing/strict-provider.ts'
import { allProviders, mainProviders, strictProvider, type ProviderName } from './testing/strict-providers.ts'

const tools = [
  { type: 'function' as const, name: 'read_file', inputSchema: { type: 'object' as const, properties: {} } },
]
const frame = { system: ['You are Roadstead.', 'The machine runs Linux.'], tail: 'Nothing is on the list.', tools }
const told = (text: string, images?: string[]): ConversationItem => ({
  kind: 'told',
  told: { text, ...(images && { images: images.map((data) => ({ contentType: 'image/png', data })) }) },
})
const plain = (by: string): Answer => ({
  reasoning: `${by} thinks.`,
  signature: `sig${by}`,
  text: `${by} has an answer.`,
})
const calling = (by: string): Answer => ({
  reasoning: `${by} wants\n to look.  `,
  signature: `sigCall${by}`,
  text: `${by} looks.`,
  calls: [
    { id: `toolu-${by}-1`, name: 'read_file', arguments: '{"path": "a.ts"}' },
    { id: `toolu-${by}-2`, name: 'read_file', arguments: '{"path":"b.ts"}' },
  ],
})

/** Asks and keeps what was said; anything but an answer fails the test with the provider's words. */
async function ask(provider: StrictProvider, conversation: ConversationItem[], answer: Answer, results?: ToldResult[]) {
  const asked = await provider.ask({ ...frame, conversation }, answer)
  expect(asked.kind === 'refused' ? asked.message : '').toBe('')
  if (asked.kind !== 'answered') throw new Error(asked.message)
  const calls = asked.said.parts.flatMap((part) => (part.kind === 'toolCall' ? [part] : []))
  const own = calls.map((call): ToldResult => ({
    call: call.call,
    name: call.name,
    succeeded: true,
    text: 'export {}',
  }))
  conversation.push({ kind: 'round', said: asked.said, results: results ?? own })
  return asked
}

type Scene = (from: StrictProvider, conversation: ConversationItem[], by: string) => Promise<void>

const scenes: Record<string, Scene> = {
  'a plain answer': async (from, conversation, by) => {
    conversation.push(told('Hello'))
    await ask(from, conversation, plain(by))
    conversation.push(told('And now?'))
  },
  'calls of tools': async (from, conversation, by) => {
    conversation.push(told('Look'))
    await ask(from, conversation, calling(by))
  },
  'an interrupted call': async (from, conversation, by) => {
    conversation.push(told('Look'))
    const asked = await ask(from, conversation, calling(by))
    const second = asked.said.parts.findLast((part) => part.kind === 'toolCall')
    conversation.pop()
    const result = { call: second?.call ?? '', name: 'read_file', succeeded: false, text: '' }
    conversation.push({ kind: 'round', said: asked.said, results: [result] }, told('Go on'))
  },
  'images in a message and a result': async (from, conversation, by) => {
    conversation.push(told('What is it?', [pngOf(40, 30)]))
    const asked = await ask(from, conversation, calling(by))
    conversation.pop()
    const results = asked.said.parts.flatMap((part, at): ToldResult[] => {
      if (part.kind !== 'toolCall') return []
      const images = [{ contentType: 'image/jpeg', data: pngOf(10, 10) }]
      return [{ call: part.call, name: part.name, succeeded: at % 2 === 0, text: 'an image', images }]
    })
    conversation.push({ kind: 'round', said: asked.said, results })
  },
}

describe.each(Object.entries(scenes))('a conversation with %s', (_, scene) => {
  const pairs = mainProviders.flatMap((from) => allProviders.map((to) => [from, to] as const))
  it.each(pairs)('begun with %s goes on with %s, and back', async (fromName, toName) => {
    const from = strictProvider(fromName)
    const to = fromName === toName ? from : strictProvider(toName)
    const conversation: ConversationItem[] = []
    await scene(from, conversation, 'First')
    await ask(to, conversation, calling('Second'))
    await ask(to, conversation, plain('Second'))
    conversation.push(told('Once more'))
    await ask(from, conversation, calling('Third'))
    await ask(from, conversation, plain('Third'))
  })
})

describe('what a model thought', () => {
  const ownReasoning: Record<(typeof mainProviders)[number], (body: unknown) => unknown> = {
    anthropic: (body) => find(body, (item) => item['type'] === 'thinking'),
    chat: () => [],
    responses: (body) => find(body, (item) => item['type'] === 'reasoning'),
    google: (body) => find(body, (item) => item['thought'] === true || typeof item['thoughtSignature'] === 'string'),
    thinking: (body) => find(body, (item) => Boolean(item['reasoning_content'])),
  }
  const pairs = mainProviders.flatMap((own) => allProviders.map((other) => [own, other] as const))

  it.each(pairs)('comes back to %s byte for byte after %s had its turn', async (ownName, otherName) => {
    const own = strictProvider(ownName)
    const conversation: ConversationItem[] = [told('Look')]
    await ask(own, conversation, calling('Own'))
    const asked = await ask(own, conversation, plain('Own'))
    const before = ownReasoning[ownName](asked.body)
    if (ownName !== 'chat')
      expect(JSON.stringify(before)).toContain(ownName === 'google' ? 'sigCallOwn' : 'Own wants\\n to look.  ')
    conversation.push(told('Again'))
    await ask(otherName === ownName ? own : strictProvider(otherName as ProviderName), conversation, plain('Other'))
    conversation.push(told('Last'))
    const last = await ask(own, conversation, plain('Own again'))
    const after = ownReasoning[ownName](last.body)
    expect((after as unknown[]).slice(0, (before as unknown[]).length)).toEqual(before)
    expect(JSON.stringify(last.body)).not.toContain(otherName === ownName ? '\0' : 'Other thinks.')
  })
})

function find(value: unknown, fits: (item: Record<string, unknown>) => boolean): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => find(item, fits))
  if (value === null || typeof value !== 'object') return []
  const item = value as Record<string, unknown>
  return fits(item) ? [item] : Object.values(item).flatMap((inner) => find(inner, fits))
}
