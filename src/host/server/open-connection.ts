import type { UnknownAction } from '../../protocol/actions.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import {
  ErrorCode,
  internalError,
  invalidParams,
  invalidRequest,
  methodNotFound,
  notFound,
  permissionDenied,
  ProtocolError,
  sessionNotFound,
} from '../../protocol/errors.ts'
import { createJsonRpcPeer, type JsonRpcPeer } from '../../protocol/json-rpc-peer.ts'
import {
  checkNotificationParams,
  isCommandName,
  parseCommandParams,
  type CommandParams,
} from '../../protocol/messages.ts'
import { isRoadsteadCommandName, parseRoadsteadParams } from '../../protocol/roadstead-commands.ts'
import type { Transport } from '../../protocol/transport.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import { isKnownIn } from '../../protocol/version.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { detailOf } from '../platform/error-detail.ts'
import { checkAction, type CheckedAction } from './check-action.ts'
import { seeEnvelope } from './client-view.ts'
import { closeCodes, type Connection, type ConnectionHost } from './connection.ts'
import { initialize, reconnect, type HandshakeNeeds } from './handshake.ts'
import { createOutgoing, notificationText } from './outgoing.ts'
import type { RememberedClient } from './remembered-clients.ts'
import { mayAsk, scopeOf } from './scope.ts'
import type { CommandContext, Principal } from './server.ts'
import { createSubscriptions } from './subscriptions.ts'
import { turnsBefore } from './turn-window.ts'

/** Takes a client on a transport: nothing but a ping is answered before the handshake (SPEC 4). */
export function openConnection(host: ConnectionHost, transport: Transport, principal: Principal): Connection {
  const { channels, commands: table, rules, logger, facts, secrets = createSecretBook() } = host.options
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
      peer.notify(method, secrets.redactValue(params))
      checkBackpressure()
    },
    forget: (channel) => subscriptions.forget(channel),
    close(code, reason) {
      transport.close(code, reason)
      end()
    },
  }

  const handshake: HandshakeNeeds = { host, connection, subscriptions, begin, prepared }

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
    if (!(error instanceof ProtocolError)) throw error
    if (error.code === ErrorCode.InvalidRequest) countProtocolError()
    // What was wrong is often said in the words of whoever was wrong.
    throw new ProtocolError(error.code, secrets.redact(error.message), secrets.redactValue(error.data))
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
        ? initialize(handshake, parseCommandParams('initialize', params))
        : reconnect(handshake, parseCommandParams('reconnect', params))
    }
    if (context === undefined) throw invalidRequest('initialize comes first')
    if (!isKnownIn(context.protocolVersion, method)) throw methodNotFound(method)
    if (method === 'subscribe') return subscribe(parseCommandParams('subscribe', params), context)
    if (method === 'fetchTurns') return fetchTurns(parseCommandParams('fetchTurns', params), context)
    const handler = Object.hasOwn(table, method) ? table[method] : undefined
    if (handler === undefined) throw methodNotFound(method)
    const parsed = parseParams(method, params)
    if (!mayAsk(context.scope, method, params)) throw permissionDenied('this device is not allowed to do that')
    // The table pairs each method with its parameters' type, which the schema of the method has just checked.
    const result = handler(parsed as never, context)
    if (!(result instanceof Promise)) return settled(result)
    return result.then(settled)
    // What the command applied is on disk and on its way before the command is answered.
    function settled(result: unknown): unknown {
      // A file is handed out as it is: whoever asks for it may write it back.
      const value = method === 'resourceRead' ? result : secrets.redactValue(result)
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

  function begin(clientId: string, protocolVersion: string, locale: string | undefined): CommandContext {
    callOffDeadline()
    client = host.clients.remember(clientId, principal, protocolVersion, locale)
    context = {
      clientId,
      principal,
      scope: scopeOf(principal),
      protocolVersion,
      ...(locale !== undefined && { locale }),
    }
    return context
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
