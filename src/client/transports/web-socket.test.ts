import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer, type WebSocket as Socket } from 'ws'
import type { CloseReason } from '../../protocol/transport.ts'
import { openWebSocket, WebSocketFailed, type WebSocketLike } from './web-socket.ts'

/** `ws` has every member that is needed; the types of its events are only wider. */
const connect = (url: string) => openWebSocket(() => new WebSocket(url) as unknown as WebSocketLike)

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server and what its side of the first connection is. */
async function start(): Promise<{ url: string; accepted: Promise<Socket> }> {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const accepted = once(sockets, 'connection').then(([socket]) => socket as Socket)
  onTestFinished(() => sockets.clients.forEach((socket) => socket.terminate()))
  return { url: await listen(server), accepted }
}

test('text goes both ways, in order', async () => {
  const { url, accepted } = await start()
  const transport = await connect(url)
  const host = await accepted
  host.on('message', (data) => host.send(`re: ${(data as Buffer).toString()}`))
  const heard: string[] = []
  const both = new Promise<void>((resolve) =>
    transport.onMessage((text) => {
      heard.push(text)
      if (heard.length === 2) resolve()
    }),
  )
  transport.send('one')
  transport.send('two')
  await both
  expect(heard).toEqual(['re: one', 're: two'])
})

test('frames in the very packet that accepts the connection are kept for the first listener', async () => {
  const server = createServer()
  server.on('upgrade', (request, socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    const frames = ['one', 'two'].flatMap((text) => [Buffer.from([0x81, text.length]), Buffer.from(text)])
    socket.write(
      Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`), ...frames]),
    )
  })
  const transport = await connect(await listen(server))
  // Nobody listens for a while.
  await new Promise((resolve) => setImmediate(resolve))
  const heard: string[] = []
  await new Promise<void>((resolve) => {
    transport.onMessage((text) => {
      heard.push(text)
      if (text === 'two') resolve()
    })
  })
  expect(heard).toEqual(['one', 'two'])
})

test('a refused connection is told as failed', async () => {
  const server = createServer()
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'))
  await expect(connect(await listen(server))).rejects.toBeInstanceOf(WebSocketFailed)
})

test('the code and the reason of a close are told, also to who listens late, and nothing is sent after it', async () => {
  const { url, accepted } = await start()
  const transport = await connect(url)
  const early = new Promise<CloseReason>((resolve) => transport.onClose(resolve))
  ;(await accepted).close(4000, 'taken over')
  expect(await early).toEqual({ code: 4000, reason: 'taken over' })
  const late = new Promise<CloseReason>((resolve) => transport.onClose(resolve))
  expect(await late).toEqual({ code: 4000, reason: 'taken over' })
  expect(() => transport.send('x')).not.toThrow()
})

test('closing it closes the other side, whatever the code', async () => {
  for (const [given, seen] of [
    [undefined, 1000],
    [4001, 4001],
    // A client may not send this one; it would throw.
    [1006, 1000],
  ] as const) {
    const { url, accepted } = await start()
    const transport = await connect(url)
    const closed = once(await accepted, 'close')
    transport.close(given)
    expect((await closed)[0]).toBe(seen)
  }
})

test('a frame that is no text is left alone', async () => {
  const { url, accepted } = await start()
  const transport = await connect(url)
  const heard = new Promise<string>((resolve) => transport.onMessage(resolve))
  const host = await accepted
  host.send(Buffer.from([1, 2, 3]))
  host.send('text')
  expect(await heard).toBe('text')
})
