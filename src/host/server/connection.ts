import type { UnknownAction } from '../../protocol/actions.ts'
import { checkNotificationParams, isCommandName, parseCommandParams } from '../../protocol/messages.ts'
import type { CommandParams, CommandResult } from '../../protocol/messages.ts'
import {
  ErrorCode,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  notFound,
} from '../../protocol/errors.ts'
import { permissionDenied, ProtocolError, sessionNotFound, unsupportedProtocolVersion } from '../../protocol/errors.ts'
import { createJsonRpcPeer, type JsonRpcPeer } from '../../protocol/json-rpc-peer.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { isRoadsteadCommandName, parseRoadsteadParams } from '../../protocol/roadstead.ts'
import type { Transport } from '../../protocol/transport.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import { isKnownIn, negotiate, PROTOCOL_VERSION } from '../../protocol/version.ts'
import { checkAction, type CheckedAction } from './check-action.ts'
import type { ServerOptions } from './options.ts'
import { detailOf } from '../platform/error-detail.ts'
import type { After } from '../platform/timers.ts'
import { createOutgoing, notificationText } from './outgoing.ts'
import type { RememberedClient, RememberedClients } from './remembered-clients.ts'
import { mayAsk, scopeOf } from './scope.ts'
import type { CommandContext, Principal, ServerLimits } from './server.ts'
import { turnsBefore } from './turn-window.ts'
import { seeEnvelope } from './client-view.ts'
import { createSubscriptions } from './subscriptions.ts'

/** Closing codes of our own and of WebSocket (attacks README, W8, W9 and limits). */
export const closeCodes = { goingAway: 1001, policy: 1008, tooSlow: 1013, takenOver: 4000 } as const

/** The part of the server one connection needs. */
export interface ConnectionHost {
  readonly options: ServerOptions
  readonly limits: ServerLimits
  readonly after: After
  readonly clients: RememberedClients
  /** Called before the handshake is answered; throws when the client id is in use by somebody else. */
  claimClientId(connection: Connection, clientId: string): void
  onReady(connection: Connection, clientId: string, resumed: readonly string[] | undefined): void
  onSubscribed(channel: string, change: 1 | -1): void
  onEnd(connection: Connection): void
}

/** One client on one transport. */
export interface Connection {
  readonly principal: Principal
  /** Set once the handshake is done. */
  readonly clientId: string | undefined
  isSubscribed(channel: string): boolean
  /** `text`: the envelope's notification as JSON, made once for all connections. */
  sendEnvelope(envelope: ActionEnvelope, text: () => string): void
  notify(method: string, params: object): void
  /** The channel is gone. */
  forget(channel: string): void
  close(code: number, reason: string): void
}

export function openConnection(host: ConnectionHost, transport: Transport, principal: Principal): Connection {
  const { channels, commands: table, rules, logger, facts } = host.options
  const outgoing = createOutgoing(transport, host.after)
  const subscriptions = createSubscriptions(channels, host.limits.subscriptions, (channel, change) =>
    host.onSubscribed(channel, change),
  )
  let context: CommandContext | undefined
  let client: RememberedClient | undefined
  let shakingHands = false
  let protocolErrors = 0
  let ended = false

  const connection: Connection = {
    principal,
    get clientId() {
      return context?.clientId
    },
    isSubscribed: (channel) => subscriptions.has(channel),
    sendEnvelope,
    notify(method, params) {
      if (context === undefined || !isKnownIn(context.protocolVersion, method)) return
      peer.notify(method, params)
      checkBackpressure()
    },
    forget: (channel) => subscriptions.forget(channel),
    close(code, reason) {
      transport.close(code, reason)
      end()
    },
  }

  const callOffDeadline = host.after(host.limits.initializeWithinMs, () => {
    if (context === undefined) connection.close(closeCodes.policy, 'no initialize in time')
  })

  // Whatever else is sent must not overtake text that is held back to be merged.
  const ordered: Transport = {
    send(text) {
      outgoing.flush()
      transport.send(text)
    },
    onMessage: (listener) => transport.onMessage(listener),
    onClose: (listener) => transport.onClose(listener),
    close: (code, reason) => transport.close(code, reason),
  }
  const peer: JsonRpcPeer = createJsonRpcPeer(ordered, {
    onRequest: (method, params, request) => {
      try {
        const result = answer(method, params, request)
        return result instanceof Promise ? result.catch(failed) : result
      } catch (error) {
        return failed(error)
      }
    },
    onNotification: take,
    onInvalid: countProtocolError,
    onFault: (error, method) =>
      logger.error('A request failed', {
        method,
        detail: detailOf(error),
      }),
  })
  transport.onClose(end)

  function end(): void {
    if (ended) return
    ended = true
    callOffDeadline()
    outgoing.dispose()
    peer.dispose()
    subscriptions.clear()
    host.onEnd(connection)
  }

  function failed(error: unknown): never {
    if (error instanceof ProtocolError && error.code === ErrorCode.InvalidRequest) countProtocolError()
    throw error
  }

  function countProtocolError(): void {
    protocolErrors++
    // The answer to the last one still goes out before the connection is closed.
    if (protocolErrors >= host.limits.protocolErrors)
      queueMicrotask(() => connection.close(closeCodes.policy, 'too many protocol errors'))
  }

  function checkBackpressure(): void {
    if ((transport.bufferedBytes ?? 0) > host.limits.queuedBytes)
      connection.close(closeCodes.tooSlow, 'the client is too slow')
  }

  function sendEnvelope(envelope: ActionEnvelope, text: () => string): void {
    const subscription = subscriptions.get(envelope.channel)
    if (subscription === undefined || context === undefined || envelope.serverSeq <= subscription.fromSeq) return
    const seen = seeEnvelope(envelope, context)
    if (seen === undefined) return
    outgoing.send(seen, seen === envelope ? text() : notificationText(seen), subscription.maxLatencyMs)
    checkBackpressure()
  }

  function answer(method: string, params: unknown, request: { respond(result: unknown): void }): unknown {
    if (method === 'ping') {
      parseCommandParams('ping', params)
      return null
    }
    if (method === 'initialize' || method === 'reconnect') {
      if (context !== undefined || shakingHands) throw invalidRequest('the handshake is done already')
      return method === 'initialize'
        ? initialize(parseCommandParams('initialize', params))
        : reconnect(parseCommandParams('reconnect', params))
    }
    if (context === undefined) throw invalidRequest('initialize comes first')
    if (!isKnownIn(context.protocolVersion, method)) throw methodNotFound(method)
    if (method === 'subscribe') return subscribe(parseCommandParams('subscribe', params), context)
    if (method === 'fetchTurns') return fetchTurns(parseCommandParams('fetchTurns', params), context)
    const handler = Object.hasOwn(table, method) ? table[method] : undefined
    if (handler === undefined) throw methodNotFound(method)
    const parsed = parseParams(method, params)
    if (!mayAsk(context.scope, method, params)) throw permissionDenied('this device is not allowed to do that')
    const result = handler(parsed as never, context)
    if (!(result instanceof Promise)) return settled(result)
    return result.then(settled)
    // What the command applied is on disk and on its way before the command is answered.
    function settled(value: unknown): unknown {
      channels.flush()
      request.respond(value)
      return value
    }
  }

  function parseParams(method: string, params: unknown): unknown {
    if (isCommandName(method)) return parseCommandParams(method, params)
    if (isRoadsteadCommandName(method)) return parseRoadsteadParams(method, params)
    logger.error('A command without a schema was asked for', { method })
    throw methodNotFound(method)
  }

  function take(method: string, params: unknown): void {
    if (context === undefined || (method !== 'unsubscribe' && method !== 'dispatchAction')) return
    if (method === 'unsubscribe') {
      const checked = checkNotificationParams('unsubscribe', params)
      return checked.ok ? subscriptions.drop(checked.value.channel) : countProtocolError()
    }
    const checked = checkNotificationParams('dispatchAction', params)
    if (!checked.ok) return countProtocolError()
    const { channel, clientSeq, action: offered } = checked.value
    if (!channels.has(channel)) return
    const origin = { clientId: context.clientId, clientSeq }
    const judged = judge(channel, offered, context)
    if (judged.kind === 'refused') {
      // The echo carries what was offered, whatever it was; nothing but its sender reads it.
      channels.reject(channel, offered as ActionEnvelope['action'], origin, judged.reason)
    } else if (client?.noteApplied(clientSeq, channel, offered) === true) {
      channels.apply(channel, judged.action, origin)
    }
  }

  function judge(channel: string, offered: UnknownAction, who: CommandContext): CheckedAction {
    try {
      return checkAction(channels, rules, channel, offered, who)
    } catch (error) {
      logger.error('A rule failed', { action: offered.type, detail: detailOf(error) })
      return { kind: 'refused', reason: 'the host could not judge this action' }
    }
  }

  function initialize(params: CommandParams<'initialize'>): unknown {
    const negotiation = negotiate(params.protocolVersions)
    if (negotiation.kind === 'malformed') throw invalidParams(negotiation.problem)
    if (negotiation.kind === 'unsupported') {
      queueMicrotask(() => connection.close(closeCodes.policy, 'no common protocol version'))
      throw unsupportedProtocolVersion(negotiation.supportedVersions)
    }
    const { protocolVersion } = negotiation
    const wanted = [...new Set(params.initialSubscriptions ?? [])]
    subscriptions.checkRoom(wanted)
    return prepared(wanted, () => {
      host.claimClientId(connection, params.clientId)
      begin(params.clientId, protocolVersion, params.locale)
      channels.flush()
      const snapshots = wanted
        .filter((channel) => channels.has(channel))
        .map((channel) => subscriptions.takeSnapshot(channel, protocolVersion))
      host.onReady(connection, params.clientId, undefined)
      return {
        protocolVersion,
        serverSeq: channels.serverSeq,
        snapshots,
        serverInfo: facts.serverInfo,
        ...(facts.defaultDirectory !== undefined && { defaultDirectory: facts.defaultDirectory }),
        ...(facts.completionTriggerCharacters && {
          completionTriggerCharacters: [...facts.completionTriggerCharacters],
        }),
        ...(facts.meta && { _meta: facts.meta() }),
      } satisfies CommandResult<'initialize'>
    })
  }

  function reconnect(params: CommandParams<'reconnect'>): unknown {
    const wanted = [...new Set(params.subscriptions)]
    subscriptions.checkRoom(wanted)
    return prepared(wanted, () => {
      host.claimClientId(connection, params.clientId)
      const known = host.clients.find(params.clientId, principal)
      // `reconnect` names no version. One nobody remembers is taken for the newest: others ignore what they do not know.
      const protocolVersion = known?.protocolVersion ?? PROTOCOL_VERSION
      begin(params.clientId, protocolVersion, known?.locale)
      channels.flush()
      const there = wanted.filter((channel) => channels.has(channel))
      const after = params.lastSeenServerSeq
      const missed = known === undefined || after > channels.serverSeq ? undefined : replay(after, there)
      let result: CommandResult<'reconnect'>
      if (missed === undefined) {
        result = {
          type: 'snapshot',
          snapshots: there.map((channel) => subscriptions.takeSnapshot(channel, protocolVersion)),
        }
      } else {
        for (const channel of there) subscriptions.resume(channel)
        result = { type: 'replay', actions: missed, missing: wanted.filter((channel) => !channels.has(channel)) }
      }
      host.onReady(connection, params.clientId, there)
      return result
    })
  }

  function replay(after: number, there: readonly string[]): ActionEnvelope[] | undefined {
    const missed = there.length === 0 ? [] : channels.since(after, new Set(there))
    const who = context
    return who === undefined ? undefined : missed?.flatMap((envelope) => seeEnvelope(envelope, who) ?? [])
  }

  /** Runs `finish` at once, or after channels that are made when they are asked for are there. */
  function prepared<T>(wanted: readonly string[], finish: () => T): T | Promise<T> {
    const { prepareChannel } = host.options
    const missing = prepareChannel === undefined ? [] : wanted.filter((channel) => !channels.has(channel))
    if (prepareChannel === undefined || missing.length === 0) return finish()
    shakingHands = context === undefined
    const all = missing.map(async (channel) => prepareChannel(channel))
    return Promise.allSettled(all).then((outcomes) => {
      shakingHands = false
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          logger.error('A channel could not be prepared', { detail: String(outcome.reason) })
      }
      if (ended) throw internalError()
      return finish()
    })
  }

  function begin(clientId: string, protocolVersion: string, locale: string | undefined): void {
    callOffDeadline()
    client = host.clients.remember(clientId, principal, protocolVersion, locale)
    context = {
      clientId,
      principal,
      scope: scopeOf(principal),
      protocolVersion,
      ...(locale !== undefined && { locale }),
    }
  }

  function subscribe(
    { channel, delivery, view }: CommandParams<'subscribe'>,
    { protocolVersion }: CommandContext,
  ): unknown {
    subscriptions.checkRoom([channel])
    return prepared([channel], () => {
      if (!channels.has(channel)) {
        const parsed = parseChannelUri(channel, facts.providers?.())
        if (parsed === undefined) throw invalidParams('channel: not a channel of this host')
        throw parsed.kind === 'session' ? sessionNotFound(channel) : notFound(channel)
      }
      channels.flush()
      return { snapshot: subscriptions.takeSnapshot(channel, protocolVersion, view?.turns, delivery?.maxLatencyMs) }
    })
  }

  /** Older turns go to the one who asks: others have windows of their own, the host's state has them all. */
  function fetchTurns({ channel, cursor }: CommandParams<'fetchTurns'>, who: CommandContext): unknown {
    const state = channels.state(channel, 'chat')
    if (state === undefined) {
      throw parseChannelUri(channel) === undefined ? invalidParams('channel: not a chat') : notFound(channel)
    }
    const subscription = subscriptions.get(channel)
    const from = cursor ?? subscription?.cursor
    const page = from === undefined ? { turns: [] } : turnsBefore(state, from)
    if (page === undefined) throw invalidParams('cursor: unknown')
    if (subscription === undefined) return {}
    channels.flush()
    if (subscription.cursor === from) subscription.cursor = 'turnsNextCursor' in page ? page.turnsNextCursor : undefined
    const envelope: ActionEnvelope = {
      channel,
      action: { type: 'chat/turnsLoaded', ...page },
      serverSeq: channels.takeNumber(),
    }
    const seen = seeEnvelope(envelope, who)
    if (seen !== undefined) outgoing.send(seen, notificationText(seen), 0)
    return {}
  }

  return connection
}
