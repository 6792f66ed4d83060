import type { RequestFacts } from './request-facts.ts'

/** A no over HTTP. `slow`: the answer waits a little when this peer guessed wrong before. */
export interface Refusal {
  readonly kind: 'refuse'
  readonly status: number
  readonly reason: string
  readonly headers?: Readonly<Record<string, string>>
  readonly slow?: boolean
}

/** Names and origins this listener answers to; all compared exactly (W2, W3). */
export interface ServedNames {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

/** The names for a port: loopback, the public names, and the origins of the pages served under them. */
export function servedNames(
  port: number,
  publicNames: readonly string[],
  extraOrigins: readonly string[],
): ServedNames {
  const loopback = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  return {
    hosts: new Set([...loopback, ...publicNames]),
    origins: new Set([
      ...loopback.map((name) => `http://${name}`),
      ...publicNames.map((name) => `https://${name}`),
      ...extraOrigins,
    ]),
  }
}

/** A refusal; `reason` is for the log and the short answer, and tells nothing of what is here. */
export function refuse(status: number, reason: string, headers?: Readonly<Record<string, string>>): Refusal {
  return headers === undefined ? { kind: 'refuse', status, reason } : { kind: 'refuse', status, reason, headers }
}

/** 431 for headers over the limit; Node's own counter leaves out separators. */
export function checkHeaderBytes(facts: RequestFacts, limit: number): Refusal | undefined {
  return facts.headerBytes > limit ? refuse(431, 'The request headers are too large.') : undefined
}

/** W2: exactly one Host header naming this listener; keeps out pages whose name was rebound to this machine. */
export function checkHost(facts: RequestFacts, names: ServedNames): Refusal | undefined {
  const hosts = facts.headers('host')
  const [host] = hosts
  if (host === undefined || hosts.length > 1) return refuse(400, 'The request needs exactly one Host header.')
  return names.hosts.has(host) ? undefined : refuse(403, 'This host does not answer to that name.')
}

/** W3: no Origin, or one of the pages that may talk to this host; an empty one is foreign. */
export function checkOrigin(facts: RequestFacts, names: ServedNames): Refusal | undefined {
  const origins = facts.headers('origin')
  const [origin] = origins
  if (origin === undefined) return undefined
  if (origins.length === 1 && names.origins.has(origin)) return undefined
  return refuse(403, 'Pages of that origin may not talk to this host.')
}

/** Whether the peer is on this machine, as far as its address tells. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
}
