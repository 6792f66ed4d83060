import type { StateAction } from '../protocol/actions.ts'
import type { Implementation } from '../protocol/capabilities.ts'
import type { InitializeResult, ReconnectResult } from '../protocol/channels/root/commands.ts'
import { ErrorCode, isProtocolError, methodNotFound, ProtocolError } from '../protocol/errors.ts'
import { createJsonRpcPeer, type JsonRpcPeer } from '../protocol/json-rpc-peer.ts'
import {
  checkNotificationParams,
  isNotificationName,
  type CommandName,
  type CommandParams,
  type CommandResult,
} from '../protocol/messages.ts'
import type { RoadsteadCommandName, RoadsteadCommandParams, RoadsteadCommandResult } from '../protocol/roadstead.ts'
import type { CloseReason, Transport } from '../protocol/transport.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import { PROTOCOL_VERSIONS } from '../protocol/version.ts'
import { backoffMs, ConnectionRefused, type ConnectionState, type HostIdentity } from './connection.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import { createDispatches } from './dispatches.ts'
import type { DispatchOutcome } from './host-client.ts'
import { createCell, type Readable } from './readable.ts'
import type { Subscriptions } from './subscription.ts'
import type { Timers } from './timers.ts'

/** No answer can come: there is no connection, or it went while the answer was awaited. */
export class ConnectionLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConnectionLost'
  }
}

/** Any command, of the protocol or our own. */
export type AnyCommand = CommandName | RoadsteadCommandName
export type AnyParams<M extends AnyCommand> = M extends CommandName
  ? CommandParams<M>
  : M extends RoadsteadCommandName
    ? RoadsteadCommandParams<M>
    : never
export type AnyResult<M extends AnyCommand> = M extends CommandName
  ? CommandResult<M>
  : M extends RoadsteadCommandName
    ? RoadsteadCommandResult<M>
    : never

export interface HostLinkOptions {
  readonly open: () => Promise<Transport>
  readonly timers: Timers
  readonly clientId: string
  readonly clientInfo?: Implementation
  readonly locale?: string
  readonly subscriptions: Subscriptions
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

/** Silence after which the host is asked whether it is still there, and how long it has to answer. */
const pingAfterMs = 15_000
const pingTimeoutMs = 5_000
/** A later wake-up than planned by this much means the machine slept: look at once (FAULTS, half-open socket). */
const sleepJumpMs = 10_000
const greetingTimeoutMs = 15_000
/** Close codes after which coming back by itself would be wrong. */
const takenOverCode = 4000
const policyCode = 1008

export function createHostLink(options: HostLinkOptions): HostLink {
  const { timers, clientId, subscriptions } = options
  const connection = createCell<ConnectionState>({ status: 'connecting', attempt: 1, sinceMs: timers.now() })
  const notificationListeners = new Set<(method: string, params: unknown) => void>()
  const connectedListeners = new Set<() => void>()
  const envelopeListeners = new Set<(envelope: ActionEnvelope) => void>()
  const dispatches = createDispatches()
  let peer: JsonRpcPeer | undefined
  let transport: Transport | undefined
  let lastSeenServerSeq = -1
  let greetedBefore: HostIdentity | undefined
  let attempt = 1
  let life = 0
  let closed = false
  let cancelTimer: () => void = () => {}

  function connect(): void {
    const mine = ++life
    connection.set({ status: 'connecting', attempt, sinceMs: timers.now() })
    options.open().then(
      (opened) => (mine === life && !closed ? greet(opened, mine) : opened.close()),
      (error: unknown) => {
        if (mine === life && !closed) failed(error)
      },
    )
  }

  function failed(error: unknown): void {
    if (error instanceof ConnectionRefused) {
      connection.set({ status: 'refused', cause: error.refusal, reason: error.message })
      return
    }
    waitAndRetry(error instanceof Error ? error.message : String(error))
  }

  function waitAndRetry(reason: string): void {
    const wait = backoffMs(attempt)
    connection.set({ status: 'waiting', attempt, sinceMs: timers.now(), retryAtMs: timers.now() + wait, reason })
    attempt += 1
    cancelTimer()
    cancelTimer = timers.after(wait, connect)
  }

  async function greet(opened: Transport, mine: number): Promise<void> {
    transport = opened
    const current = createJsonRpcPeer(
      opened,
      { onRequest: (method) => Promise.reject(methodNotFound(method)), onNotification: receive },
      { scheduler: timers },
    )
    peer = current
    opened.onClose((reason) => {
      if (mine === life && !closed) lost(reason)
    })
    try {
      const host = greetedBefore === undefined ? await initialize(current) : await reconnect(current, greetedBefore)
      if (mine !== life || closed) return
      greetedBefore = host
      attempt = 1
      connection.set({ status: 'catching-up', sinceMs: timers.now(), host })
      subscriptions.attach(wireOf(current))
      for (const listener of [...connectedListeners]) listener()
      await Promise.all(subscriptions.loading().map((channel) => subscribe(current, channel)))
      if (mine !== life || closed) return
      connection.set({ status: 'in-sync', sinceMs: timers.now(), host })
      watchSilence(current, mine)
    } catch (error) {
      if (mine !== life || closed) return
      giveUpOn(error)
    }
  }

  function giveUpOn(error: unknown): void {
    dropConnection()
    if (isProtocolError(error, ErrorCode.UnsupportedProtocolVersion)) {
      connection.set({
        status: 'refused',
        cause: 'version',
        reason: 'This host speaks no version of the protocol that is known here.',
      })
    } else waitAndRetry(error instanceof Error ? error.message : String(error))
  }

  async function initialize(current: JsonRpcPeer): Promise<HostIdentity> {
    const params = {
      channel: ROOT_URI,
      protocolVersions: [...PROTOCOL_VERSIONS],
      clientId,
      initialSubscriptions: [ROOT_URI, ...subscriptions.channels().filter((channel) => channel !== ROOT_URI)],
      ...(options.clientInfo === undefined ? {} : { clientInfo: options.clientInfo }),
      ...(options.locale === undefined ? {} : { locale: options.locale }),
    }
    const result = (await current.request('initialize', params, { timeoutMs: greetingTimeoutMs })) as InitializeResult
    if (!PROTOCOL_VERSIONS.includes(result.protocolVersion)) {
      throw new ProtocolError(ErrorCode.UnsupportedProtocolVersion, 'the host chose a version that was not offered', {
        supportedVersions: [],
      })
    }
    lastSeenServerSeq = result.serverSeq
    for (const snapshot of result.snapshots) subscriptions.reset(snapshot)
    return {
      protocolVersion: result.protocolVersion,
      ...(result.serverInfo === undefined ? {} : { serverInfo: result.serverInfo }),
      ...(result.defaultDirectory === undefined ? {} : { defaultDirectory: result.defaultDirectory }),
      ...(result._meta === undefined ? {} : { meta: result._meta }),
    }
  }

  /** SPEC section 5: what is pending is dropped first; what was accepted comes back in the replay or the snapshot. */
  async function reconnect(current: JsonRpcPeer, host: HostIdentity): Promise<HostIdentity> {
    const wanted = subscriptions.channels()
    subscriptions.hold()
    const params = {
      channel: ROOT_URI,
      clientId,
      lastSeenServerSeq: Math.max(0, lastSeenServerSeq),
      subscriptions: [...new Set([ROOT_URI, ...wanted])],
    }
    const result = (await current.request('reconnect', params, { timeoutMs: greetingTimeoutMs })) as ReconnectResult
    subscriptions.dropPending()
    if (result.type === 'replay') {
      for (const envelope of result.actions) noteEnvelope(envelope)
      subscriptions.replay(result.actions)
      for (const channel of result.missing) subscriptions.markGone(channel, 'The host has no such channel any more.')
    } else {
      const found = new Set(result.snapshots.map((snapshot) => snapshot.resource))
      for (const snapshot of result.snapshots) {
        lastSeenServerSeq = Math.max(lastSeenServerSeq, snapshot.fromSeq)
        subscriptions.reset(snapshot)
      }
      for (const channel of wanted)
        if (!found.has(channel)) subscriptions.markGone(channel, 'The host has no such channel any more.')
    }
    return host
  }

  function wireOf(current: JsonRpcPeer) {
    return {
      subscribe: (channel: string) => void subscribe(current, channel),
      unsubscribe: (channel: string) => current.notify('unsubscribe', { channel }),
    }
  }

  async function subscribe(current: JsonRpcPeer, channel: string): Promise<void> {
    subscriptions.hold(channel)
    try {
      const result = (await current.request('subscribe', { channel })) as CommandResult<'subscribe'>
      if (result.snapshot !== undefined) subscriptions.reset(result.snapshot)
    } catch (error) {
      if (error instanceof ProtocolError) subscriptions.markGone(channel, error.message)
    }
  }

  function receive(method: string, params: unknown): void {
    if (!isNotificationName(method)) return
    const checked = checkNotificationParams(method, params)
    if (!checked.ok) return
    if (method === 'action') receiveEnvelope(checked.value as ActionEnvelope)
    else for (const listener of [...notificationListeners]) listener(method, checked.value)
  }

  function receiveEnvelope(envelope: ActionEnvelope): void {
    subscriptions.receive(envelope)
    noteEnvelope(envelope)
  }

  function noteEnvelope(envelope: ActionEnvelope): void {
    lastSeenServerSeq = Math.max(lastSeenServerSeq, envelope.serverSeq)
    for (const listener of [...envelopeListeners]) listener(envelope)
    if (envelope.origin?.clientId !== clientId) return
    const { clientSeq } = envelope.origin
    const { rejectionReason: reason } = envelope
    dispatches.settle(clientSeq, reason === undefined ? { kind: 'applied' } : { kind: 'rejected', reason })
  }

  function lost(reason: CloseReason): void {
    dropConnection()
    if (reason.code === takenOverCode) {
      connection.set({
        status: 'refused',
        cause: 'taken-over',
        reason: 'Another window of this client is connected instead.',
      })
    } else if (reason.code === policyCode) {
      connection.set({
        status: 'refused',
        cause: 'credential',
        reason: reason.reason || 'The host closed the connection.',
      })
    } else waitAndRetry(reason.reason || 'The connection was lost.')
  }

  function dropConnection(): void {
    life += 1
    cancelTimer()
    subscriptions.attach(undefined)
    subscriptions.dropPending()
    dispatches.loseAll('The connection was lost before the host answered.')
    peer?.dispose()
    peer = undefined
    transport?.close()
    transport = undefined
  }

  /** A socket can be dead without closing; only an answer proves that it is not. */
  function watchSilence(current: JsonRpcPeer, mine: number): void {
    const planned = timers.now() + pingAfterMs
    cancelTimer = timers.after(pingAfterMs, () => {
      if (mine !== life) return
      const slept = timers.now() - planned > sleepJumpMs
      const sentAt = timers.now()
      current.request('ping', { channel: ROOT_URI }, { timeoutMs: slept ? pingTimeoutMs / 2 : pingTimeoutMs }).then(
        () => {
          const state = connection.get()
          if (mine !== life || state.status !== 'in-sync') return
          connection.set({ ...state, latencyMs: Math.max(0, timers.now() - sentAt) })
          watchSilence(current, mine)
        },
        () => {
          if (mine === life && !closed) lost({ code: 1006, reason: 'The host does not answer.' })
        },
      )
    })
  }

  const link: HostLink = {
    connection,
    async request(method, params) {
      const current = await peerForRequest()
      try {
        return (await current.request(method, params)) as AnyResult<typeof method>
      } catch (error) {
        if (error instanceof ProtocolError) throw error
        throw new ConnectionLost('The connection was lost before the host answered.')
      }
    },
    dispatch(channel, action) {
      const current = peer
      const { status } = connection.get()
      if (current === undefined || (status !== 'in-sync' && status !== 'catching-up')) {
        return Promise.resolve({ kind: 'lost', reason: 'There is no connection to the host.' })
      }
      const mirror = subscriptions.mirror(channel)
      const { clientSeq, outcome } = dispatches.begin(mirror !== undefined)
      if (isPredicted(action)) mirror?.predict(clientSeq, action)
      current.notify('dispatchAction', { channel, clientSeq, action })
      return outcome
    },
    onNotification(listener) {
      notificationListeners.add(listener)
      return () => void notificationListeners.delete(listener)
    },
    onEnvelope(listener) {
      envelopeListeners.add(listener)
      return () => void envelopeListeners.delete(listener)
    },
    onConnected(listener) {
      connectedListeners.add(listener)
      return () => void connectedListeners.delete(listener)
    },
    retry() {
      if (closed || connection.get().status === 'in-sync' || connection.get().status === 'catching-up') return
      cancelTimer()
      attempt = 1
      connect()
    },
    close() {
      if (closed) return
      dropConnection()
      closed = true
      connection.set({ status: 'closed' })
    },
  }

  /** The first connection is waited for; a lost one is not, so that nobody's request is sent much later. */
  function peerForRequest(): Promise<JsonRpcPeer> {
    const ready = () => (['in-sync', 'catching-up'].includes(connection.get().status) ? peer : undefined)
    const now = ready()
    if (now !== undefined) return Promise.resolve(now)
    if (connection.get().status !== 'connecting')
      return Promise.reject(new ConnectionLost('There is no connection to the host.'))
    return new Promise((resolve, reject) => {
      const stop = connection.subscribe(() => {
        const current = ready()
        if (current === undefined && connection.get().status === 'connecting') return
        stop()
        if (current === undefined) reject(new ConnectionLost('The host could not be reached.'))
        else resolve(current)
      })
    })
  }

  connect()
  return link
}

/** SPEC 7.3: typing has no state to predict. */
function isPredicted(action: StateAction): boolean {
  return action.type !== 'terminal/input'
}
