import { describe, expect, it } from 'vitest'
import { checkAnthropic } from './check-anthropic.ts'
import { checkChat } from './check-chat.ts'
import { checkCompatible } from './check-compatible.ts'
import { checkGoogle } from './check-google.ts'
import { checkResponses } from './check-responses.ts'
import type { CheckBody, Json } from './check.ts'
import { pngOf } from './images.ts'

const issued = {
  signatures: new Map([
    ['sig', 'hm'],
    ['hm', 'hm'],
    ['enc', 'hm'],
  ]),
}
const lone = `a\uD800`
const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as Json

/** The name of a rule, a body that breaks it, and what the provider says of it; a body without words for it is taken. */
type Case = readonly [rule: string, body: Json, message?: RegExp]

function proves(name: string, check: CheckBody, cases: readonly Case[]): void {
  describe(name, () => {
    it.each(cases.map(([rule, body, message]) => ({ rule, body, message })))('$rule', ({ body, message }) => {
      const said = check(body, issued)
      if (message) expect(said).toMatch(message)
      else expect(said).toBeUndefined()
    })
  })
}

const user = (...content: unknown[]) => ({ role: 'user', content })
const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
const says = (value: string) => ({ type: 'text', text: value })
const use = (id: string, more: Json = {}) => ({ type: 'tool_use', id, name: 'read', input: {}, ...more })
const result = (id: string, more: Json = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'ok', ...more })
const thought = (more: Json = {}) => ({ type: 'thinking', thinking: 'hm', signature: 'sig', ...more })
const image = (type: string, data: string) => ({ type: 'image', source: { type: 'base64', media_type: type, data } })
const ask = (...messages: unknown[]) => ({ model: 'claude-sonnet-4-5', tools: [{}], messages })
const budget = { thinking: { type: 'enabled', budget_tokens: 2000 } }
const hi = user(says('hi'))
const mark = { cache_control: { type: 'ephemeral' } }

proves('Anthropic', checkAnthropic, [
  ['takes a whole turn', { ...ask(hi, assistant(thought(), use('t1')), user(result('t1'), says('so?'))), ...budget }],
  [
    'takes thinking of a model that decides itself',
    { ...ask(hi, assistant(says('a'), thought(), use('t')), user(result('t'))), model: 'claude-fable-5' },
  ],
  ['refuses half a character', ask(user(says(lone))), /no low surrogate/],
  ['refuses no message', ask(), /at least one message/],
  ['refuses a beginning by the assistant', ask(assistant(says('a')), hi), /first message must use the "user" role/],
  ['refuses another role', ask(hi, { role: 'tool', content: [] }), /Input should be 'user' or 'assistant'/],
  ['refuses an empty message', ask(hi, assistant(), hi), /non-empty content/],
  ['refuses an empty text', ask(user(says(''))), /must be non-empty/],
  ['refuses a blank text', ask(user(says(' \n'))), /non-whitespace/],
  ['refuses an empty system text', { ...ask(hi), system: [says('')] }, /system: text content blocks/],
  ['refuses an end by the assistant', ask(hi, assistant(says('a'))), /must end with a user message/],
  ['refuses an unknown block', ask(user({ type: 'file' })), /does not match any of the expected tags/],
  ['refuses an unknown key', ask(user({ ...says('a'), extra: 1 })), /Extra inputs are not permitted/],
  ['refuses an id with a dot', ask(hi, assistant(use('a.b')), user(result('a.b'))), /tool_use.id: String should match/],
  [
    'refuses an id used twice',
    ask(hi, assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))),
    /must be unique/,
  ],
  [
    'refuses a long name',
    ask(hi, assistant(use('a', { name: 'n'.repeat(65) })), user(result('a'))),
    /tool_use.name: String/,
  ],
  [
    'refuses input that is no object',
    ask(hi, assistant(use('a', { input: 'x' })), user(result('a'))),
    /valid dictionary/,
  ],
  [
    'refuses a call without a result',
    ask(hi, assistant(use('a')), hi),
    /without `tool_result` blocks immediately after: a/,
  ],
  [
    'refuses a result after a text',
    ask(hi, assistant(use('a')), user(says('b'), result('a'))),
    /without `tool_result` blocks immediately after: a/,
  ],
  ['refuses a result without a call', ask(user(result('a'))), /unexpected `tool_use_id`/],
  ['refuses two results', ask(hi, assistant(use('a')), user(result('a'), result('a'))), /must have a single result/],
  ['refuses calls without tools', { messages: [hi, assistant(use('a')), user(result('a'))] }, /must define tools/],
  [
    'refuses an image in a failed result',
    ask(hi, assistant(use('a')), user(result('a', { is_error: true, content: [image('image/png', pngOf(1, 1))] }))),
    /if "is_error" is true/,
  ],
  [
    'refuses a blank text in a result',
    ask(hi, assistant(use('a')), user(result('a', { content: [says(' ')] }))),
    /non-whitespace/,
  ],
  ['refuses a kind of image', ask(user(image('image/bmp', pngOf(1, 1)))), /media_type: Input should be/],
  ['refuses an image that is another', ask(user(image('image/jpeg', pngOf(1, 1)))), /appears to be a image\/png/],
  ['refuses what is no image', ask(user(image('image/png', 'AAAA'))), /Could not process image/],
  ['refuses a large image', ask(user(image('image/png', 'A'.repeat(5_242_884)))), /exceeds 5 MB/],
  ['refuses a wide image', ask(user(image('image/png', pngOf(8001, 1)))), /8000 pixels/],
  [
    'refuses a wide image among many',
    ask(user(...Array.from({ length: 21 }, () => image('image/png', pngOf(2001, 1))))),
    /many-image requests: 2000 pixels/,
  ],
  [
    'refuses too many images',
    ask(user(...Array.from({ length: 101 }, () => image('image/png', pngOf(1, 1))))),
    /too many images/,
  ],
  [
    'refuses a signature of nobody',
    { ...ask(hi, assistant(thought({ signature: 'x' }), use('a')), user(result('a'))), ...budget },
    /Invalid `signature`/,
  ],
  [
    'refuses changed thinking',
    { ...ask(hi, assistant(thought({ thinking: 'hm!' }), use('a')), user(result('a'))), ...budget },
    /Invalid `signature`/,
  ],
  [
    'refuses redacted thinking of nobody',
    { ...ask(hi, assistant({ type: 'redacted_thinking', data: 'x' }, says('a')), hi), ...budget },
    /redacted_thinking/,
  ],
  [
    'refuses thinking at the end',
    { ...ask(hi, assistant(says('a'), thought()), hi), model: 'claude-fable-5' },
    /final block in an assistant message cannot be/,
  ],
  [
    'refuses thinking that is not first, with a budget',
    { ...ask(hi, assistant(says('a'), thought(), says('b')), hi), ...budget },
    /the first block must be `thinking`/,
  ],
  [
    'refuses a turn with calls that does not begin with thinking, with a budget',
    { ...ask(hi, assistant(use('a')), user(result('a'))), ...budget },
    /Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
  ],
  ['refuses thinking where none is wanted', ask(hi, assistant(thought(), says('a')), hi), /When thinking is disabled/],
  [
    'refuses five marks',
    ask(user(...Array.from({ length: 5 }, () => ({ ...says('a'), ...mark })))),
    /maximum of 4 blocks with cache_control/,
  ],
])

const chat = (...messages: unknown[]) => ({ messages })
const call = (id: string, more: Json = {}) => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: '{}', ...more },
})
const calls = (...tool_calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls })
const tool = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'ok' })
const hello = { role: 'user', content: 'hi' }
const shown = (url: string) => ({ type: 'image_url', image_url: { url } })
const png = `data:image/png;base64,${pngOf(1, 1)}`

proves('OpenAI chat', checkChat, [
  [
    'takes a whole turn',
    chat({ role: 'system', content: 's' }, hello, calls(call('a'), call('b')), tool('a'), tool('b'), {
      role: 'user',
      content: [shown(png)],
    }),
  ],
  ['refuses half a character', chat({ role: 'user', content: lone }), /could not parse/],
  ['refuses no message', chat(), /empty array/],
  ['refuses another role', chat({ role: 'model', content: 'a' }), /Supported values are/],
  [
    'refuses an unknown property',
    chat(hello, { role: 'assistant', content: 'a', reasoning_content: 'b' }),
    /'reasoning_content' was unexpected/,
  ],
  ['refuses no content', chat(hello, { role: 'assistant', content: null }), /got null/],
  ['refuses no parts', chat({ role: 'user', content: [] }), /empty array/],
  [
    'refuses no calls in a list',
    chat(hello, { role: 'assistant', content: 'a', tool_calls: [] }),
    /tool_calls': empty array/,
  ],
  ['refuses a long id', chat(hello, calls(call('a'.repeat(41))), tool('a'.repeat(41))), /maximum length 40/],
  ['refuses an empty id', chat(hello, calls(call('')), tool('')), /empty string/],
  ['refuses a name with a dot', chat(hello, calls(call('a', { name: 'a.b' })), tool('a')), /does not match pattern/],
  ['refuses a long name', chat(hello, calls(call('a', { name: 'n'.repeat(65) })), tool('a')), /maximum length 64/],
  ['refuses arguments that are no JSON', chat(hello, calls(call('a', { arguments: '{"a' })), tool('a')), /valid JSON/],
  [
    'refuses arguments that are no object',
    chat(hello, calls(call('a', { arguments: '[]' })), tool('a')),
    /JSON object/,
  ],
  [
    'refuses half a character in arguments',
    chat(hello, calls(call('a', { arguments: '{"a":"\\ud800"}' })), tool('a')),
    /valid JSON/,
  ],
  [
    'refuses a call without an answer',
    chat(hello, calls(call('a'), call('b')), tool('a'), hello),
    /did not have response messages: b/,
  ],
  ['refuses a call without an answer at the end', chat(hello, calls(call('a'))), /did not have response messages: a/],
  ['refuses an answer without a call', chat(hello, tool('a')), /must be a response to a preceeding message/],
  [
    'refuses an id used twice',
    chat(hello, calls(call('a')), tool('a'), calls(call('a')), tool('a')),
    /Duplicate value/,
  ],
  [
    'refuses an image of a tool',
    chat(hello, calls(call('a')), { ...tool('a'), content: [shown(png)] }),
    /only allowed for messages with role 'user'/,
  ],
  [
    'refuses what is no image',
    chat({ role: 'user', content: [shown('data:image/png;base64,AAAA')] }),
    /unsupported image/,
  ],
])

const own = { role: 'assistant', content: '', reasoning_content: 'hm', tool_calls: [call('call00001')] }

proves('a compatible server with thinking', checkCompatible({ reasoning: 'needed', strictTurns: false }), [
  ['takes a whole turn', chat(hello, own, tool('call00001'))],
  ['takes empty reasoning', chat(hello, { ...own, reasoning_content: '' }, tool('call00001'))],
  ['refuses a call without reasoning', chat(hello, calls(call('a')), tool('a')), /must be passed back to the API/],
  [
    'refuses reasoning of another',
    chat(hello, { ...own, reasoning_content: 'x' }, tool('call00001')),
    /not this model's own/,
  ],
  [
    'refuses a second system text',
    chat({ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, hello),
    /must be at the beginning/,
  ],
  ['refuses two messages of the user', chat(hello, hello), /does not support successive/],
  ['refuses a beginning by the assistant', chat({ role: 'assistant', content: 'a' }, hello), /must alternate/],
  [
    'refuses an end by the assistant',
    chat(hello, { role: 'assistant', content: 'a' }),
    /Expected last role User or Tool/,
  ],
  ['refuses half a character', chat({ role: 'user', content: lone }), /Failed to parse/],
])

proves('a compatible server with strict turns', checkCompatible({ reasoning: 'refused', strictTurns: true }), [
  ['takes a whole turn', chat(hello, calls(call('call00001')), tool('call00001'))],
  ['refuses an id of another length', chat(hello, calls(call('call_1')), tool('call_1')), /length of 9/],
  [
    'refuses the user after a tool',
    chat(hello, calls(call('call00001')), tool('call00001'), hello),
    /Unexpected role 'user' after role 'tool'/,
  ],
  ['refuses reasoning', chat(hello, own, tool('call00001')), /'reasoning_content' was unexpected/],
])

const input = (...items: unknown[]) => ({ store: false, input: items })
const text = { role: 'user', content: [{ type: 'input_text', text: 'hi' }] }
const answer = { role: 'assistant', content: 'a' }
const fc = (call_id: string, more: Json = {}) => ({
  type: 'function_call',
  call_id,
  name: 'read',
  arguments: '{}',
  ...more,
})
const out = (call_id: string, output: unknown = 'ok') => ({ type: 'function_call_output', call_id, output })
const rs = (more: Json = {}) => ({ type: 'reasoning', id: 'rs_1', encrypted_content: 'enc', summary: [], ...more })

proves('OpenAI Responses', checkResponses, [
  [
    'takes a whole turn',
    input(text, rs(), fc('a'), out('a', [{ type: 'input_image', image_url: png }]), rs({ id: 'rs_2' }), answer),
  ],
  ['refuses half a character', input({ role: 'user', content: lone }), /could not parse/],
  ['refuses no item', input(), /empty array/],
  ['refuses an unknown item', input({ type: 'thing' }), /Invalid value: 'thing'/],
  ['refuses an unknown key', input({ ...text, name: 'x' }), /Unknown parameter: 'input\[0\].name'/],
  ['refuses no parts', input({ role: 'user', content: [] }), /empty array/],
  [
    'refuses a text of the wrong kind',
    input({ role: 'user', content: [{ type: 'output_text', text: 'a' }] }),
    /Supported values are: 'input_text'/,
  ],
  ['refuses an item twice', input(text, rs(), answer, rs(), answer), /Duplicate item found with id rs_1/],
  ['refuses a reference', input({ type: 'item_reference', id: 'rs_1' }), /Items are not persisted/],
  [
    'refuses reasoning without encrypted content',
    input(text, rs({ encrypted_content: undefined }), answer),
    /Items are not persisted/,
  ],
  ['refuses encrypted content of nobody', input(text, rs({ encrypted_content: 'x' }), answer), /could not be verified/],
  ['refuses reasoning alone', input(text, rs(), text), /without its required following item/],
  ['refuses a long id', input(text, fc('a'.repeat(65)), out('a'.repeat(65))), /maximum length 64/],
  ['refuses an empty id', input(text, fc(''), out('')), /call_id': empty string/],
  ['refuses a name', input(text, fc('a', { name: 'a b' }), out('a')), /does not match pattern/],
  ['refuses arguments', input(text, fc('a', { arguments: '' }), out('a')), /valid JSON/],
  ['refuses a call without output', input(text, fc('a')), /No tool output found for function call a/],
  ['refuses an output without a call', input(text, out('a')), /No tool call found/],
  ['refuses a call twice', input(text, fc('a'), out('a'), fc('a'), out('a')), /Duplicate function call/],
  [
    'refuses what is no image',
    input({ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }] }),
    /unsupported image/,
  ],
])

const contents = (...items: unknown[]) => ({ contents: items })
const asks = (...parts: unknown[]) => ({ role: 'user', parts })
const model = (...parts: unknown[]) => ({ role: 'model', parts })
const calling = (id: string, more: Json = {}, signature = 'sig') => ({
  functionCall: { id, name: 'read', args: {}, ...more },
  ...(signature !== '' && { thoughtSignature: signature }),
})
const responds = (id: string, more: Json = {}) => ({
  functionResponse: { id, name: 'read', response: { content: 'ok' }, ...more },
})
const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })
const h = asks({ text: 'hi' })

proves('Google', checkGoogle(true), [
  [
    'takes a whole turn',
    contents(
      h,
      model({ text: 'hm', thought: true }, calling('a'), calling('b', {}, '')),
      asks(responds('a', { parts: [inline('image/png', pngOf(1, 1))] }), responds('b')),
      h,
    ),
  ],
  [
    'takes the word for no signature',
    contents(h, model(calling('a', {}, 'skip_thought_signature_validator')), asks(responds('a'))),
  ],
  ['refuses half a character', contents(asks({ text: lone })), /Invalid UTF-8/],
  ['refuses no contents', contents(), /contents is not specified/],
  ['refuses another role', contents({ role: 'assistant', parts: [{ text: 'a' }] }), /valid role/],
  ['refuses an unknown field', contents({ ...h, name: 'x' }), /Cannot find field/],
  ['refuses an unknown field of a part', contents(asks({ text: 'a', type: 'text' })), /Cannot find field/],
  ['refuses no parts', contents(asks()), /parts must not be empty/],
  ['refuses an empty system text', { ...contents(h), systemInstruction: { parts: [] } }, /system_instruction.parts/],
  ['refuses an empty text', contents(asks({ text: '' })), /must have a text parameter/],
  [
    'refuses nothing but a signature',
    contents(h, model({ text: '', thoughtSignature: 'sig' }), h),
    /must have a text parameter/,
  ],
  ['refuses a part without anything', contents(asks({ thought: true })), /required oneof field 'data'/],
  ['refuses a beginning by the model', contents(model({ text: 'a' }), h), /begin with a user role/],
  ['refuses an end by the model', contents(h, model({ text: 'a' })), /end with a user role/],
  [
    'refuses a call after the model',
    contents(h, model({ text: 'a' }), model(calling('a')), asks(responds('a'))),
    /comes immediately after a user turn/,
  ],
  [
    'refuses too few responses',
    contents(h, model(calling('a'), calling('b')), asks(responds('a'))),
    /number of function response parts/,
  ],
  ['refuses no response', contents(h, model(calling('a')), h), /number of function response parts/],
  [
    'refuses a response without a call',
    contents(h, asks(responds('a'))),
    /comes immediately after a function call turn/,
  ],
  [
    'refuses a response of another name',
    contents(h, model(calling('a')), asks(responds('a', { name: 'x' }))),
    /match the function call parts/,
  ],
  [
    'refuses a call without a signature',
    contents(h, model(calling('a', {}, '')), asks(responds('a'))),
    /missing a thought_signature/,
  ],
  [
    'refuses a signature of nobody',
    contents(h, model(calling('a', {}, 'x')), asks(responds('a'))),
    /Corrupted thought signature/,
  ],
  [
    'refuses a name that begins with a digit',
    contents(h, model(calling('a', { name: '1a' })), asks(responds('a', { name: '1a' }))),
    /Invalid function name/,
  ],
  [
    'refuses arguments that are no object',
    contents(h, model(calling('a', { args: 'x' })), asks(responds('a'))),
    /protobuf.Struct/,
  ],
  [
    'refuses arguments that are too deep',
    contents(h, model(calling('a', { args: deep })), asks(responds('a'))),
    /Message too deep/,
  ],
  ['refuses a kind of image', contents(asks(inline('image/gif', pngOf(1, 1)))), /Unsupported MIME type/],
  ['refuses what is no image', contents(asks(inline('image/png', 'AAAA'))), /not valid/],
])

proves('Google before its third generation', checkGoogle(false), [
  ['takes a call without a signature', contents(h, model(calling('a', {}, '')), asks(responds('a')))],
  [
    'refuses an image in a response',
    contents(h, model(calling('a')), asks(responds('a', { parts: [inline('image/png', pngOf(1, 1))] }))),
    /Multimodal function response/,
  ],
])
