import type { StateAction } from '../protocol/actions.ts'
import type { Implementation } from '../protocol/capabilities.ts'
import type { ActionEnvelope, ActionOrigin } from '../protocol/envelope.ts'
import { ErrorCode, isProtocolError, methodNotFound, ProtocolError } from '../protocol/errors.ts'
import { createJsonRpcPeer, TransportClosed, type JsonRpcPeer } from '../protocol/json-rpc-peer.ts'
import type { CloseReason, Transport } from '../protocol/transport.ts'
import { parseChannelUri } from '../protocol/uri.ts'
import { ConnectionLost, readResult, type AnyCommand, type AnyParams, type AnyResult } from './commands.ts'
import {
  backoffMs,
  ConnectionRefused,
  refusalOf,
  type ConnectionState,
  type HostIdentity,
  type TerminalConnectionState,
} from './connection.ts'
import type { DispatchOutcome, Dispatches } from './dispatches.ts'
import { initialize, reconnect, type Greeting } from './greeting.ts'
import { createCell, type Readable } from './readable.ts'
import { readNotification } from './received.ts'
import { watchSilence } from './silence.ts'
import { noState, type SubscribeAnswer, type Subscriptions } from './subscription.ts'
import type { Timers } from './timers.ts'

/** What a link is made of; `open` yields a fresh transport each time, or throws ConnectionRefused. */
export interface HostLinkOptions {
  readonly open: () => Promise<Transport>
  readonly timers: Timers
  readonly clientId: string
  readonly clientInfo?: Implementation
  readonly locale?: string
  readonly turnWindow?: number
  readonly subscriptions: Subscriptions
  readonly dispatches: Dispatches
}

/** The connection below a client: opens, greets, comes back, and says how it is. */
export interface HostLink {
  readonly connection: Readable<ConnectionState>
  request<M extends AnyCommand>(method: M, params: AnyParams<M>): Promise<AnyResult<M>>
  dispatch(channel: string, action: StateAction): Promise<DispatchOutcome>
  /** Notifications other than `action`, checked. */
  onNotification(listener: (method: string, params: unknown) => void): () => void
  onEnvelope(listener: (envelope: ActionEnvelope) => void): () => void
  /** After each successful greeting, first and later ones. */
  onConnected(listener: () => void): () => void
  retry(): void
  close(): void
}

/** How long a transport may take to open. */
const openWithinMs = 20_000

/** One transport and what goes with it; everything of it ends with `end`. */
interface Line {
  readonly transport: Transport
  readonly peer: JsonRpcPeer
  /** Envelopes that came behind the answer to the greeting, until that answer has been taken up. */
  early: ActionEnvelope[] | undefined
  stopWatching(): void
}

/** Begins to connect at once, and goes on until it is refused or closed. */
export function createHostLink(options: HostLinkOptions): HostLink {
  const { timers, clientId, subscriptions, dispatches } = options
  const connection = createCell<ConnectionState>({ status: 'connecting', attempt: 1, sinceMs: timers.now() })
  const notificationListeners = new Set<(method: string, params: unknown) => void>()
  const connectedListeners = new Set<() => void>()
  const envelopeListeners = new Set<(envelope: ActionEnvelope) => void>()
  let line: Line | undefined
  let lastSeenServerSeq = -1
  let greetedBefore: HostIdentity | undefined
  let attempt = 1
  let life = 0
  let closed = false
  let cancelTimer: () => void = () => {}

  function connect(): void {
    const mine = ++life
    cancelTimer()
    cancelTimer = timers.after(openWithinMs, () => {
      if (mine === life) waitAndRetry('The host did not answer in time.')
    })
    connection.set({ status: 'connecting', attempt, sinceMs: timers.now() })
    new Promise<Transport>((resolve) => resolve(options.open())).then(
      (opened) => (mine === life ? void greet(opened, mine) : opened.close()),
      (error: unknown) => {
        if (mine === life) fail(error)
      },
    )
  }

  function fail(error: unknown): void {
    endLine()
    if (error instanceof ConnectionRefused) refuse(error.refusal, error.message)
    else if (error instanceof TransportClosed) lost(error.closeReason)
    else if (isProtocolError(error, ErrorCode.UnsupportedProtocolVersion))
      refuse('version', 'This host speaks no version of the protocol that is known here.')
    else waitAndRetry(error instanceof Error ? error.message : String(error))
  }

  function refuse(cause: (TerminalConnectionState & { status: 'refused' })['cause'], reason: string): void {
    endLine()
    connection.set({ status: 'refused', cause, reason })
  }

  function waitAndRetry(reason: string): void {
    endLine()
    const wait = backoffMs(attempt)
    cancelTimer = timers.after(wait, connect)
    connection.set({ status: 'waiting', attempt, sinceMs: timers.now(), retryAtMs: timers.now() + wait, reason })
    attempt += 1
  }

  async function greet(transport: Transport, mine: number): Promise<void> {
    cancelTimer()
    const peer = createJsonRpcPeer(
      transport,
      { onRequest: (method) => Promise.reject(methodNotFound(method)), onNotification: receive },
      { scheduler: timers },
    )
    const current: Line = { transport, peer, early: [], stopWatching: () => {} }
    line = current
    let greeted = false
    let closeReason: CloseReason | undefined
    transport.onClose((reason) => {
      closeReason = reason
      // During the greeting its own answer tells more: a host that says no closes at once.
      if (mine === life && greeted) lost(reason)
    })
    try {
      const greeting = await greetOn(peer)
      if (mine !== life) return
      if (closeReason !== undefined) return lost(closeReason)
      greeted = true
      await catchUp(current, greeting, mine)
    } catch (error) {
      if (mine === life) fail(error)
    }
  }

  async function greetOn(peer: JsonRpcPeer): Promise<Greeting> {
    const { clientInfo, locale } = options
    const greeter = {
      clientId,
      ...(clientInfo !== undefined && { clientInfo }),
      ...(locale !== undefined && { locale }),
      channels: subscriptions.channels(),
      isPartial: (channel: string) => viewOf(channel).view !== undefined,
    }
    if (greetedBefore === undefined) return initialize(peer, greeter)
    try {
      return await reconnect(peer, greeter, greetedBefore, lastSeenServerSeq)
    } catch (error) {
      // A host that has forgotten this client says so; then it is a new one.
      if (!(error instanceof ProtocolError)) throw error
      return initialize(peer, greeter)
    }
  }

  async function catchUp(current: Line, greeting: Greeting, mine: number): Promise<void> {
    const { host } = greeting
    greetedBefore = host
    attempt = 1
    if (greeting.serverSeq !== undefined) lastSeenServerSeq = greeting.serverSeq
    for (const snapshot of greeting.snapshots) subscriptions.reset(snapshot)
    for (const envelope of greeting.missed) take(envelope)
    for (const channel of greeting.gone) subscriptions.markGone(channel, 'The host has no such channel any more.')
    const { early } = current
    current.early = undefined
    for (const envelope of early ?? []) take(envelope)
    current.stopWatching = watchSilence(current.peer, timers, {
      onLatency(latencyMs) {
        const state = connection.get()
        if (state.status === 'in-sync') connection.set({ ...state, latencyMs })
      },
      onDead: () => lost({ code: 1006, reason: 'The host does not answer.' }),
    })
    const caughtUp = subscriptions.attach(wireOf(current.peer), greeting.resumed, greeting.gone)
    connection.set({ status: 'catching-up', sinceMs: timers.now(), host })
    if (mine !== life) return
    for (const listener of [...connectedListeners]) listener()
    await caughtUp
    if (mine === life) connection.set({ status: 'in-sync', sinceMs: timers.now(), host })
  }

  function wireOf(peer: JsonRpcPeer) {
    return {
      subscribe: (channel: string) => subscribe(peer, channel),
      unsubscribe: (channel: string) => peer.notify('unsubscribe', { channel }),
    }
  }

  async function subscribe(peer: JsonRpcPeer, channel: string): Promise<SubscribeAnswer | undefined> {
    try {
      const { snapshot } = readResult('subscribe', await peer.request('subscribe', { channel, ...viewOf(channel) }))
      return snapshot === undefined ? { kind: 'gone', reason: noState } : { kind: 'snapshot', snapshot }
    } catch (error) {
      return error instanceof ProtocolError ? { kind: 'gone', reason: error.message } : undefined
    }
  }

  function viewOf(channel: string): { view?: { turns: number } } {
    if (options.turnWindow === undefined || parseChannelUri(channel)?.kind !== 'chat') return {}
    return { view: { turns: options.turnWindow } }
  }

  function receive(method: string, params: unknown): void {
    const received = readNotification(method, params)
    if (received.kind === 'envelope') {
      if (line?.early === undefined) take(received.envelope)
      else line.early.push(received.envelope)
    } else if (received.kind === 'unreadable') {
      note(received.serverSeq, received.origin, { kind: 'lost', reason: 'The answer of the host cannot be read.' })
    } else if (received.kind === 'notification') {
      for (const listener of [...notificationListeners]) listener(received.method, received.params)
    }
  }

  function take(envelope: ActionEnvelope): void {
    const { serverSeq, origin, rejectionReason: reason } = envelope
    subscriptions.receive(envelope)
    for (const listener of [...envelopeListeners]) listener(envelope)
    note(serverSeq, origin, reason === undefined ? { kind: 'applied' } : { kind: 'rejected', reason })
  }

  function note(serverSeq: number, origin: ActionOrigin | undefined, outcome: DispatchOutcome): void {
    lastSeenServerSeq = Math.max(lastSeenServerSeq, serverSeq)
    if (origin?.clientId === clientId) dispatches.settle(origin.clientSeq, outcome)
  }

  function lost(reason: CloseReason): void {
    const refusal = refusalOf(reason)
    if (refusal === undefined) waitAndRetry(reason.reason || 'The connection was lost.')
    else refuse(refusal.cause, refusal.reason)
  }

  /** SPEC 5: what is pending is dropped; what the host had accepted comes back in the replay or the snapshot. */
  function endLine(): void {
    life += 1
    cancelTimer()
    const ended = line
    line = undefined
    if (ended === undefined) return
    ended.stopWatching()
    subscriptions.detach()
    subscriptions.dropPending()
    dispatches.loseAll('The connection was lost before the host answered.')
    ended.peer.dispose()
    ended.transport.close()
  }

  const isConnected = () => ['in-sync', 'catching-up'].includes(connection.get().status)

  const link: HostLink = {
    connection,
    async request(method, params) {
      const peer = await peerForRequest()
      let answer: unknown
      try {
        answer = await peer.request(method, params)
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        throw new ConnectionLost('The connection was lost before the host answered.')
      }
      return readResult(method, answer)
    },
    dispatch(channel, action) {
      const peer = line?.peer
      if (peer === undefined || !isConnected())
        return Promise.resolve({ kind: 'lost', reason: 'There is no connection to the host.', isUnsent: true })
      // Only subscribers hear what became of an action, so the sender is one until it has heard.
      const watched = subscriptions.watch(channel)
      const { clientSeq, outcome } = dispatches.begin(channel)
      if (isPredicted(action)) subscriptions.mirror(channel)?.predict(clientSeq, action)
      peer.notify('dispatchAction', { channel, clientSeq, action })
      void outcome.then(() => watched.release())
      return outcome
    },
    onNotification: listen(notificationListeners),
    onEnvelope: listen(envelopeListeners),
    onConnected: listen(connectedListeners),
    retry() {
      const { status } = connection.get()
      if (status !== 'waiting' && status !== 'refused') return
      attempt = 1
      connect()
    },
    close() {
      if (closed) return
      closed = true
      endLine()
      connection.set({ status: 'closed' })
    },
  }

  /** A connection that is being made is waited for; without one nothing is sent, or it would be sent much later. */
  function peerForRequest(): Promise<JsonRpcPeer> {
    const ready = () => (isConnected() ? line?.peer : undefined)
    const now = ready()
    if (now !== undefined) return Promise.resolve(now)
    if (connection.get().status !== 'connecting')
      return Promise.reject(new ConnectionLost('There is no connection to the host.', true))
    return new Promise((resolve, reject) => {
      const stop = connection.subscribe(() => {
        const current = ready()
        if (current === undefined && connection.get().status === 'connecting') return
        stop()
        if (current === undefined) reject(new ConnectionLost('The host could not be reached.', true))
        else resolve(current)
      })
    })
  }

  connect()
  return link
}

const listen =
  <L>(listeners: Set<L>) =>
  (listener: L): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

/** SPEC 7.3: typing has no state to predict. */
function isPredicted(action: StateAction): boolean {
  return action.type !== 'terminal/input'
}
