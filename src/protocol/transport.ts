/** An ordered two-way stream of text messages, whatever carries it. */

/** Takes a listener back. */
export type Unsubscribe = () => void

/** Why a transport is closed; codes are those of WebSocket closing frames (1000 normal, 1006 lost). */
export type CloseReason = { code: number; reason: string }

/**
 * Messages arrive complete, in order and once. What came before the first message listener is kept for it. After a
 * close nothing more is delivered, and a close listener attached late is still told.
 */
export interface Transport {
  /** Does nothing once the transport is closed. */
  send(text: string): void
  onMessage(listener: (text: string) => void): Unsubscribe
  onClose(listener: (reason: CloseReason) => void): Unsubscribe
  close(code?: number, reason?: string): void
  /** Bytes handed to `send` that have not left yet, where the carrier knows. */
  readonly bufferedBytes?: number
}

/** Closed without a reason of its own. */
const normalClose: CloseReason = { code: 1000, reason: '' }

/** Two transports linked to each other; delivery is asynchronous, by microtask. */
export function transportPair(): [Transport, Transport] {
  const left = createEnd()
  const right = createEnd()
  left.link(right)
  right.link(left)
  return [left.transport, right.transport]
}

type End = {
  transport: Transport
  link(peer: End): void
  receive(text: string): void
  receiveClose(reason: CloseReason): void
}

function createEnd(): End {
  const messageListeners = new Set<(text: string) => void>()
  const closeListeners = new Set<(reason: CloseReason) => void>()
  const waiting: string[] = []
  let closed: CloseReason | undefined
  let delivering = false
  let peer: End | undefined

  function deliver(): void {
    delivering = false
    while (closed === undefined && messageListeners.size > 0) {
      const text = waiting.shift()
      if (text === undefined) return
      for (const listener of [...messageListeners]) listener(text)
    }
  }

  function scheduleDelivery(): void {
    if (delivering) return
    delivering = true
    queueTask(deliver)
  }

  function shut(reason: CloseReason): void {
    if (closed !== undefined) return
    closed = reason
    waiting.length = 0
    for (const listener of [...closeListeners]) listener(reason)
  }

  const transport: Transport = {
    send(text) {
      const to = peer
      if (closed === undefined && to !== undefined) queueTask(() => to.receive(text))
    },
    onMessage(listener) {
      messageListeners.add(listener)
      if (waiting.length > 0) scheduleDelivery()
      return () => void messageListeners.delete(listener)
    },
    onClose(listener) {
      closeListeners.add(listener)
      const reason = closed
      if (reason !== undefined) queueTask(() => closeListeners.has(listener) && listener(reason))
      return () => void closeListeners.delete(listener)
    },
    close(code = normalClose.code, reason = normalClose.reason) {
      if (closed !== undefined) return
      const to = peer
      shut({ code, reason })
      if (to !== undefined) queueTask(() => to.receiveClose({ code, reason }))
    },
  }

  return {
    transport,
    link(other) {
      peer = other
    },
    receive(text) {
      waiting.push(text)
      deliver()
    },
    receiveClose: shut,
  }
}

/** Microtasks run in the order they were made, which keeps the order of messages. */
function queueTask(task: () => void): void {
  void Promise.resolve().then(task)
}
