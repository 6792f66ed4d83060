/** One side of a JSON-RPC conversation, the same for client and host: each has its own id space (SPEC 2). */
import { internalError, invalidRequest, ProtocolError } from './errors.ts'
import { type Frame, type JsonRpcMessage, parseFrame, type RequestId } from './json-rpc.ts'
import type { CloseReason, Transport, Unsubscribe } from './transport.ts'

/** What a request handler gets besides the parameters. */
export type RequestContext = {
  id: RequestId
  /**
   * Sends the result at once, so that what is sent next is behind it on the wire. The value the handler returns later
   * is then ignored. Returning a plain value does the same; only a promise answers later.
   */
  respond(result: unknown): void
}

/** What is done with what the other side sends. */
export type JsonRpcHandlers = {
  /** Returns the result, or a promise of it. A thrown ProtocolError is the answer; anything else is a fault. */
  onRequest(method: string, params: unknown, context: RequestContext): unknown
  onNotification(method: string, params: unknown): void
  /** A frame that broke the rules; it has been answered already. */
  onInvalid?(frame: Extract<Frame, { kind: 'invalid' }>): void
  /** A handler threw what it should not have. The peer has been told no more than "internal error". */
  onFault?(error: unknown, method: string): void
}

/** The timer a request with a time limit needs; `Timers` of the client will do. */
export type RequestScheduler = { after(ms: number, task: () => void): () => void }

/** One end of a JSON-RPC conversation. */
export interface JsonRpcPeer {
  /** Rejects with a ProtocolError the other side sent, TransportClosed, or RequestTimedOut. */
  request(method: string, params: unknown, options?: { timeoutMs?: number }): Promise<unknown>
  notify(method: string, params: unknown): void
  /** Requests of ours without an answer yet. */
  readonly pendingRequests: number
  /** Stops listening and rejects what is pending; the transport stays open. */
  dispose(): void
}

/** The transport went before the answer came. */
export class TransportClosed extends Error {
  override readonly name = 'TransportClosed'
  readonly closeReason: CloseReason

  constructor(closeReason: CloseReason) {
    super(`the transport was closed (${closeReason.code})`)
    this.closeReason = closeReason
  }
}

/** No answer within the time the caller allowed. A later answer is dropped. */
export class RequestTimedOut extends Error {
  override readonly name = 'RequestTimedOut'
}

type PendingRequest = { resolve(result: unknown): void; reject(error: Error): void }

/** Listens on the transport until it closes. `scheduler` is needed only for requests with `timeoutMs`. */
export function createJsonRpcPeer(
  transport: Transport,
  handlers: JsonRpcHandlers,
  { scheduler }: { scheduler?: RequestScheduler } = {},
): JsonRpcPeer {
  const pending = new Map<RequestId, PendingRequest>()
  const unanswered = new Set<RequestId>()
  let nextId = 1
  let closed: CloseReason | undefined

  function send(message: JsonRpcMessage): void {
    if (closed === undefined) transport.send(JSON.stringify(message))
  }

  function sendError(id: RequestId | null, { code, message, data }: ProtocolError): void {
    send({ jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } })
  }

  function answerRequest(id: RequestId, method: string, params: unknown): void {
    if (unanswered.has(id)) {
      const { code, message } = invalidRequest('the id is not answered yet')
      return refuse({ kind: 'invalid', id, code, message })
    }
    unanswered.add(id)
    const respond = (result: unknown): void => {
      if (unanswered.delete(id)) send({ jsonrpc: '2.0', id, result: result === undefined ? null : result })
    }
    const fail = (error: unknown): void => {
      if (!(error instanceof ProtocolError)) handlers.onFault?.(error, method)
      if (unanswered.delete(id)) sendError(id, error instanceof ProtocolError ? error : internalError())
    }
    try {
      const result = handlers.onRequest(method, params, { id, respond })
      if (isPromise(result)) result.then(respond, fail)
      else respond(result)
    } catch (error) {
      fail(error)
    }
  }

  function settle(frame: Extract<Frame, { kind: 'response' }>): void {
    const request = frame.id === null ? undefined : pending.get(frame.id)
    if (frame.id === null || request === undefined) return
    pending.delete(frame.id)
    if (frame.error === undefined) request.resolve(frame.result)
    else request.reject(new ProtocolError(frame.error.code, frame.error.message, frame.error.data))
  }

  function refuse(frame: Extract<Frame, { kind: 'invalid' }>): void {
    sendError(frame.id, new ProtocolError(frame.code, frame.message))
    handlers.onInvalid?.(frame)
  }

  function receive(text: string): void {
    const frame = parseFrame(text)
    switch (frame.kind) {
      case 'request':
        return answerRequest(frame.id, frame.method, frame.params)
      case 'notification':
        return takeNotification(frame.method, frame.params)
      case 'response':
        return settle(frame)
      case 'invalid':
        return refuse(frame)
    }
  }

  function takeNotification(method: string, params: unknown): void {
    try {
      handlers.onNotification(method, params)
    } catch (error) {
      handlers.onFault?.(error, method)
    }
  }

  function end(reason: CloseReason): void {
    if (closed !== undefined) return
    closed = reason
    stopListening()
    unanswered.clear()
    const requests = [...pending.values()]
    pending.clear()
    for (const request of requests) request.reject(new TransportClosed(reason))
  }

  const subscriptions: Unsubscribe[] = []
  function stopListening(): void {
    for (const unsubscribe of subscriptions.splice(0)) unsubscribe()
  }
  subscriptions.push(transport.onClose(end))
  subscriptions.push(transport.onMessage(receive))

  return {
    request(method, params, { timeoutMs } = {}) {
      if (closed !== undefined) return Promise.reject(new TransportClosed(closed))
      const id = nextId++
      return new Promise((resolve, reject) => {
        const expire = () => {
          pending.delete(id)
          reject(new RequestTimedOut(`no answer to ${method} within ${timeoutMs} ms`))
        }
        const callOff = timeoutMs === undefined ? undefined : scheduler?.after(timeoutMs, expire)
        pending.set(id, {
          resolve(result) {
            callOff?.()
            resolve(result)
          },
          reject(error) {
            callOff?.()
            reject(error)
          },
        })
        send({ jsonrpc: '2.0', id, method, params })
      })
    },
    notify(method, params) {
      send({ jsonrpc: '2.0', method, params })
    },
    get pendingRequests() {
      return pending.size
    },
    dispose() {
      end({ code: 1000, reason: 'disposed' })
    },
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise
}
