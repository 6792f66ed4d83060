import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Transport } from '../../protocol/transport.ts'
import type { Access } from './access.ts'
import { answerRefusal, refuseOnSocket, securityHeaders } from './answers.ts'
import { bindServer, checkBind, listenAddress } from './bind-address.ts'
import type { Bind, BindFailure } from './bind-address.ts'
import { carriersOf } from './carriers.ts'
import { defaultLimits } from './limits.ts'
import type { ListenerLimits } from './limits.ts'
import type { Listener, ListenerPrincipal, OnConnection } from './listener.ts'
import { checkHeaderBytes, isLoopbackAddress, refuse, servedNames } from './request-checks.ts'
import type { Refusal } from './request-checks.ts'
import { readFacts } from './request-facts.ts'
import type { RequestFacts } from './request-facts.ts'
import { route } from './routes.ts'
import { createSlowDown } from './slow-down.ts'
import { judgeUpgrade } from './upgrade-checks.ts'
import { boundWaiting } from './waiting-sockets.ts'
import { webSocketTransport } from './web-socket-transport.ts'

/** Where to listen, for whom, and what is done with a connection. */
export interface ListenerNeeds {
  readonly bind: Bind
  readonly access: Access
  /** Folder of the web build; a plain page stands in while there is none. */
  readonly webRoot?: string
  readonly endpointPath: string
  /** Origins of pages served elsewhere that may connect, such as the desktop window's. */
  readonly extraOrigins?: readonly string[]
  readonly onConnection: OnConnection
  readonly clock: Clock
  readonly logger: Logger
  readonly limits?: Partial<ListenerLimits>
}

/** A listener, or why there is none. */
export type ListenerOutcome = { readonly kind: 'listening'; readonly listener: Listener } | BindFailure

const goingAway = 1001
const policyViolation = 1008

/** Listens for clients: checks every request (W1–W5) and hands authenticated connections over as transports. */
export async function createListener(needs: ListenerNeeds): Promise<ListenerOutcome> {
  const { bind, access, endpointPath, logger } = needs
  const limits = { ...defaultLimits, ...needs.limits }
  const unsafe = checkBind(bind)
  if (unsafe !== undefined) return unsafe

  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.headersMs + 5_000,
    connectionsCheckingInterval: Math.min(250, limits.headersMs),
    // A missing Host is answered by its own check, in the order of W1.
    requireHostHeader: false,
  })
  // Node would silently drop headers beyond a count, a second Host among them; the size is limited instead.
  server.maxHeadersCount = 0
  boundWaiting(server, limits.waitingConnections)

  const bound = await bindServer(server, bind)
  if (bound.kind === 'failed') return bound
  const { port } = bound
  const publicNames = bind.publicNames ?? []
  const names = servedNames(port, publicNames, needs.extraOrigins ?? [])
  const headers = securityHeaders(port, publicNames)
  const slowDown = createSlowDown(needs.clock)
  const connections = new Map<Transport, ListenerPrincipal>()
  // Options in a variable: `closeTimeout` is newer than the package's types.
  const webSocketOptions = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.messageBytes,
    closeTimeout: limits.closeGraceMs,
    handleProtocols: () => false as const,
  }
  const webSockets = new WebSocketServer(webSocketOptions)

  /** Whoever comes through a proxy looks local, so behind one nobody counts as local. */
  function authenticate(facts: RequestFacts): ListenerPrincipal | undefined {
    return access.authenticate(carriersOf(facts), bind.behindProxy !== true && isLoopbackAddress(facts.remote))
  }

  function judge(facts: RequestFacts) {
    return checkHeaderBytes(facts, limits.headerBytes) ?? judgeUpgrade(facts, endpointPath, names, authenticate)
  }

  /** Sends a refusal, later if that peer keeps guessing. Logs neither path nor query nor headers. */
  function deliver(refusal: Refusal, remote: string, send: () => void): void {
    logger.info('request refused', { status: refusal.status, reason: refusal.reason })
    const delayMs = refusal.slow === true ? slowDown.countWrong(remote) : 0
    if (delayMs === 0) send()
    else setTimeout(send, delayMs)
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const facts = readFacts(request)
    const tooLarge = checkHeaderBytes(facts, limits.headerBytes)
    let refusal: Refusal | undefined
    if (tooLarge !== undefined) refusal = tooLarge
    else if (facts.path === endpointPath) {
      // Without an upgrade the verdict is a refusal: the WebSocket headers come last.
      const verdict = judge(facts)
      refusal = verdict.kind === 'refuse' ? verdict : refuse(426, 'This address speaks WebSocket.')
    } else
      refusal = await route(request, response, facts, names, {
        access,
        webRoot: needs.webRoot,
        bodyBytes: limits.bodyBytes,
      })
    if (refusal !== undefined) {
      const said = refusal
      deliver(said, facts.remote, () => answerRefusal(response, said))
    }
  }

  server.on('request', (request, response) => {
    handleRequest(request, response).catch((error: unknown) => {
      logger.error('request failed', { reason: error instanceof Error ? error.message : 'unknown' })
      if (response.headersSent) response.destroy()
      else answerRefusal(response, refuse(500, 'The host could not do that. Its log says why.'))
    })
  })

  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const facts = readFacts(request)
    const drop = () => socket.destroy()
    socket.on('error', drop)
    const verdict = judge(facts)
    if (verdict.kind === 'refuse') return deliver(verdict, facts.remote, () => refuseOnSocket(socket, verdict, headers))
    webSockets.handleUpgrade(request, socket, head, (ws) => {
      socket.off('error', drop)
      const transport = webSocketTransport(ws, socket, limits, logger)
      connections.set(transport, verdict.principal)
      transport.onClose(() => void connections.delete(transport))
      needs.onConnection(transport, verdict.principal)
    })
  })

  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    refuseOnSocket(socket, refuse(404, 'There is nothing here.'), headers)
  })

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'HPE_HEADER_OVERFLOW')
      refuseOnSocket(socket, refuse(431, 'The request headers are too large.'), headers)
    else if (error.code?.startsWith('HPE_')) refuseOnSocket(socket, refuse(400, 'That is not HTTP.'), headers)
    else socket.destroy()
  })

  const stopWatchingRevocations = access.onRevoked((deviceId) => {
    for (const [transport, principal] of [...connections])
      if (principal.kind === 'device' && principal.id === deviceId)
        transport.close(policyViolation, 'The access of this device was taken back.')
  })

  server.on('error', (error) => logger.error('listener failed', { reason: error.message }))
  const shownHost = listenAddress(bind).includes(':') ? `[${listenAddress(bind)}]` : listenAddress(bind)

  async function stop(): Promise<void> {
    stopWatchingRevocations()
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    for (const transport of [...connections.keys()]) transport.close(goingAway, 'The host is stopping.')
    server.closeAllConnections()
    webSockets.close()
    await closed
  }

  let stopped: Promise<void> | undefined
  return {
    kind: 'listening',
    listener: {
      port,
      url: `ws://${shownHost}:${port}${endpointPath}`,
      pageUrl: `http://${shownHost}:${port}`,
      stop: () => (stopped ??= stop()),
    },
  }
}
