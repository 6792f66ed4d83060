import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationItem, ProviderData, Said, SaidPart, ToldImage, ToldResult } from './conversation.ts'
import type { ModelRequest } from './models.ts'
import { pngOf } from './testing/images.ts'
import { allProviders, strictProvider } from './testing/strict-providers.ts'
import { isSendable } from './to-prompt-text.ts'
import { toPrompt } from './to-prompt.ts'

const tools = [
  { type: 'function' as const, name: 'read_file', inputSchema: { type: 'object' as const, properties: {} } },
]

/** Texts as they come from people, files and models, with everything a wire may stumble over. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\n', '\0', '\uD800', 'a\uDC00b', '\u2028', '\x1B[31mred\x1B[0m', 'ends in space  '),
)
const anyName = fc.oneof(
  fc.constantFrom('read_file', 'a.b', 'läs fil', '', '1st', '-x', '__proto__', 'constructor', 'n'.repeat(90)),
  fc.string(),
)
const anyCallId = fc.oneof(
  fc.constantFrom('call_0', '', 'functions.read:0', 'toolu_01', 'i'.repeat(80), 'call00001', 'abcdefghi'),
  fc.string(),
)
const anyArguments = fc.oneof(
  fc.json(),
  fc.object().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{"path": "a"}',
    '{"path": "a',
    '[]',
    'null',
    '{"__proto__": {"a": 1}}',
    '{"a": "\\ud800"}',
    '{"a": 1e400}',
  ),
  fc.constant(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
)
const anyImage: fc.Arbitrary<ToldImage> = fc.record({
  contentType: fc.constantFrom('image/png', 'image/jpeg', 'image/bmp', 'text/plain'),
  data: fc.oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 3000 }))
      .map(([width, height]) => pngOf(width, height)),
    fc.constantFrom('', 'AAAA', 'not base64', Buffer.from('GIF89a\x01\0\x01\0\0\0', 'latin1').toString('base64')),
  ),
})
const images = fc.option(fc.array(anyImage, { maxLength: 3 }), { nil: undefined })

/** What providers lay beside a part. `#` is replaced, so that no two parts have the same. */
const anyData: fc.Arbitrary<ProviderData | undefined> = fc.constantFrom<(ProviderData | undefined)[]>(
  undefined,
  { anthropic: { signature: 'a#' } },
  { anthropic: { redactedData: 'r#' } },
  { openai: { itemId: 'rs_#', reasoningEncryptedContent: 'e#' } },
  { openai: { itemId: 'rs_#' } },
  { openai: { itemId: 'msg_#', phase: 'final_answer' } },
  { google: { thoughtSignature: 'g#' } },
  { anthropic: { signature: 7 }, openai: { itemId: null }, google: { thoughtSignature: '' } },
)
const anyPart: fc.Arbitrary<SaidPart> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: anyText, data: anyData }),
  fc.record({ kind: fc.constant('reasoning' as const), text: anyText, data: anyData }),
  fc.record({
    kind: fc.constant('toolCall' as const),
    call: anyCallId,
    name: anyName,
    arguments: anyArguments,
    data: anyData,
  }),
) as fc.Arbitrary<SaidPart>
const anyResult = fc.record({
  call: anyCallId,
  name: anyName,
  succeeded: fc.boolean(),
  text: anyText,
  images,
}) as fc.Arbitrary<ToldResult>

const speakers = allProviders.map((name) => strictProvider(name).model)
const anyRound: fc.Arbitrary<ConversationItem> = fc
  .record({
    by: fc.constantFrom(...speakers),
    parts: fc.array(anyPart, { maxLength: 5 }),
    stray: fc.array(anyResult, { maxLength: 2 }),
    answered: fc.array(fc.option(fc.record({ succeeded: fc.boolean(), text: anyText, images }), { nil: undefined }), {
      minLength: 5,
      maxLength: 5,
    }),
  })
  .map(({ by, parts, stray, answered }) => {
    const said: Said = { wireApi: by.wireApi, provider: by.provider.id, model: by.name, parts }
    const results = parts.flatMap((part, at) => {
      const result = answered[at]
      return part.kind === 'toolCall' && result ? [{ call: part.call, name: part.name, ...result } as ToldResult] : []
    })
    return { kind: 'round', said, results: [...results, ...stray] }
  })
const anyItem = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('told' as const),
      told: fc.record({ text: anyText, images }),
    }) as fc.Arbitrary<ConversationItem>,
  },
  { weight: 2, arbitrary: anyRound },
)
const anyConversation = fc.array(anyItem, { maxLength: 8 }).map((items) => number(items))
const anyFrame = fc.record({
  system: fc.array(anyText, { maxLength: 3 }),
  tail: fc.option(anyText, { nil: undefined }),
  tools: fc.constantFrom(tools, tools, tools, []),
  effort: fc.constantFrom('none' as const, 'low' as const, 'high' as const, undefined),
}) as fc.Arbitrary<Omit<ModelRequest, 'model' | 'conversation'>>

/** Gives every part data of its own, save that one in a while is what an earlier one had (a fork, a provider that repeats itself). */
function number(items: ConversationItem[]): ConversationItem[] {
  let count = 0
  return JSON.parse(
    JSON.stringify(items).replaceAll('#', () => String(count++ % 40 === 7 ? 3 : count)),
  ) as ConversationItem[]
}

describe('any conversation whatever', () => {
  it.each(allProviders)('is taken by %s', { timeout: 120_000 }, async (name) => {
    await fc.assert(
      fc.asyncProperty(anyFrame, anyConversation, async (frame, conversation) => {
        const provider = strictProvider(name)
        const { model } = provider
        for (const item of conversation) {
          if (item.kind === 'told' || item.said.model !== model.name || item.said.provider !== model.provider.id)
            continue
          for (const part of item.said.parts) signAll(provider, part)
          signJoined(provider, item.said.parts)
        }
        const asked = await provider.ask({ ...frame, conversation }, { text: 'ok' })
        expect(asked.kind === 'refused' ? asked.message : '').toBe('')
      }),
      { numRuns: 200 },
    )
  })

  it('is written the same again, by whoever writes it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...speakers), anyFrame, anyConversation, (model, frame, conversation) => {
        const request = { ...frame, model, conversation }
        const written = JSON.stringify(toPrompt(request))
        expect(JSON.stringify(toPrompt(request))).toBe(written)
        expect(JSON.stringify(toPrompt(structuredClone(request)))).toBe(written)
      }),
    )
  })

  it('that has grown is written as before, and then the rest', () => {
    const fewImages = anyConversation.filter((items) => JSON.stringify(items).split('contentType').length < 15)
    fc.assert(
      fc.property(fc.constantFrom(...speakers), anyFrame, fewImages, fc.nat(8), (model, frame, conversation, count) => {
        const words = (items: readonly ConversationItem[]) => {
          const { tail: _tail, ...rest } = frame
          const { prompt } = toPrompt({ ...rest, model, conversation: items })
          return prompt.map(({ providerOptions: _, ...message }) => message)
        }
        // Where the user is made to speak at the end and speaks after that, or speaks twice, messages are joined.
        const before = words(conversation.slice(0, count)).slice(0, -1)
        expect(words(conversation).slice(0, before.length)).toEqual(before)
      }),
    )
  })
})

function signAll(provider: ReturnType<typeof strictProvider>, part: SaidPart): void {
  provider.sign(part.kind === 'toolCall' ? '' : part.text, part.kind === 'toolCall' ? '' : part.text)
  for (const values of Object.values(part.data ?? {})) {
    for (const value of Object.values(values)) {
      if (typeof value === 'string') provider.sign(value, part.kind === 'toolCall' ? '' : part.text)
    }
  }
}

/** Compatible wires know one text of reasoning in a round; the last of it may be left out. */
function signJoined(provider: ReturnType<typeof strictProvider>, parts: readonly SaidPart[]): void {
  let joined = ''
  for (const part of parts) {
    if (part.kind !== 'reasoning' || !isSendable(part.text)) continue
    joined += part.text
    provider.sign(joined, joined)
  }
}
