import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { CloseReason, Transport } from '../../protocol/transport.ts'
import type { Logger } from '../platform/logger.ts'
import type { ListenerLimits } from './limits.ts'

const unsupportedData = 1003
const policyViolation = 1008

/** A closing reason may take 123 bytes of its frame. */
const closeReasonBytes = 123

/**
 * The transport over an upgraded connection. Nothing is read before somebody listens to messages. Binary messages,
 * and ping frames whose answers pile up, close it; so does a peer that is gone without saying so.
 */
export function webSocketTransport(ws: WebSocket, socket: Socket, limits: ListenerLimits, logger: Logger): Transport {
  const messageListeners = new Set<(text: string) => void>()
  const closeListeners = new Set<(reason: CloseReason) => void>()
  let closed: CloseReason | undefined
  let listenedTo = false

  function shut(reason: CloseReason): void {
    if (closed !== undefined) return
    closed = reason
    stopHeartbeat()
    for (const listener of [...closeListeners]) listener(reason)
    messageListeners.clear()
    closeListeners.clear()
  }

  function close(code: number, reason: string): void {
    if (closed !== undefined) return
    ws.resume()
    ws.close(code, cutToBytes(reason, closeReasonBytes))
    shut({ code, reason })
  }

  const stopHeartbeat = startHeartbeat(ws, socket, limits.pingIntervalMs)
  ws.pause()
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    if (closed !== undefined) return
    if (isBinary) return close(unsupportedData, 'Only text messages are understood.')
    const text = data.toString('utf8')
    for (const listener of [...messageListeners]) listener(text)
  })
  ws.on('ping', (data: Buffer) => {
    if (closed !== undefined) return
    if (ws.bufferedAmount > limits.pongBacklogBytes) close(policyViolation, 'Too many ping frames.')
    else ws.pong(data, false, () => {})
  })
  ws.on('close', (code: number, reason: Buffer) => shut({ code, reason: reason.toString('utf8') }))
  ws.on('error', (error: Error & { code?: string }) =>
    logger.info('connection broke a framing rule', { code: error.code }),
  )

  return {
    send(text) {
      if (closed === undefined) ws.send(text, () => {})
    },
    onMessage(listener) {
      if (closed !== undefined) return () => {}
      messageListeners.add(listener)
      if (!listenedTo) ws.resume()
      listenedTo = true
      return () => void messageListeners.delete(listener)
    },
    onClose(listener) {
      const reason = closed
      if (reason === undefined) {
        closeListeners.add(listener)
        return () => void closeListeners.delete(listener)
      }
      let wanted = true
      queueMicrotask(() => wanted && listener(reason))
      return () => void (wanted = false)
    },
    close: (code = 1000, reason = '') => close(code, reason),
    get bufferedBytes() {
      return ws.bufferedAmount
    },
  }
}

/**
 * Pings, and cuts the connection when two intervals brought not a single byte. Bytes and not answers count, so that a
 * large message on a slow line is not taken for silence.
 */
function startHeartbeat(ws: WebSocket, socket: Socket, intervalMs: number): () => void {
  let bytesSeen = socket.bytesRead
  let silentIntervals = 0
  const timer = setInterval(() => {
    silentIntervals = socket.bytesRead === bytesSeen ? silentIntervals + 1 : 0
    bytesSeen = socket.bytesRead
    if (silentIntervals >= 2) ws.terminate()
    else ws.ping('', false, () => {})
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

function cutToBytes(text: string, most: number): string {
  let cut = text
  while (Buffer.byteLength(cut) > most) cut = cut.slice(0, -1)
  return cut
}
