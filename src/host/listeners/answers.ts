import type { ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Refusal } from './request-checks.ts'

/** Headers of every answer: what a page from here may load, talk to and be framed by. */
export function securityHeaders(port: number, publicNames: readonly string[]): Readonly<Record<string, string>> {
  const sockets = [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`, ...publicNames.map((name) => `wss://${name}`)]
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    `connect-src 'self' ${sockets.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()',
  }
}

/** Sends a short text. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(response, status, text, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers })
}

/** Sends a JSON value; never cached, as credentials travel so. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, JSON.stringify(value), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
}

/** Says no and gives the connection up: the rest of the request is not wanted. */
export function answerRefusal(response: ServerResponse, refusal: Refusal): void {
  answerText(response, refusal.status, `${refusal.reason}\n`, { ...refusal.headers, Connection: 'close' })
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>>): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** Says no on a socket that has no response object (upgrades, syntax errors), then closes it. */
export function refuseOnSocket(socket: Socket, refusal: Refusal, headers: Readonly<Record<string, string>>): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = `${refusal.reason}\n`
  const lines = Object.entries({
    ...headers,
    ...refusal.headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n`
  // Destroying at once could reset the connection before the peer has read the answer.
  socket.end(`${status}${lines.join('')}\r\n${body}`, () => socket.destroySoon())
  socket.resume()
  socket.setTimeout(lingerMs, () => socket.destroy())
}

const lingerMs = 2_000
