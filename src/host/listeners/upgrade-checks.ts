import type { ListenerPrincipal } from './listener.ts'
import { checkHost, checkOrigin, refuse } from './request-checks.ts'
import type { Refusal, ServedNames } from './request-checks.ts'
import type { RequestFacts } from './request-facts.ts'

/** Who is behind a request, from the one credential it carries; undefined is a 401. */
export type Authenticate = (facts: RequestFacts) => ListenerPrincipal | undefined

/** Whether a request may become a connection, and whose. */
export type UpgradeVerdict = { readonly kind: 'accept'; readonly principal: ListenerPrincipal } | Refusal

/** Sixteen bytes in base64: 22 characters and the padding. */
const webSocketKey = /^[A-Za-z0-9+/]{22}==$/

/** The checks of W1 in their order. Header size and HTTP syntax were judged before. */
export function judgeUpgrade(
  facts: RequestFacts,
  endpointPath: string,
  names: ServedNames,
  authenticate: Authenticate,
): UpgradeVerdict {
  if (!isEndpointPath(facts.path, endpointPath)) return refuse(404, 'There is nothing here.')
  if (facts.method !== 'GET') return refuse(405, 'Only GET is possible here.', { Allow: 'GET' })
  const foreign = checkHost(facts, names) ?? checkOrigin(facts, names)
  if (foreign !== undefined) return foreign
  const principal = authenticate(facts)
  if (principal === undefined) return { ...unauthorized, slow: true }
  return checkWebSocketHeaders(facts) ?? { kind: 'accept', principal }
}

/** `/` serves clients that know only host and port. */
function isEndpointPath(path: string, endpointPath: string): boolean {
  return path === endpointPath || path === '/'
}

/** 401. The same words whatever was wrong with the credential. */
export const unauthorized: Refusal = refuse(401, 'A valid credential is needed, given once.', {
  'WWW-Authenticate': 'Bearer',
})

/** W5, the part before any frame. */
function checkWebSocketHeaders(facts: RequestFacts): Refusal | undefined {
  if (facts.httpVersion !== '1.1') return refuse(400, 'A WebSocket needs HTTP/1.1.')
  if (only(facts, 'upgrade')?.toLowerCase() !== 'websocket' || !facts.headers('connection').some(namesUpgrade))
    return refuse(426, 'This address speaks WebSocket.', upgradeHeaders)
  if (only(facts, 'sec-websocket-version') !== '13')
    return refuse(426, 'This address speaks WebSocket version 13.', upgradeHeaders)
  if (!webSocketKey.test(only(facts, 'sec-websocket-key') ?? '')) return refuse(400, 'The WebSocket key is malformed.')
  return undefined
}

const upgradeHeaders = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }

function only(facts: RequestFacts, name: string): string | undefined {
  const values = facts.headers(name)
  return values.length === 1 ? values[0] : undefined
}

function namesUpgrade(connection: string): boolean {
  return connection.split(',').some((token) => token.trim().toLowerCase() === 'upgrade')
}
