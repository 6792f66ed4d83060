import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A block of an answer, sent in these pieces. */
export type Block =
  | { readonly kind: 'text'; readonly pieces: readonly string[] }
  | { readonly kind: 'thinking'; readonly pieces: readonly string[]; readonly signature: string }
  | { readonly kind: 'call'; readonly name: string; readonly pieces: readonly string[] }

/** What a provider does with a request: it answers, or refuses with a body of its own. */
export type Answer =
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  | { readonly kind: 'refusal'; readonly status: number; readonly body: object }

/** A request for an answer, with the key that came with it. */
export interface SeenCall {
  readonly key: string
  readonly body: string
}

/** A provider on loopback with a will of its own: it speaks the formats of Anthropic below `/anthropic` and lists models below both. */
export interface CanaryProvider {
  readonly anthropicUrl: string
  /** Lists models for any key; is never asked for an answer. */
  readonly openaiUrl: string
  readonly calls: readonly SeenCall[]
  stop(): Promise<void>
}

/** `answer` is asked for each call, from 0. `refuses`: keys that get no list of models, but are told which they are. */
export async function startCanaryProvider(
  answer: (index: number, call: SeenCall) => Answer,
  refuses: ReadonlySet<string> = new Set(),
): Promise<CanaryProvider> {
  const calls: SeenCall[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const key = String(request.headers['x-api-key'] ?? request.headers.authorization ?? '').replace(/^Bearer /, '')
      if (request.method !== 'POST' && refuses.has(key))
        return sendJson(response, 401, { error: { message: `Incorrect API key provided: ${key}` } })
      if (request.method !== 'POST') return sendJson(response, 200, { data: [{ id: 'canary-model' }] })
      calls.push({ key, body })
      const given = answer(calls.length - 1, calls.at(-1)!)
      if (given.kind === 'refusal') return sendJson(response, given.status, given.body)
      return sendBlocks(response, given.blocks)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    anthropicUrl: `http://127.0.0.1:${port}/anthropic/v1`,
    openaiUrl: `http://127.0.0.1:${port}/openai/v1`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Each piece in a write of its own, in a later tick. */
async function sendBlocks(response: ServerResponse, blocks: readonly Block[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = async (event: { readonly type: string }) => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const usage = { input_tokens: 10, output_tokens: 5 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'canary-model', content: [], usage }
  await send({ type: 'message_start', message } as { type: string })
  for (const [index, block] of blocks.entries()) {
    const { start, deltas } = eventsOf(block, index)
    await send({ type: 'content_block_start', index, content_block: start } as { type: string })
    for (const delta of deltas) await send({ type: 'content_block_delta', index, delta } as { type: string })
    await send({ type: 'content_block_stop', index } as { type: string })
  }
  const stop_reason = blocks.some(({ kind }) => kind === 'call') ? 'tool_use' : 'end_turn'
  await send({ type: 'message_delta', delta: { stop_reason }, usage } as { type: string })
  await send({ type: 'message_stop' })
  response.end()
}

function eventsOf(block: Block, index: number): { readonly start: object; readonly deltas: readonly object[] } {
  switch (block.kind) {
    case 'text':
      return {
        start: { type: 'text', text: '' },
        deltas: block.pieces.map((text) => ({ type: 'text_delta', text })),
      }
    case 'thinking':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...block.pieces.map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: block.signature },
        ],
      }
    case 'call':
      return {
        start: { type: 'tool_use', id: `toolu_${index}_${block.name}`, name: block.name, input: {} },
        deltas: block.pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      }
  }
}
