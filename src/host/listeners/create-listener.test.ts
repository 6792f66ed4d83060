import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createListener } from './create-listener.ts'
import type { ListenerNeeds } from './create-listener.ts'
import { call, encodeFrame, opcodes, waitForCloseCode } from './testing/frames.ts'
import {
  connectRaw,
  openWebSocket,
  readHttpAnswer,
  request,
  requestText,
  upgradeHeaders,
} from './testing/raw-client.ts'
import { hostToken, startListener } from './testing/started-listener.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start(overrides: Partial<ListenerNeeds> = {}) {
  const started = await startListener(overrides)
  cleanUps.push(() => started.listener.stop())
  return started
}

async function upgrade(port: number, headers: Record<string, string>, path = '/ahp') {
  return (await request(port, requestText(port, 'GET', path, { ...upgradeHeaders, ...headers }))).status
}

const authorized = { Authorization: `Bearer ${hostToken}` }

describe('the upgrade', () => {
  it('is refused to a page whose name was rebound to this machine', async () => {
    const { port } = await start()
    const hosts = [`evil.example:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port} `.trim() + '0', `127.0.0.2:${port}`]
    const statuses = await Promise.all(hosts.map((host) => upgrade(port, { ...authorized, Host: host })))
    expect(statuses).toEqual([403, 403, 403, 403])
  })

  it('is refused to foreign pages and granted to its own and listed ones', async () => {
    const { port } = await start()
    const origins = ['https://evil.example', 'null', '', `https://127.0.0.1:${port}`, 'app://workbench:1']
    const own = ['app://workbench', `http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://[::1]:${port}`]
    const ask = (origin: string) => upgrade(port, { ...authorized, Origin: origin })
    expect(await Promise.all(origins.map(ask))).toEqual(origins.map(() => 403))
    expect(await Promise.all(own.map(ask))).toEqual(own.map(() => 101))
  })

  it('is refused without the right token', async () => {
    const { port, accepted } = await start()
    const tokens = [{}, { Authorization: `Bearer ${hostToken.toUpperCase()}` }, { Cookie: `tkn=${hostToken}` }]
    expect(await Promise.all(tokens.map((headers) => upgrade(port, headers)))).toEqual([401, 401, 401])
    expect(accepted).toEqual([])
  })

  it('takes a ticket once', async () => {
    const { port, access, accepted } = await start()
    const { ticket } = access.issueTicket({ kind: 'host-token' })
    expect(await upgrade(port, {}, `/ahp?tkn=${ticket}`)).toBe(101)
    expect(await upgrade(port, {}, `/ahp?tkn=${ticket}`)).toBe(401)
    expect(accepted.map(({ principal }) => principal)).toEqual([{ kind: 'host-token' }])
  })

  it('works at / for clients that know only host and port', async () => {
    const { port } = await start()
    expect(await upgrade(port, {}, `/?tkn=${hostToken}`)).toBe(101)
  })

  it('knows its path only as it is written', async () => {
    const { port } = await start()
    const paths = ['/ahp/', '/AHP', '/%61hp', '//ahp', `http://127.0.0.1:${port}/ahp`, '/healthz', '/pair']
    expect(await Promise.all(paths.map((path) => upgrade(port, authorized, path)))).toEqual(paths.map(() => 404))
  })

  it('judges path, method, Host, Origin, token and WebSocket headers in this order', async () => {
    const { port } = await start()
    const faults: [string, (parts: { method: string; path: string; headers: Record<string, string> }) => void][] = [
      ['426', ({ headers }) => void (headers['Sec-WebSocket-Version'] = '8')],
      ['401', ({ headers }) => void delete headers['Authorization']],
      ['403 Origin', ({ headers }) => void (headers['Origin'] = 'https://evil.example')],
      ['403 Host', ({ headers }) => void (headers['Host'] = 'evil.example')],
      ['405', (parts) => void (parts.method = 'DELETE')],
      ['404', (parts) => void (parts.path = '/other')],
    ]
    const parts = {
      method: 'GET',
      path: '/ahp',
      headers: { ...upgradeHeaders, ...authorized } as Record<string, string>,
    }
    const answers: string[] = []
    for (const [, spoil] of faults) {
      spoil(parts)
      const { status, body } = await request(port, requestText(port, parts.method, parts.path, parts.headers))
      const subject = /origin/i.test(body) ? ' Origin' : ' Host'
      answers.push(status === 403 ? `${status}${subject}` : String(status))
    }
    expect(answers).toEqual(faults.map(([answer]) => answer))
  })

  it('finds a second Host however many headers stand between', async () => {
    const { port } = await start()
    const filler = 'a:\r\n'.repeat(2_500)
    const text = `GET /ahp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${filler}Host: evil.example\r\n\r\n`
    expect((await request(port, text)).status).toBe(400)
  })

  it('negotiates no subprotocol', async () => {
    const { port } = await start()
    const headers = { ...upgradeHeaders, ...authorized, 'Sec-WebSocket-Protocol': 'graphql-ws' }
    const answer = await request(port, requestText(port, 'GET', '/ahp', headers))
    expect({ status: answer.status, chosen: answer.headers.get('sec-websocket-protocol') }).toEqual({ status: 101 })
  })
})

it.each(['/', '/ahp', '/healthz', '/pair'])('holds Host, Origin and the header limit for %s', async (path) => {
  const { port } = await start()
  const method = path === '/pair' ? 'POST' : 'GET'
  const ask = async (headers: Record<string, string>) =>
    (await request(port, requestText(port, method, path, headers))).status
  expect([
    await ask({ Host: 'evil.example' }),
    await ask({ Origin: 'https://evil.example' }),
    await ask({ Filler: 'x'.repeat(16_384) }),
    await ask(Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`h${i}`, 'x'.repeat(16)]))),
  ]).toEqual([403, 403, 431, 431])
})

it('answers headers just under the limit', async () => {
  const { port } = await start()
  const empty = requestText(port, 'GET', '/healthz', { Filler: '' })
  const ask = async (bytes: number) => {
    const filler = 'x'.repeat(bytes - empty.length)
    return (await request(port, requestText(port, 'GET', '/healthz', { Filler: filler }))).status
  }
  expect([await ask(16_384), await ask(16_385)]).toEqual([200, 431])
})

describe('a connection', () => {
  it('carries texts both ways and tells of its end', async () => {
    const { listener, accepted } = await start()
    const client = new WebSocket(`${listener.url}?tkn=${hostToken}`)
    const replies: string[] = []
    await new Promise((resolve) => client.once('open', resolve))
    const answered = new Promise<void>((resolve) =>
      client.on('message', (data: Buffer) => (replies.push(data.toString()), resolve())),
    )
    client.send('{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}')
    await answered
    const ended = new Promise((resolve) => accepted[0]?.transport.onClose(resolve))
    client.close(1000, 'done')
    expect(await ended).toEqual({ code: 1000, reason: 'done' })
    expect(replies).toEqual(['{"jsonrpc":"2.0","id":1,"result":null}'])
    const late = new Promise((resolve) => accepted[0]?.transport.onClose(resolve))
    expect(await late).toEqual({ code: 1000, reason: 'done' })
    accepted[0]?.transport.send('into the void')
  })

  it('keeps what comes before anybody listens', async () => {
    let arrived: (transport: Parameters<ListenerNeeds['onConnection']>[0]) => void = () => {}
    const connected = new Promise<Parameters<ListenerNeeds['onConnection']>[0]>((resolve) => (arrived = resolve))
    const { port } = await start({ onConnection: (transport) => arrived(transport) })
    const client = await connectRaw(port)
    const first = encodeFrame({ opcode: opcodes.text, text: 'first' })
    const opening = Buffer.from(requestText(port, 'GET', '/ahp', { ...upgradeHeaders, ...authorized }))
    client.write(Buffer.concat([opening, first]))
    await client.waitFor(readHttpAnswer, 'upgrade')
    client.write(encodeFrame({ opcode: opcodes.text, text: 'second' }))
    const transport = await connected
    const texts = await new Promise<string[]>((resolve) => {
      const seen: string[] = []
      transport.onMessage((text) => void (seen.push(text) === 2 && resolve(seen)))
    })
    expect(texts).toEqual(['first', 'second'])
    client.end()
  })

  it('is closed with 1008 the moment its device is revoked, and no other is', async () => {
    const { port, access } = await start()
    const devices = ['Phone', 'Laptop'].map((name) => {
      const outcome = access.pair(access.createPairingCode('full').code, name)
      if (outcome.kind !== 'paired') throw new Error('pairing failed')
      return outcome
    })
    const clients = await Promise.all(devices.map(({ credential }) => openWebSocket(port, credential)))
    access.revoke(devices[0]?.device.id ?? '')
    const [phone, laptop] = clients
    if (phone === undefined || laptop === undefined) throw new Error('not connected')
    expect(await waitForCloseCode(phone)).toBe(1008)
    expect(await call(laptop, 1, 'ping')).toEqual({ jsonrpc: '2.0', id: 1, result: null })
    laptop.end()
  })

  it('is cut when the peer is silent for two ping intervals', async () => {
    const { port, accepted } = await start({ limits: { pingIntervalMs: 30 } })
    const client = await openWebSocket(port, hostToken)
    const ended = new Promise((resolve) => accepted[0]?.transport.onClose(resolve))
    expect(await ended).toEqual({ code: 1006, reason: '' })
    client.end()
  })

  it('is closed with 1008 when ping answers pile up unread', async () => {
    const { port, accepted } = await start({ limits: { pongBacklogBytes: 64 * 1024 } })
    const client = await openWebSocket(port, hostToken)
    client.socket.pause()
    const ended = new Promise((resolve) => accepted[0]?.transport.onClose(resolve))
    const pings = Buffer.concat(
      Array.from({ length: 200_000 }, () => encodeFrame({ opcode: opcodes.ping, repeat: ['p', 125] })),
    )
    client.write(pings)
    expect(await ended).toEqual({ code: 1008, reason: 'Too many ping frames.' })
    client.end()
  })

  it('says nothing more after it was closed here', async () => {
    const { port, accepted } = await start()
    const client = await openWebSocket(port, hostToken)
    const transport = accepted[0]?.transport
    const seen: string[] = []
    transport?.onMessage((text) => void seen.push(text))
    transport?.close(4000, 'taken over')
    client.write(encodeFrame({ opcode: opcodes.text, text: 'too late' }))
    expect(await waitForCloseCode(client)).toBe(4000)
    await client.untilClosed()
    expect(seen).toEqual([])
  })
})

describe('listening', () => {
  async function takenPort(): Promise<number> {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise((resolve) => other.close(resolve)))
    return (other.address() as AddressInfo).port
  }

  async function listen(bind: ListenerNeeds['bind']) {
    const { access, logger } = await start()
    const clock = { now: () => 0, monotonic: () => 0 }
    const outcome = await createListener({ bind, access, logger, clock, endpointPath: '/ahp', onConnection: () => {} })
    if (outcome.kind === 'listening') cleanUps.push(() => outcome.listener.stop())
    return outcome
  }

  it('on a taken port fails with words that say what to do', async () => {
    const port = await takenPort()
    const outcome = await listen({ host: '127.0.0.1', port })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'EADDRINUSE' })
    const reason = outcome.kind === 'failed' ? outcome.reason : ''
    expect(reason).toContain(`Port ${port} on 127.0.0.1 is in use (EADDRINUSE)`)
    expect(reason).toContain('--port')
    if (process.platform === 'linux') expect(reason).toContain(`process ${process.pid},`)
  })

  it('on a taken port that was merely remembered picks a free one', async () => {
    const port = await takenPort()
    const outcome = await listen({ host: 'localhost', port, ifTaken: 'pick-free' })
    if (outcome.kind === 'failed') throw new Error(outcome.reason)
    expect(outcome.listener.port).not.toBe(port)
    expect(outcome.listener).toMatchObject({
      url: `ws://127.0.0.1:${outcome.listener.port}/ahp`,
      pageUrl: `http://127.0.0.1:${outcome.listener.port}`,
    })
  })

  it.each([
    [{ host: '0.0.0.0', port: 0 }, 'NOT_LOOPBACK'],
    [{ host: '', port: 0 }, 'NOT_LOOPBACK'],
    [{ host: '::', port: 0 }, 'NOT_LOOPBACK'],
    [{ host: '192.168.1.2', port: 0, publicNames: ['dev.example'] }, 'NOT_LOOPBACK'],
    [{ host: '0.0.0.0', port: 0, behindProxy: true }, 'NO_PUBLIC_NAME'],
    [{ host: '127.0.0.1', port: 0, publicNames: ['https://dev.example/'] }, 'BAD_PUBLIC_NAME'],
  ])('refuses %o', async (bind, code) => {
    expect(await listen(bind)).toMatchObject({ kind: 'failed', code })
  })

  it('behind a proxy answers to its public name and takes no connection token in the address', async () => {
    const { port } = await start({
      bind: { host: '127.0.0.1', port: 0, behindProxy: true, publicNames: ['dev.example'] },
    })
    const page = { Host: 'dev.example', Origin: 'https://dev.example' }
    expect([
      await upgrade(port, { ...page, ...authorized }),
      await upgrade(port, page, `/ahp?tkn=${hostToken}`),
      await upgrade(port, { Host: 'dev.example:443', ...authorized }),
    ]).toEqual([101, 401, 403])
  })

  it('ends with every connection closed', async () => {
    const { port, listener } = await start()
    const client = await openWebSocket(port, hostToken)
    const idle = await connectRaw(port)
    const code = waitForCloseCode(client)
    await listener.stop()
    expect(await code).toBe(1001)
    await idle.untilClosed()
    await expect(connectRaw(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('cuts the oldest silent connection when there are too many', async () => {
    const { port } = await start({ limits: { waitingConnections: 3 } })
    const idle = []
    for (let i = 0; i < 4; i++) idle.push(await connectRaw(port))
    await idle[0]?.untilClosed()
    expect(idle.map((client) => client.isClosed())).toEqual([true, false, false, false])
    for (const client of idle) client.end()
  })
})
