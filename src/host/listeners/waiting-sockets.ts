import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps connections that never sent a request from using up the machine's file descriptors: of more than `most`, the
 * one that waits longest is cut.
 */
export function boundWaiting(server: Server, most: number): void {
  const waiting = new Set<Socket>()
  const served = (request: IncomingMessage) => void waiting.delete(request.socket)
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    for (const oldest of waiting) {
      if (waiting.size <= most) break
      waiting.delete(oldest)
      oldest.destroy()
    }
  })
  server.on('request', served)
  server.on('upgrade', served)
}
