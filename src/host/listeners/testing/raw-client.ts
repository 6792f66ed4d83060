import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** A TCP connection that sends whatever it is told and keeps whatever it gets. */
export interface RawClient {
  readonly socket: Socket
  readonly received: () => Buffer
  readonly isClosed: () => boolean
  write(data: string | Buffer): void
  /** Waits until `read` finds something in what was received; rejects at the hang limit or when the peer closes first. */
  waitFor<T>(read: (received: Buffer) => T | undefined, what: string, limitMs?: number): Promise<T>
  /** Waits for the peer's close; the milliseconds since the connection was opened. */
  untilClosed(limitMs?: number): Promise<number>
  /** Drops what was received up to `bytes`. */
  discard(bytes: number): void
  end(): void
}

export async function connectRaw(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })
  const openedAt = performance.now()
  let received: Buffer = Buffer.alloc(0)
  let closed = false
  const changed = new Set<() => void>()
  const notify = () => [...changed].forEach((listener) => listener())
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    notify()
  })
  socket.on('close', () => {
    closed = true
    notify()
  })

  function wait<T>(check: () => T | undefined, what: string, limitMs: number, needsOpen: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        changed.delete(look)
        act()
      }
      const look = () => {
        const found = check()
        if (found !== undefined) settle(() => resolve(found))
        else if (needsOpen && closed) settle(() => reject(new Error(`closed before ${what}`)))
      }
      const timer = setTimeout(() => settle(() => reject(new Error(`no ${what} within ${limitMs} ms`))), limitMs)
      changed.add(look)
      look()
    })
  }

  return {
    socket,
    received: () => received,
    isClosed: () => closed,
    write: (data) => void socket.write(typeof data === 'string' ? Buffer.from(data, 'latin1') : data),
    waitFor: (read, what, limitMs = 5_000) => wait(() => read(received), what, limitMs, true),
    untilClosed: (limitMs = 5_000) =>
      wait(() => (closed ? performance.now() - openedAt : undefined), 'close', limitMs, false),
    discard: (bytes) => void (received = received.subarray(bytes)),
    end: () => void socket.destroy(),
  }
}

/** An HTTP answer without its body, except where it came with a length. */
export interface HttpAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** Bytes taken by head and body. */
  readonly bytes: number
}

export function readHttpAnswer(received: Buffer): HttpAnswer | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers.get('content-length') ?? 0)
  const bytes = end + 4 + length
  if (received.length < bytes) return undefined
  return { status: Number(first.split(' ')[1]), headers, body: received.subarray(end + 4, bytes).toString(), bytes }
}

/** Sends one request on a connection of its own and reads the answer. */
export async function request(port: number, text: string): Promise<HttpAnswer> {
  const client = await connectRaw(port)
  client.write(text)
  const answer = await client.waitFor(readHttpAnswer, 'HTTP answer')
  client.end()
  return answer
}

/** Request text from a method, a path and headers; Host is filled in unless given. */
export function requestText(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all: Record<string, string> = { Host: `127.0.0.1:${port}`, ...headers }
  if (body !== '') all['Content-Length'] = String(Buffer.byteLength(body))
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export const upgradeHeaders = {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Opens a connection and upgrades it. */
export async function openWebSocket(port: number, token: string): Promise<RawClient> {
  const client = await connectRaw(port)
  client.write(requestText(port, 'GET', '/ahp', { ...upgradeHeaders, Authorization: `Bearer ${token}` }))
  const answer = await client.waitFor(readHttpAnswer, 'upgrade')
  if (answer.status !== 101) throw new Error(`upgrade answered ${answer.status}`)
  client.discard(answer.bytes)
  return client
}
