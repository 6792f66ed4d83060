import { Agent, request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Headers } from './headers.ts'
import type { Fetch } from './model-fetch.ts'

/** A `fetch` over Node's own client, and how to let go of the connections it keeps open. */
export interface HttpFetch {
  readonly fetch: Fetch
  stop(): void
}

/** Bytes of one answer as it comes over the wire, where each few letters bring two hundred bytes of their own. */
const longestAnswer = 256 * 1024 * 1024
/** Bytes of one event of an answer: it is put together in memory before anybody can judge it. */
const longestEvent = 16 * 1024 * 1024

/** An answer, or one event of it, does not end. */
class EndlessAnswer extends Error {
  readonly code = 'ENDLESS_ANSWER'
}

/** A connection nobody uses is kept so long: a round follows the last one closely, and an old one may be dead. */
const keptIdleMs = 60_000

/**
 * `fetch` as far as providers' libraries use it: a text body, `signal`, headers, a body that streams. Redirects are answered,
 * not followed. `env` names the proxy for what leaves this machine (`HTTPS_PROXY`, `NO_PROXY`). The platform's own `fetch`
 * costs 30 MB for the same. How long an answer may be silent is not decided here.
 */
export function createHttpFetch(
  env: Readonly<Record<string, string | undefined>> = {},
  idleMs = keptIdleMs,
): HttpFetch {
  // Of an agent with a time limit only connections out of use are closed by it; an answer may take longer.
  const options = { keepAlive: true, keepAliveMsecs: idleMs, timeout: idleMs, scheduling: 'lifo' as const }
  const plain = new Agent(options)
  const secure = new SecureAgent({ ...options, proxyEnv: { ...env } })
  const fetch: Fetch = async (input, init = {}) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url)
    const { body: text, method = 'GET', signal } = init
    if (text !== undefined && text !== null && typeof text !== 'string') throw new TypeError('only text is sent')
    // Made to bytes once, for the length that is said of it and for the socket.
    const body = typeof text === 'string' ? Buffer.from(text) : undefined
    if (signal?.aborted === true) throw abortedBy(signal)
    const headers = Object.fromEntries(new Headers(init.headers as ConstructorParameters<typeof Headers>[0]))
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const isSecure = url.protocol === 'https:'
    const asked: RequestOptions = {
      agent: isSecure ? secure : plain,
      method,
      // Whoever says nothing takes every encoding there is (RFC 9110, 12.5.3); here none is read.
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers, ...length },
    }
    const message = await send(isSecure ? requestSecure : requestPlain, url, asked, body, signal)
    return responseOf(message, url)
  }
  return {
    fetch,
    stop() {
      plain.destroy()
      secure.destroy()
    },
  }
}

function send(
  request: typeof requestPlain,
  url: URL,
  options: RequestOptions,
  body: Buffer | undefined,
  signal: AbortSignal | null | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options)
    const abort = () => outgoing.destroy(signal ? abortedBy(signal) : undefined)
    signal?.addEventListener('abort', abort, { once: true })
    outgoing.once('close', () => {
      signal?.removeEventListener('abort', abort)
      // Without effect where there was an answer or an error; there is neither for one that has been destroyed.
      reject(closed())
    })
    outgoing.once('error', reject)
    // Nobody asked for another protocol; unheard, Node would drop the connection and say nothing.
    outgoing.once('upgrade', (_message, socket) => {
      socket.destroy()
      reject(closed())
    })
    outgoing.once('response', (message) => {
      // An answer that breaks off says so where it is read.
      outgoing.off('error', reject)
      outgoing.on('error', (error) => message.destroy(error))
      resolve(message)
    })
    outgoing.end(body)
  })
}

function abortedBy(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The request was stopped.', 'AbortError')
}

function closed(): Error {
  return Object.assign(new Error('The connection was closed before there was an answer.'), { code: 'ECONNRESET' })
}

/** Ends an answer that is too long, or an event in it. `message` has a reader already, which decides when it flows. */
function bound(message: IncomingMessage): void {
  let all = 0
  let event = 0
  let endsLine = false
  message.on('data', (chunk: Buffer) => {
    all += chunk.length
    const first = chunk[0]
    const blank = Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\n\r\n'))
    if (blank >= 0) event = chunk.length - blank
    else event = (endsLine && (first === 10 || first === 13) ? 0 : event) + chunk.length
    endsLine = chunk.at(-1) === 10
    if (all > longestAnswer || event > longestEvent) message.destroy(new EndlessAnswer('the answer does not end'))
  })
}

function responseOf(message: IncomingMessage, url: URL): Response {
  const status = message.statusCode ?? 0
  const empty = status === 204 || status === 304
  if (empty) message.resume()
  const body = empty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
  if (!empty) bound(message)
  const text = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body ?? []) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }
  const response = {
    ok: status >= 200 && status < 300,
    status,
    statusText: message.statusMessage ?? '',
    url: url.href,
    redirected: false,
    headers: headersOf(message),
    body,
    text,
    json: async () => JSON.parse(await text()) as unknown,
  }
  // What is left out is what providers' libraries never ask of an answer.
  return response as unknown as Response
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
