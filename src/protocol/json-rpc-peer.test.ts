import { describe, expect, it } from 'vitest'
import { notFound, ProtocolError } from './errors.ts'
import { createJsonRpcPeer, type JsonRpcHandlers, RequestTimedOut, TransportClosed } from './json-rpc-peer.ts'
import { type Transport, transportPair } from './transport.ts'

const silent: JsonRpcHandlers = { onRequest: () => null, onNotification: () => undefined }

/** Collects what one end receives, as plain objects. */
function recordMessages(transport: Transport): unknown[] {
  const messages: unknown[] = []
  transport.onMessage((text) => messages.push(JSON.parse(text)))
  return messages
}

async function settled(): Promise<void> {
  for (let round = 0; round < 20; round++) await Promise.resolve()
}

describe('two peers', () => {
  it('ask each other at the same time, each with ids of its own', async () => {
    const [left, right] = transportPair()
    const client = createJsonRpcPeer(left, { ...silent, onRequest: (method) => `client did ${method}` })
    const host = createJsonRpcPeer(right, { ...silent, onRequest: async (method, params) => ({ method, params }) })
    await expect(
      Promise.all([client.request('a', { n: 1 }), host.request('b', {}), client.request('c', {})]),
    ).resolves.toEqual([{ method: 'a', params: { n: 1 } }, 'client did b', { method: 'c', params: {} }])
    expect([client.pendingRequests, host.pendingRequests]).toEqual([0, 0])
  })

  it('pass on protocol errors whole, and hide every other fault', async () => {
    const [left, right] = transportPair()
    const faults: unknown[] = []
    const client = createJsonRpcPeer(left, silent)
    createJsonRpcPeer(right, {
      ...silent,
      onRequest(method) {
        if (method === 'sync') throw new Error('secret in a stack trace')
        return Promise.reject(method === 'gone' ? notFound('file:///x') : new Error('secret'))
      },
      onFault: (error, method) => faults.push([method, (error as Error).message]),
    })
    await expect(client.request('gone', {})).rejects.toEqual(new ProtocolError(-32008, 'file:///x does not exist'))
    await expect(client.request('sync', {})).rejects.toEqual(new ProtocolError(-32603, 'internal error'))
    await expect(client.request('async', {})).rejects.toEqual(new ProtocolError(-32603, 'internal error'))
    expect(faults).toEqual([
      ['sync', 'secret in a stack trace'],
      ['async', 'secret'],
    ])
  })

  it('never answer a notification, not even one that fails', async () => {
    const [left, right] = transportPair()
    const faults: string[] = []
    const received = recordMessages(left)
    createJsonRpcPeer(right, {
      ...silent,
      onNotification() {
        throw new Error('no')
      },
      onFault: (_, method) => faults.push(method),
    })
    left.send('{"jsonrpc":"2.0","method":"boom"}')
    await settled()
    expect([faults, received]).toEqual([['boom'], []])
  })
})

describe('a peer', () => {
  it('answers a thousand requests in the order they came', async () => {
    const [left, right] = transportPair()
    const received = recordMessages(left)
    createJsonRpcPeer(right, { ...silent, onRequest: async () => null })
    for (let id = 0; id < 1000; id++) left.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }))
    await expect.poll(() => received.length).toBe(1000)
    expect(received).toEqual(Array.from({ length: 1000 }, (_, id) => ({ jsonrpc: '2.0', id, result: null })))
  })

  it('refuses an id that is still unanswered, and answers the first one all the same', async () => {
    const [left, right] = transportPair()
    const received = recordMessages(left)
    const refused: unknown[] = []
    let resolve: (result: string) => void = () => undefined
    const promise = new Promise<string>((settle) => (resolve = settle))
    createJsonRpcPeer(right, { ...silent, onRequest: () => promise, onInvalid: (frame) => refused.push(frame.id) })
    left.send('{"jsonrpc":"2.0","id":7,"method":"slow"}')
    left.send('{"jsonrpc":"2.0","id":7,"method":"slow"}')
    await settled()
    expect(received).toMatchObject([{ id: 7, error: { code: -32600 } }])
    expect(refused).toEqual([7])
    resolve('done')
    await settled()
    expect(received.slice(1)).toEqual([{ jsonrpc: '2.0', id: 7, result: 'done' }])
    left.send('{"jsonrpc":"2.0","id":7,"method":"again"}')
    await settled()
    expect(received.length).toBe(3)
  })

  it('sends an early response before whatever the handler sends next', async () => {
    const [left, right] = transportPair()
    const received = recordMessages(left)
    const peer = createJsonRpcPeer(right, {
      ...silent,
      async onRequest(_, __, { respond }) {
        await Promise.resolve()
        respond('snapshot')
        peer.notify('action', { serverSeq: 2 })
        return 'ignored'
      },
    })
    left.send('{"jsonrpc":"2.0","id":1,"method":"subscribe"}')
    await settled()
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'snapshot' },
      { jsonrpc: '2.0', method: 'action', params: { serverSeq: 2 } },
    ])
  })

  it('answers broken frames and tells of them, but is silent about responses to nothing', async () => {
    const [left, right] = transportPair()
    const received = recordMessages(left)
    const refused: number[] = []
    createJsonRpcPeer(right, { ...silent, onInvalid: (frame) => refused.push(frame.code) })
    left.send('{')
    left.send('{"jsonrpc":"2.0","id":999,"result":{}}')
    left.send('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}')
    await settled()
    expect(received).toMatchObject([{ id: null, error: { code: -32700 } }])
    expect(refused).toEqual([-32700])
  })

  it('rejects everything that is pending when the transport closes, and every later request', async () => {
    const [left, right] = transportPair()
    const client = createJsonRpcPeer(left, silent)
    createJsonRpcPeer(right, { ...silent, onRequest: () => new Promise(() => undefined) })
    const pending = [client.request('a', {}), client.request('b', {})]
    const outcomes = Promise.allSettled(pending)
    right.close(1008, 'policy')
    const reason = new TransportClosed({ code: 1008, reason: 'policy' })
    expect(await outcomes).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ])
    await expect(client.request('c', {})).rejects.toEqual(reason)
    expect(client.pendingRequests).toBe(0)
  })

  it('gives up on a request after the time it was given, and drops the late answer', async () => {
    const [left, right] = transportPair()
    const received: string[] = []
    right.onMessage((text) => received.push(text))
    const tasks: (() => void)[] = []
    const scheduler = { after: (_: number, task: () => void) => (tasks.push(task), () => undefined) }
    const client = createJsonRpcPeer(left, silent, { scheduler })
    const slow = client.request('slow', {}, { timeoutMs: 50 })
    tasks.forEach((task) => task())
    await expect(slow).rejects.toBeInstanceOf(RequestTimedOut)
    right.send('{"jsonrpc":"2.0","id":1,"result":"late"}')
    await settled()
    expect(client.pendingRequests).toBe(0)
  })

  it('neither listens nor sends after it was disposed', async () => {
    const [left, right] = transportPair()
    const client = createJsonRpcPeer(left, silent)
    const received = recordMessages(right)
    const pending = client.request('a', {})
    await settled()
    client.dispose()
    await expect(pending).rejects.toBeInstanceOf(TransportClosed)
    client.notify('b', {})
    right.send('{"jsonrpc":"2.0","id":1,"method":"ping"}')
    await settled()
    expect(received).toHaveLength(1)
  })
})
