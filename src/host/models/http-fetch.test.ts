import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Headers as SmallHeaders } from './headers.ts'
import { createHttpFetch } from './http-fetch.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(listener: RequestListener, idleMs?: number) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { fetch, stop } = createHttpFetch({}, idleMs)
  stops.push(stop, () => {
    server.closeAllConnections()
    server.close()
  })
  return { fetch, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the small headers answer as the platform’s do', () => {
  const init = { 'X-One': ' 1 ', b: '2' }
  const [small, whole] = [new SmallHeaders(init), new Headers(init)]
  for (const each of [small, whole]) {
    each.append('B', '3')
    each.set('c', '4')
    each.delete('C')
  }
  expect([...small]).toEqual([...whole])
  expect([small.get('x-one'), small.get('none'), small.has('B')]).toEqual(['1', null, true])
  expect([...new SmallHeaders(small)]).toEqual([...whole])
  expect(() => new SmallHeaders({ a: 'x\r\nb: y' })).toThrow(TypeError)
})

test('method, headers and body arrive, and the answer can be read', async () => {
  const { fetch, url } = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(201, { 'x-told': String(request.headers['x-told']) })
      response.end(`${request.method} ${Buffer.concat(chunks).toString()}`)
    })
  })
  const response = await fetch(`${url}/a`, { method: 'POST', headers: { 'X-Told': 'yes' }, body: '你好' })
  expect([response.ok, response.status, response.headers.get('x-told'), await response.text()]).toEqual([
    true,
    201,
    'yes',
    'POST 你好',
  ])
})

test('an answer streams piece by piece', async () => {
  let more = () => {}
  const { fetch, url } = await serve((_request, response) => {
    response.write('one')
    more = () => response.end('two')
  })
  const response = await fetch(url)
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('one')
  more()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('two')
  expect((await reader.read()).done).toBe(true)
})

test('an answer that breaks off fails where it is read', async () => {
  const { fetch, url } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('part', () => response.destroy())
  })
  const response = await fetch(url)
  await expect(response.text()).rejects.toThrow()
})

test('stopping ends a request that waits and one that streams', async () => {
  let closed = 0
  const { fetch, url } = await serve((request, response) => {
    response.on('close', () => closed++)
    if (request.url === '/streams') response.write('begins')
  })
  const waiting = new AbortController()
  const asked = fetch(url, { signal: waiting.signal })
  setImmediate(() => waiting.abort())
  await expect(asked).rejects.toThrow()
  const streaming = new AbortController()
  const response = await fetch(`${url}/streams`, { signal: streaming.signal })
  const read = response.text()
  streaming.abort()
  await expect(read).rejects.toThrow()
  await expect.poll(() => closed, { timeout: 5000 }).toBeGreaterThan(0)
  await expect(fetch(url, { signal: AbortSignal.abort() })).rejects.toThrow()
})

test('a redirect is answered, not followed', async () => {
  const { fetch, url } = await serve((_request, response) => response.writeHead(307, { location: '/other' }).end())
  const response = await fetch(url)
  expect([response.status, response.headers.get('location')]).toEqual([307, '/other'])
})

test('a server that is not there is told by its code', async () => {
  const { fetch } = await serve(() => {})
  await expect(fetch('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('an answer in another protocol is a connection that was closed', async () => {
  const { fetch, url } = await serve((request) => {
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
  })
  await expect(fetch(url)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('guard endless: an event that does not end is cut off, however much of it has come in how many lines', async () => {
  const line = `data: ${'a'.repeat(1024 * 1024)}\n`
  let sent = 0
  const { fetch, url } = await serve((_request, response) => {
    const more = () => {
      sent += line.length
      if (!response.destroyed && sent < 100 * line.length) response.write(line, more)
    }
    more()
  })
  const response = await fetch(url)
  await expect(response.text()).rejects.toMatchObject({ code: 'ENDLESS_ANSWER' })
  expect(sent).toBeLessThan(40 * line.length)
})

test('events that end may be as many as an answer has', async () => {
  const event = `data: ${'a'.repeat(1024 * 1024)}\r\n\r\n`
  const { fetch, url } = await serve((_request, response) => {
    for (let count = 0; count < 24; count++) response.write(event)
    response.end()
  })
  const text = await (await fetch(url)).text()
  expect(text.length).toBe(24 * event.length)
})

test('no encoding is asked for that is not read', async () => {
  const { fetch, url } = await serve((request, response) => response.end(request.headers['accept-encoding']))
  expect(await (await fetch(url)).text()).toBe('identity')
})

test('a connection that is out of use for long is closed, so that no question goes into a dead one', async () => {
  let told = () => {}
  const closed = new Promise<void>((resolve) => (told = resolve))
  const { fetch, url } = await serve((request, response) => {
    request.socket.once('close', told)
    response.end('x')
  }, 30)
  expect(await (await fetch(url)).text()).toBe('x')
  await closed
})
