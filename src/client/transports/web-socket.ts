import type { CloseReason, Transport } from '../../protocol/transport.ts'

/** The part of a WebSocket this room needs; browsers and the `ws` package both have it. */
export interface WebSocketLike {
  readonly bufferedAmount: number
  send(data: string): void
  close(code?: number, reason?: string): void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
}

/** A WebSocket that did not open or was lost before it did. */
export class WebSocketFailed extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'WebSocketFailed'
    this.code = code
  }
}

/**
 * Settles with a transport once the socket is open; rejects with WebSocketFailed when it closes before. A browser does
 * not tell the HTTP status of a refused upgrade, so the caller learns only that it failed.
 */
export function openWebSocket(create: () => WebSocketLike): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = create()
    const messageListeners = new Set<(text: string) => void>()
    const closeListeners = new Set<(reason: CloseReason) => void>()
    const early: string[] = []
    let closed: CloseReason | undefined
    let opened = false

    const transport: Transport = {
      send(text) {
        if (closed === undefined) socket.send(text)
      },
      onMessage(listener) {
        messageListeners.add(listener)
        for (const text of early.splice(0)) listener(text)
        return () => void messageListeners.delete(listener)
      },
      onClose(listener) {
        closeListeners.add(listener)
        const reason = closed
        if (reason !== undefined) void Promise.resolve().then(() => closeListeners.has(listener) && listener(reason))
        return () => void closeListeners.delete(listener)
      },
      close(code = 1000, reason = '') {
        finish({ code, reason })
        socket.close(code === 1000 || (code >= 3000 && code < 5000) ? code : 1000, reason)
      },
      get bufferedBytes() {
        return socket.bufferedAmount
      },
    }

    function finish(reason: CloseReason): void {
      if (closed !== undefined) return
      closed = reason
      if (!opened)
        return reject(new WebSocketFailed(reason.code, reason.reason || 'The connection could not be opened.'))
      for (const listener of [...closeListeners]) listener(reason)
    }

    socket.onopen = () => {
      opened = true
      resolve(transport)
    }
    socket.onmessage = (event: { data: unknown }) => {
      if (closed !== undefined || typeof event.data !== 'string') return
      if (messageListeners.size === 0) early.push(event.data)
      else for (const listener of [...messageListeners]) listener(event.data)
    }
    socket.onclose = (event: { code: number; reason: string }) => finish({ code: event.code, reason: event.reason })
    socket.onerror = () => {}
  })
}
