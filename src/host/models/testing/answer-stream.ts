import type { PromptDialect } from '../to-prompt-target.ts'

/** What a model is to answer. `signature`: what its provider lays beside the reasoning, where it does. */
export interface Answer {
  readonly reasoning?: string
  readonly signature?: string
  readonly text?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
}

/** The answer in a provider's own streaming format (server-sent events). */
export function answerStream(dialect: PromptDialect, answer: Answer): string {
  switch (dialect) {
    case 'anthropic':
      return anthropicStream(answer)
    case 'responses':
      return responsesStream(answer)
    case 'google':
      return googleStream(answer)
    case 'chat':
    case 'compatible':
      return chatStream(answer)
  }
}

function anthropicStream({ reasoning, signature, text, calls = [] }: Answer): string {
  const events: Record<string, unknown>[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'm',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ]
  let index = 0
  const block = (start: unknown, ...deltas: unknown[]) => {
    events.push({ type: 'content_block_start', index, content_block: start })
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
    index += 1
  }
  if (reasoning !== undefined) {
    block(
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: reasoning },
      { type: 'signature_delta', signature },
    )
  }
  if (text !== undefined) block({ type: 'text', text: '' }, { type: 'text_delta', text })
  for (const call of calls) {
    block(
      { type: 'tool_use', id: call.id, name: call.name, input: {} },
      { type: 'input_json_delta', partial_json: call.arguments },
    )
  }
  events.push({
    type: 'message_delta',
    delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
    usage: { output_tokens: 9 },
  })
  events.push({ type: 'message_stop' })
  return events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

function responsesStream({ reasoning, signature, text, calls = [] }: Answer): string {
  const events: unknown[] = [{ type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'm' } }]
  let output_index = 0
  const item = (added: Record<string, unknown>, pieces: unknown[], done: Record<string, unknown>) => {
    events.push({ type: 'response.output_item.added', output_index, item: added })
    events.push(...pieces)
    events.push({ type: 'response.output_item.done', output_index, item: { ...added, ...done } })
    output_index += 1
  }
  if (reasoning !== undefined) {
    const item_id = `rs_${signature}`
    item(
      { type: 'reasoning', id: item_id, encrypted_content: null, summary: [] },
      [
        { type: 'response.reasoning_summary_part.added', item_id, output_index, summary_index: 0 },
        { type: 'response.reasoning_summary_text.delta', item_id, output_index, summary_index: 0, delta: reasoning },
        { type: 'response.reasoning_summary_part.done', item_id, output_index, summary_index: 0 },
      ],
      { encrypted_content: signature, summary: [{ type: 'summary_text', text: reasoning }] },
    )
  }
  if (text !== undefined) {
    // No two items of a provider have one id.
    const item_id = `msg_${signature ?? ''}_${output_index}`
    item(
      { type: 'message', id: item_id, role: 'assistant', content: [] },
      [{ type: 'response.output_text.delta', item_id, output_index, delta: text }],
      { content: [{ type: 'output_text', text, annotations: [] }] },
    )
  }
  for (const call of calls) {
    const item_id = `fc_${call.id}`
    const added = { type: 'function_call', id: item_id, call_id: call.id, name: call.name, arguments: '' }
    const delta = { type: 'response.function_call_arguments.delta', item_id, output_index, delta: call.arguments }
    item(added, [delta], { arguments: call.arguments, status: 'completed' })
  }
  events.push({ type: 'response.completed', response: { usage: { input_tokens: 1, output_tokens: 9 } } })
  return dataLines(events)
}

function googleStream({ reasoning, signature, text, calls = [] }: Answer): string {
  const parts: unknown[] = []
  if (reasoning !== undefined) parts.push({ text: reasoning, thought: true })
  if (text !== undefined)
    parts.push({ text, ...(calls.length === 0 && signature !== undefined && { thoughtSignature: signature }) })
  for (const [at, call] of calls.entries()) {
    const functionCall = { id: call.id, name: call.name, args: JSON.parse(call.arguments) as unknown }
    parts.push({ functionCall, ...(at === 0 && signature !== undefined && { thoughtSignature: signature }) })
  }
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 9, totalTokenCount: 10 }
  const last = { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }], usageMetadata }
  return dataLines([...parts.map((part) => ({ candidates: [{ content: { role: 'model', parts: [part] } }] })), last])
}

function chatStream({ reasoning, text, calls = [] }: Answer): string {
  const deltas: unknown[] = [{ role: 'assistant' }]
  if (reasoning !== undefined) deltas.push({ reasoning_content: reasoning })
  if (text !== undefined) deltas.push({ content: text })
  for (const [index, call] of calls.entries()) {
    const tool_calls = [
      { index, id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } },
    ]
    deltas.push({ tool_calls })
  }
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' }
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  const chunks = deltas.map((delta) => ({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }))
  const last = {
    ...chunk,
    choices: [{ index: 0, delta: {}, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 9, total_tokens: 10 },
  }
  return `${dataLines([...chunks, last])}data: [DONE]\n\n`
}

function dataLines(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
