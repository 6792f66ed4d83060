import { LLMock } from '@copilotkit/aimock'
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WireApi } from '../../src/protocol/model-facts.ts'
import { sendReply, type Reply } from './model-replies.ts'

export type Json = Readonly<Record<string, unknown>>

/** A request that asked a model, as it came over the wire. */
export interface SeenRequest {
  readonly wire: WireApi
  /** The model's name on the wire: in the body, or in the address where the wire has it there. */
  readonly model: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** In bytes of UTF-8. */
  readonly bytes: number
  readonly text: string
  readonly body: Json
  /** Of `performance.now()`, in milliseconds. */
  readonly at: number
  /** What of an answer has been handed to the connection. */
  answer: string
  /** When the caller closed the connection before the answer was whole; absent where it did not. */
  closedAt?: number
}

/** What a model answers, one reply for each request; a function is asked when its turn comes. */
export type Script = readonly (Reply | ((seen: SeenRequest) => Reply | Promise<Reply>))[]

/** A place on loopback where models are called, over every wire, by whatever name. */
export interface ModelFront {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** What answers in the providers' own formats when a reply is `mock`. */
  readonly mock: LLMock
  /** All that asked a model, oldest first. */
  readonly requests: readonly SeenRequest[]
  of(model: string): readonly SeenRequest[]
  /** What the model of this name answers from now on. A request beyond its end is answered with a 418. */
  script(model: string, replies: Script): void
  /** The only key that is accepted; any where none was set. Takes all where it is undefined. */
  acceptOnly(key: string | undefined): void
  /** The names of models that are listed. */
  list(names: readonly string[]): void
  stop(): Promise<void>
}

const wires: readonly (readonly [WireApi, RegExp])[] = [
  ['anthropic-messages', /\/messages$/],
  ['openai-responses', /\/responses$/],
  ['openai-chat', /\/chat\/completions$/],
  ['google-generate', /:streamGenerateContent$/],
]

/** Starts one, on any free port where none is given. Requests are recorded as they are, before anything makes sense of them. */
export async function startModelFront(port = 0): Promise<ModelFront> {
  const mock = new LLMock({ logLevel: 'silent' })
  await mock.start()
  const requests: SeenRequest[] = []
  const scripts = new Map<string, { readonly replies: Script; at: number }>()
  let key: string | undefined
  let listed: readonly string[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
    const path = request.url ?? '/'
    const [place = ''] = path.split('?')
    if (key !== undefined && keyOf(request.headers) !== key)
      return sendReply(
        response,
        { kind: 'error', status: 401, body: { error: { message: 'invalid x-api-key' } } },
        'openai-chat',
      )
    if (request.method === 'GET') return sendList(response, place, listed)
    const wire = wires.find(([, shape]) => shape.test(place))?.[0]
    if (wire === undefined) return void response.writeHead(404).end('{"error":{"message":"no such place"}}')
    const body = JSON.parse(text) as Json
    const model = modelOf(place, body)
    const seen: SeenRequest = {
      ...{ wire, model, path, headers: request.headers, text, body },
      ...{ bytes: Buffer.byteLength(text), at: performance.now(), answer: '' },
    }
    requests.push(seen)
    response.once('close', () => {
      if (!response.writableFinished) seen.closedAt = performance.now()
    })
    const script = scripts.get(model)
    const next = script?.replies[script.at]
    if (script !== undefined) script.at += 1
    const reply = typeof next === 'function' ? await next(seen) : next
    if (reply === undefined)
      return void response.writeHead(418).end(`{"error":{"message":"nobody expected this request to ${model}"}}`)
    const tell = (piece: string) => void (seen.answer += piece)
    if (reply.kind === 'mock') return forward(mock.url, request, response, text, tell)
    return sendReply(response, reply, wire, tell)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(request, response, Buffer.concat(chunks).toString('utf8')))
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mock,
    requests,
    of: (model) => requests.filter((each) => each.model === model),
    script: (model, replies) => void scripts.set(model, { replies, at: 0 }),
    acceptOnly: (accepted) => void (key = accepted),
    list: (names) => void (listed = names),
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await mock.stop()
    },
  }
}

/** The key a request came with, whatever header its provider has for it. */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['x-api-key'] ?? headers['api-key'] ?? headers['x-goog-api-key']
  return given === undefined ? headers.authorization?.replace(/^Bearer /, '') : String(given)
}

/** An address has the name where the wire (Google) or the provider (Azure's deployments) puts it there. */
function modelOf(place: string, body: Json): string {
  const inPlace = /\/(?:models|deployments)\/([^/:]+)/.exec(place)?.[1]
  return inPlace === undefined ? String(body['model']) : decodeURIComponent(inPlace)
}

function sendList(response: ServerResponse, place: string, names: readonly string[]): void {
  if (!place.endsWith('/models')) return void response.writeHead(404).end('{"error":{"message":"no such place"}}')
  const list = place.includes('v1beta')
    ? { models: names.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })) }
    : { object: 'list', data: names.map((id) => ({ id, object: 'model' })) }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
}

/** To the mock, which knows OpenAI's addresses without the folder that Azure puts before them. */
function forward(
  to: string,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  tell: (piece: string) => void,
): void {
  const place = (request.url ?? '/').replace(/^\/openai\/v1\//, '/v1/')
  const passed = ask(new URL(place, to), { method: 'POST', headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.on('data', (chunk: Buffer) => tell(chunk.toString('utf8')))
    answer.pipe(response)
    answer.once('error', () => response.destroy())
  })
  passed.once('error', () => response.destroy())
  response.once('close', () => passed.destroy())
  passed.end(text)
}
