import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the model does when it is asked. */
export type ModelAnswer =
  | {
      readonly kind: 'reply'
      readonly thinking?: string
      readonly text?: string
      readonly calls?: readonly { readonly name: string; readonly input: object }[]
      /** Milliseconds between pieces of the text; all at once when absent. */
      readonly paceMs?: number
      /** Breaks off in the middle of the stream. */
      readonly breaks?: true
      /** Says nothing more and never ends. */
      readonly hangs?: true
    }
  | {
      readonly kind: 'failure'
      readonly status: number
      readonly type: string
      readonly message: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** `said`: the person's last message as it was sent; `round`: how many answers of the model came after it. */
export type AnswerTo = (said: string, round: number) => ModelAnswer

/** A stand-in for Anthropic's messages API on loopback. */
export interface AnthropicServer {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string
  /** How many messages it was sent. */
  asked(): number
  stop(): Promise<void>
}

interface Block {
  readonly type: string
  readonly text?: string
}
interface Request {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
}

export const modelNames = ['claude-sonnet-5', 'claude-haiku-4-5'] as const

export async function startAnthropic(answerTo: AnswerTo): Promise<AnthropicServer> {
  let asked = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      if (request.method === 'GET') {
        const data = modelNames.map((id) => ({
          type: 'model',
          id,
          display_name: id,
          created_at: '2026-01-01T00:00:00Z',
        }))
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id }))
        return
      }
      asked += 1
      const { model, messages } = JSON.parse(body) as Request
      const { said, round } = lastSaid(messages)
      const answer = answerTo(said, round)
      if (answer.kind === 'failure') {
        const { status, type, message } = answer
        response.writeHead(status, { 'content-type': 'application/json', ...answer.headers })
        response.end(JSON.stringify({ type: 'error', error: { type, message } }))
        return
      }
      void stream(response, model, body.length, answer)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: () => asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function lastSaid(messages: Request['messages']): { said: string; round: number } {
  const textOf = (content: Request['messages'][number]['content']) =>
    typeof content === 'string'
      ? content
      : content.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('\n')
  const isSaid = ({ role, content }: Request['messages'][number]) =>
    role === 'user' && (typeof content === 'string' || !content.some(({ type }) => type === 'tool_result'))
  const at = messages.findLastIndex(isSaid)
  const rounds = messages.slice(at + 1).filter(({ role }) => role === 'assistant').length
  const said = messages[at]
  return { said: said === undefined ? '' : textOf(said.content), round: rounds }
}

async function stream(
  response: ServerResponse,
  model: string,
  bytes: number,
  answer: Extract<ModelAnswer, { kind: 'reply' }>,
): Promise<void> {
  const { thinking, text, calls = [], paceMs, breaks, hangs } = answer
  const send = (event: { type: string } & Record<string, unknown>) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: Math.round(bytes / 4), output_tokens: 1, cache_read_input_tokens: 400 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage }
  send({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } })
  let index = 0
  const block = async (begin: object, deltas: readonly object[]) => {
    send({ type: 'content_block_start', index, content_block: begin })
    for (const delta of deltas) {
      if (response.destroyed) return
      send({ type: 'content_block_delta', index, delta })
      if (paceMs !== undefined) await new Promise((resolve) => setTimeout(resolve, paceMs))
    }
    send({ type: 'content_block_stop', index })
    index += 1
  }
  if (thinking !== undefined)
    await block({ type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
    ])
  if (text !== undefined)
    await block(
      { type: 'text', text: '' },
      (text.match(/\S*\s*/gu) ?? [])
        .filter((piece) => piece !== '')
        .map((piece) => ({ type: 'text_delta', text: piece })),
    )
  if (breaks === true) return void response.destroy()
  if (hangs === true) return
  for (const { name, input } of calls)
    await block({ type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name, input: {} }, [
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ])
  const ended = calls.length > 0 ? 'tool_use' : 'end_turn'
  send({ type: 'message_delta', delta: { stop_reason: ended, stop_sequence: null }, usage: { output_tokens: 120 } })
  send({ type: 'message_stop' })
  response.end()
}
