import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call the model asks for. */
export interface AskedCall {
  readonly name: string
  readonly input: object
}

/** What the server saw of one request. Instants are of `performance.now()`, in milliseconds. */
export interface SeenRequest {
  readonly firstByteAt: number
  readonly bytes: number
  /** When the answer's last byte had been handed to the system. */
  lastByteAt: number
}

/** A model on loopback that asks for one call a round, in the streaming format of Anthropic's messages, and then says it is done. */
export interface ModelServer {
  readonly url: string
  readonly requests: readonly SeenRequest[]
  stop(): Promise<void>
}

/** `onRequest` is told before each answer. */
export async function startModelServer(
  calls: readonly AskedCall[],
  onRequest: (index: number) => void = () => {},
): Promise<ModelServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    const firstByteAt = performance.now()
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
        response.writeHead(404).end()
        return
      }
      const index = requests.length
      const seen: SeenRequest = { firstByteAt, bytes, lastByteAt: Number.NaN }
      requests.push(seen)
      onRequest(index)
      response.once('finish', () => (seen.lastByteAt = performance.now()))
      answer(response, index, calls[index])
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, index: number, call: AskedCall | undefined): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: 1000 + index, output_tokens: 20 }
  const message = { id: `msg_${index}`, type: 'message', role: 'assistant', model: 'claude-bench', content: [] }
  const block =
    call === undefined
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${index}`, name: call.name, input: {} }
  const delta =
    call === undefined
      ? { type: 'text_delta', text: 'Done.' }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use' }, usage },
    { type: 'message_stop' },
  ]
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}
