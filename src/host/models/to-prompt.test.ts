import { describe, expect, it } from 'vitest'
import type { ConversationItem, Said, SaidPart, ToldResult } from './conversation.ts'
import type { Model } from './model.ts'
import type { ModelRequest } from './models.ts'
import { pngOf } from './testing/images.ts'
import { mainProviders, makeModel, strictProvider, type ProviderName } from './testing/strict-providers.ts'
import { toPrompt } from './to-prompt.ts'

const tools = [
  { type: 'function' as const, name: 'read_file', inputSchema: { type: 'object' as const, properties: {} } },
]
const modelOf = (name: ProviderName): Model => strictProvider(name).model
const told = (text: string): ConversationItem => ({ kind: 'told', told: { text } })
const call = (id: string, args = '{}', more: Partial<SaidPart> = {}): SaidPart =>
  ({ kind: 'toolCall', call: id, name: 'read_file', arguments: args, ...more }) as SaidPart
const result = (id: string, more: Partial<ToldResult> = {}): ToldResult => ({
  call: id,
  name: 'read_file',
  succeeded: true,
  text: 'found',
  ...more,
})
const saidBy = ({ wireApi, provider, name }: Model, ...parts: SaidPart[]): Said => ({
  wireApi,
  provider: provider.id,
  model: name,
  parts,
})
const round = (by: Model, parts: SaidPart[], results: ToldResult[] = []): ConversationItem => ({
  kind: 'round',
  said: saidBy(by, ...parts),
  results,
})
const write = (model: Model, conversation: ConversationItem[], more: Partial<ModelRequest> = {}) =>
  toPrompt({ model, system: [], conversation, tools, ...more })
/** The messages without what is only for caches. */
const messages = (...args: Parameters<typeof write>) =>
  write(...args).prompt.map(({ providerOptions: _, ...message }) => message)
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })

const claude = modelOf('anthropic')
const gpt = modelOf('chat')
const deepseek = modelOf('thinking')

describe('calls and results', () => {
  it('guard: a call that was interrupted is closed with a result that says so', () => {
    const prompt = messages(gpt, [told('Look'), round(claude, [call('a'), call('b')], [result('b')])])
    expect(prompt.at(-1)).toEqual({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call00001',
          toolName: 'read_file',
          output: {
            type: 'text',
            value: 'The call failed.\nThe call was interrupted and has no result. It may or may not have taken effect.',
          },
        },
        {
          type: 'tool-result',
          toolCallId: 'call00002',
          toolName: 'read_file',
          output: { type: 'text', value: 'found' },
        },
      ],
    })
  })

  it('a result nobody called for is told as text', () => {
    const prompt = messages(gpt, [told('Look'), round(claude, [{ kind: 'text', text: 'No.' }], [result('x')])])
    expect(prompt.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'No.' }] },
      user('[Result of read_file]\nfound'),
    ])
  })

  it('guard: ids are the own ones of the model where they are free, and unique in any case', () => {
    const conversation = [
      told('Look'),
      round(gpt, [call('call_0')], [result('call_0')]),
      round(gpt, [call('call_0'), call('call_0')], [result('call_0', { text: '1' }), result('call_0', { text: '2' })]),
      round(claude, [call('call_0')], [result('call_0')]),
    ]
    const ids = write(gpt, conversation).prompt.flatMap((message) =>
      message.role === 'tool'
        ? message.content.map((part) => part.type === 'tool-result' && [part.toolCallId, part.output])
        : [],
    )
    expect(ids).toEqual([
      ['call_0', { type: 'text', value: 'found' }],
      ['call00002', { type: 'text', value: '1' }],
      ['call00003', { type: 'text', value: '2' }],
      ['call00004', { type: 'text', value: 'found' }],
    ])
  })

  it('guard: a model gets back no id that its wire does not take, though it made it', () => {
    const idOf = (model: Model, id: string) => {
      const message = messages(model, [told('Look'), round(model, [call(id)])], { effort: 'none' })[1]
      return (
        message?.role === 'assistant' && message.content.map((part) => part.type === 'tool-call' && part.toolCallId)
      )
    }
    expect(idOf(claude, 'a.b')).toEqual(['call00001'])
    expect(idOf(gpt, 'i'.repeat(41))).toEqual(['call00001'])
    expect(idOf(modelOf('mistral'), 'call_1')).toEqual(['call00001'])
    expect(idOf(deepseek, 'functions.read_file:0')).toEqual(['functions.read_file:0'])
  })

  it.each([
    ['{"path": "a",  "n": 12345678901234567890}', '{"path": "a",  "n": 12345678901234567890}'],
    ['', {}],
    ['{"path": "a', { note: 'These arguments were not a valid JSON object.', written: '{"path": "a' }],
    ['["a"]', { note: 'These arguments were not a valid JSON object.', written: '["a"]' }],
    ['{"a": "\\ud800"}', { a: '\uFFFD' }],
  ])('guard: arguments %j go as an object', (written, input) => {
    const prompt = messages(gpt, [told('Look'), round(gpt, [call('a', written)], [result('a')])])
    expect(prompt[1]?.content).toEqual([{ type: 'tool-call', toolCallId: 'a', toolName: 'read_file', input }])
  })

  it('a name no wire takes is made fit, the same way each time, and two long ones stay apart', () => {
    const names = ['läs fil', '', 'n'.repeat(70), `${'n'.repeat(70)}x`, 'toString']
    const parts = names.map((name, at) => call(String(at), '{}', { name }))
    const content = messages(claude, [told('Look'), round(gpt, parts)], { effort: 'none' })[1]?.content
    const written = Array.isArray(content) ? content.map((part) => part.type === 'tool-call' && part.toolName) : []
    expect(written).toEqual([
      'l_s_fil',
      '_',
      expect.stringMatching(/^n{55}_[0-9a-f]{8}$/),
      expect.stringMatching(/^n{55}_[0-9a-f]{8}$/),
      'toString_',
    ])
    expect(written[2]).not.toBe(written[3])
  })

  it('guard: without tools, calls and results are told as text', () => {
    expect(messages(gpt, [told('Look'), round(gpt, [call('a')], [result('a')])], { tools: [] })).toEqual([
      user('Look'),
      { role: 'assistant', content: [{ type: 'text', text: '[Called read_file with {}]' }] },
      user('[Result of read_file]\nfound'),
    ])
  })

  it('guard: where a turn must begin with thinking, calls of a turn that does not are told as text', () => {
    const thought: SaidPart = { kind: 'reasoning', text: 'hm', data: { anthropic: { signature: 's' } } }
    const conversation = [
      told('Look'),
      round(gpt, [call('a')], [result('a')]),
      round(claude, [thought, call('b')], [result('b')]),
      round(claude, [call('c')], [result('c')]),
    ]
    const kinds = messages(claude, conversation).map(({ role, content }) =>
      typeof content === 'string' ? role : `${role}: ${content.map((part) => part.type).join()}`,
    )
    expect(kinds).toEqual([
      'user: text',
      'assistant: text',
      'user: text',
      'assistant: reasoning,tool-call',
      'tool: tool-result',
      'assistant: tool-call',
      'tool: tool-result',
    ])
  })
})

describe('reasoning', () => {
  const own: SaidPart = { kind: 'reasoning', text: 'hm ', data: { anthropic: { signature: 's' } } }

  it('guard: what another model thought is left out, also one of the same provider', () => {
    const other = { ...claude, name: 'claude-opus-4-1' }
    expect(messages(claude, [told('Hi'), round(other, [own, { kind: 'text', text: 'a' }])])[1]?.content).toEqual([
      { type: 'text', text: 'a' },
    ])
  })

  it('guard: nothing ends with it', () => {
    expect(messages(claude, [told('Hi'), round(claude, [own])])).toEqual([user('Hi')])
  })

  it('guard: a model that is told not to think is not shown what it thought', () => {
    const conversation = [told('Hi'), round(claude, [own, { kind: 'text', text: 'a' }])]
    expect(messages(claude, conversation, { effort: 'none' })[1]?.content).toEqual([{ type: 'text', text: 'a' }])
  })

  it('guard: no item of OpenAI goes back twice', () => {
    const gpt5 = modelOf('responses')
    const item: SaidPart = {
      kind: 'reasoning',
      text: '',
      data: { openai: { itemId: 'rs', reasoningEncryptedContent: 'e' } },
    }
    const said = round(gpt5, [item, { kind: 'text', text: 'a' }])
    const lengths = messages(gpt5, [told('Hi'), said, told('Again'), said]).map(({ content }) => content.length)
    expect(lengths).toEqual([1, 2, 1, 1, 1])
  })

  it('guard: calls of others are marked for Gemini as having no signature, the first of each round', () => {
    const gemini = modelOf('google')
    const signed = call('c', '{}', { data: { google: { thoughtSignature: 's' } } })
    const { prompt } = write(gemini, [
      told('Hi'),
      round(gpt, [call('a'), call('b')]),
      round(gemini, [signed, call('d')]),
    ])
    const marks = prompt.flatMap(({ role, content }) =>
      role === 'assistant' ? [content.map((part) => part.providerOptions?.['google']?.['thoughtSignature'])] : [],
    )
    expect(marks).toEqual([
      ['skip_thought_signature_validator', undefined],
      ['s', undefined],
    ])
  })

  it('signatures go to Gemini too where Google offers it as a compatible server', () => {
    const baseUrl = 'https://generativelanguage.googleapis.com/v1beta/openai'
    const gemini = { ...deepseek, name: 'gemini-3-pro-preview', provider: { ...deepseek.provider, baseUrl } }
    const signed = call('c', '{}', { data: { openaiCompatible: { thoughtSignature: 's' } } })
    const { prompt } = write(gemini, [told('Hi'), round(gpt, [call('a')]), round(gemini, [signed])])
    const marks = prompt.flatMap((message) =>
      message.role === 'assistant' ? message.content.map((part) => part.providerOptions) : [],
    )
    expect(marks).toEqual([
      { google: { thoughtSignature: 'skip_thought_signature_validator' } },
      { google: { thoughtSignature: 's' } },
    ])
  })

  it('nothing is taken for its own where that is asked for', () => {
    const conversation = [told('Hi'), round(claude, [own, { kind: 'text', text: 'a' }])]
    const { prompt } = toPrompt({ model: claude, system: [], conversation, tools }, { trusts: false })
    expect(prompt[1]?.content).toEqual([{ type: 'text', text: 'a' }])
    expect(messages(claude, conversation)[1]?.content).toHaveLength(2)
  })

  it('goes back to a compatible server only where it is known to want it', () => {
    const parts: SaidPart[] = [{ kind: 'reasoning', text: 'hm' }, call('a')]
    const written = (model: Model) => messages(model, [told('Hi'), round(model, parts, [result('a')])])[1]?.content
    expect(written(deepseek)).toHaveLength(2)
    expect(written({ ...deepseek, name: 'mystery' })).toHaveLength(1)
    expect(
      written({ ...deepseek, provider: { ...deepseek.provider, baseUrl: 'https://api.groq.com/openai/v1' } }),
    ).toHaveLength(1)
  })
})

describe('images', () => {
  const png = { contentType: 'image/jpeg', data: pngOf(2, 2) }
  const image = (data: string): ConversationItem => ({
    kind: 'told',
    told: { text: '', images: [{ contentType: 'image/png', data }] },
  })
  const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: png.data } }
  const looked = [told('Look'), round(gpt, [call('a')], [result('a', { images: [png] })])]

  it('of a result stand in it where the wire takes them there', () => {
    const { content } = messages(modelOf('responses'), looked).at(-1) ?? {}
    expect(content).toMatchObject([{ output: { type: 'content', value: [{ type: 'text', text: 'found' }, file] } }])
  })

  it('of a result follow it where the wire does not', () => {
    expect(messages(gpt, looked).at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'From the result of read_file:' }, file],
    })
  })

  it.each([
    [pngOf(9000, 1), claude, 'it is 9000 by 1 pixels, more than 8000'],
    ['AAAA', claude, 'it is damaged or of an unknown kind'],
    [`${'A'.repeat(5 * 1024 * 1024)}AAAA`, claude, 'it is larger than 5 MB'],
    [
      Buffer.from('GIF89a\x01\0\x01\0', 'latin1').toString('base64'),
      modelOf('google'),
      'this model does not take image/gif',
    ],
    [png.data, modelOf('blind'), 'this model cannot see images'],
  ])('guard: that a model cannot take are a text in their place (%#)', (data, model, why) => {
    expect(messages(model, [image(data)])).toEqual([user(`[An image is not shown: ${why}.]`)])
  })

  it('guard: that are too many give way to newer ones, ten at a time', () => {
    const shown = (count: number) =>
      messages(
        claude,
        Array.from({ length: count }, () => image(pngOf(2, 2))),
      ).filter(({ content }) => JSON.stringify(content).includes('"file"')).length
    expect([shown(100), shown(101), shown(110), shown(111)]).toEqual([100, 91, 100, 91])
  })

  it('guard: that are wide are shown until there are more than twenty', () => {
    const shown = (count: number) =>
      JSON.stringify(
        messages(
          claude,
          Array.from({ length: count }, () => image(pngOf(3000, 2))),
        ),
      ).includes('"file"')
    expect([shown(20), shown(21)]).toEqual([true, false])
  })
})

describe('who speaks', () => {
  const answer: SaidPart = { kind: 'text', text: 'a' }
  const answered = { role: 'assistant', content: [{ type: 'text', text: 'a' }] }

  it('guard: the user begins, ends, and speaks between two answers', () => {
    expect(messages(gpt, [round(gpt, [answer]), round(gpt, [answer])])).toEqual([
      user('(The beginning of this conversation is not shown.)'),
      answered,
      user('Go on.'),
      answered,
      user('Go on.'),
    ])
    expect(messages(gpt, [])).toEqual([user('(The beginning of this conversation is not shown.)')])
  })

  it('an empty message says that it is empty, an empty answer is none', () => {
    expect(messages(gpt, [told(' \n'), round(gpt, [{ kind: 'text', text: ' ' }])])).toEqual([user('(empty message)')])
  })

  it('guard: characters no wire takes are replaced', () => {
    expect(messages(gpt, [told('a\0b\uD800c\u2028d\te\x1B')], { system: ['\uDC00'] })).toEqual([
      { role: 'system', content: '\uFFFD' },
      user('a\uFFFDb\uFFFDc\nd\te\uFFFD'),
    ])
  })

  it('compatible servers are given one system text and never two messages of the user in a row', () => {
    expect(messages(deepseek, [told('Hi'), told('there')], { system: ['one', ' ', 'two'], tail: 'now' })).toEqual([
      { role: 'system', content: 'one\n\ntwo' },
      user('Hi\n\nthere\n\nnow'),
    ])
  })
})

describe('what can be cached', () => {
  const grow = (by: Model, rounds: number): ConversationItem[] => [
    told('Work'),
    ...Array.from({ length: rounds }, (_, at) => {
      const thought: SaidPart = { kind: 'reasoning', text: `t${at}`, data: { anthropic: { signature: `s${at}` } } }
      return round(by, [thought, call(`c${at}`)], [result(`c${at}`, { text: 'x'.repeat(500) })])
    }),
  ]

  it('guard: the marks for Anthropic stand at the system texts and at the last two ends of what stays', () => {
    const { prompt } = write(claude, grow(claude, 3), { system: ['one', 'two'], tail: 'now' })
    const marked = prompt.flatMap((message, at) =>
      message.providerOptions?.['anthropic']?.['cacheControl'] ? [at] : [],
    )
    expect(prompt.map(({ role }) => role)).toEqual([
      'system',
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'user',
    ])
    expect(marked).toEqual([1, 6, 8])
  })

  it('guard: an item is written once for each model, however long the conversation grows', () => {
    const conversation = grow(gpt, 200)
    const first = write(gpt, conversation).prompt
    const second = write(gpt, [...conversation, told('More')], { tail: 'now' }).prompt
    expect(second.length).toBe(first.length + 2)
    for (const [at, message] of first.entries()) expect(second[at]).toBe(message)
  })

  it.each(mainProviders)('requests to %s grow by what was added, and begin with the request before', async (name) => {
    const provider = strictProvider(name)
    const all = grow(provider.model, 40)
    for (let at = 0; at < 40; at++) provider.sign(`s${at}`, `t${at}`)
    for (let at = 0; at < 40; at++) provider.sign(`t${at}`, `t${at}`)
    const sent: string[] = []
    for (let count = 2; count <= all.length; count++) {
      const asked = await provider.ask(
        { system: ['s'], conversation: all.slice(0, count), tools, tail: 'now' },
        { text: 'ok' },
      )
      expect(asked.kind === 'refused' ? asked.message : '').toBe('')
      const list = asked.body?.['messages'] ?? asked.body?.['input'] ?? asked.body?.['contents']
      sent.push(JSON.stringify(list, (key, value: unknown) => (key === 'cache_control' ? undefined : value)))
    }
    const added = sent.slice(1).map((body, at) => body.length - (sent[at]?.length ?? 0))
    expect(Math.max(...added)).toBeLessThan(900)
    for (const [at, body] of sent.slice(1).entries()) {
      const before = sent[at] ?? ''
      const kept = before.slice(0, before.lastIndexOf('now') - 100)
      expect(body.startsWith(kept)).toBe(true)
    }
  })
})

it('Responses are asked to store nothing, for what is stored there is not sent again', () => {
  expect(write(makeModel('openai-responses', 'openai', 'gpt-5.5'), [told('Hi')]).providerOptions).toEqual({
    openai: { store: false },
  })
})
