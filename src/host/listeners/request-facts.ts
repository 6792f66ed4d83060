import type { IncomingMessage } from 'node:http'

/** What the checks look at in a request. Header names are compared in lower case; repeated headers stay repeated. */
export interface RequestFacts {
  readonly method: string
  /** The request target up to `?`, not decoded: paths are compared exactly. */
  readonly path: string
  readonly query: URLSearchParams
  readonly httpVersion: string
  /** Bytes of request line and headers as they came over the line. */
  readonly headerBytes: number
  /** Address of the peer; '' when it is gone already. */
  readonly remote: string
  /** Every value sent under that name, in order. */
  headers(name: string): readonly string[]
}

/** Reads the facts from Node's request. Uses the raw headers, as Node drops or joins repeated ones. */
export function readFacts(request: IncomingMessage): RequestFacts {
  const target = request.url ?? ''
  const mark = target.indexOf('?')
  const method = request.method ?? ''
  const raw = request.rawHeaders
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    httpVersion: request.httpVersion,
    headerBytes: countHeaderBytes(method, target, raw),
    remote: request.socket.remoteAddress ?? '',
    headers(name) {
      const values: string[] = []
      for (let i = 0; i + 1 < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) values.push(raw[i + 1] ?? '')
      return values
    },
  }
}

/** Node hands headers over as Latin-1, so a character is a byte. */
function countHeaderBytes(method: string, target: string, raw: readonly string[]): number {
  let bytes = method.length + target.length + ' '.length + ' HTTP/1.1\r\n'.length + '\r\n'.length
  for (const [i, text] of raw.entries()) bytes += text.length + (i % 2 === 0 ? ': '.length : '\r\n'.length)
  return bytes
}
