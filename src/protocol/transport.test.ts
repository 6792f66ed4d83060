import { describe, expect, it } from 'vitest'
import { type CloseReason, transportPair } from './transport.ts'

/** Longer than any message of these tests needs to arrive. */
async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.resolve()
}

describe('a pair of transports', () => {
  it('delivers in order, and not before the sender is done', async () => {
    const [left, right] = transportPair()
    const received: string[] = []
    right.onMessage((text) => received.push(text))
    left.send('a')
    left.send('b')
    expect(received).toEqual([])
    await settled()
    expect(received).toEqual(['a', 'b'])
  })

  it('keeps what came before the first listener for it, in order with what comes after', async () => {
    const [left, right] = transportPair()
    left.send('early')
    left.send('second')
    await settled()
    const received: string[] = []
    right.onMessage((text) => received.push(text))
    left.send('late')
    await settled()
    expect(received).toEqual(['early', 'second', 'late'])
  })

  it('carries messages both ways', async () => {
    const [left, right] = transportPair()
    right.onMessage((text) => right.send(`${text}!`))
    const received: string[] = []
    left.onMessage((text) => received.push(text))
    left.send('hello')
    await settled()
    expect(received).toEqual(['hello!'])
  })

  it('tells both sides of a close once, late listeners too, after the messages before it', async () => {
    const [left, right] = transportPair()
    const seen: unknown[] = []
    right.onMessage((text) => seen.push(text))
    right.onClose((reason) => seen.push(reason))
    left.onClose((reason) => seen.push({ own: reason.code }))
    left.send('last words')
    left.close(1008, 'policy')
    left.close(1000, 'again')
    await settled()
    expect(seen).toEqual([{ own: 1008 }, 'last words', { code: 1008, reason: 'policy' }])
    const late: CloseReason[] = []
    right.onClose((reason) => late.push(reason))
    await settled()
    expect(late).toEqual([{ code: 1008, reason: 'policy' }])
  })

  it('delivers nothing after a close, and sending does nothing', async () => {
    const [left, right] = transportPair()
    const received: string[] = []
    right.onMessage((text) => received.push(text))
    left.send('on its way')
    right.close()
    left.send('too late')
    await settled()
    left.send('much too late')
    await settled()
    expect(received).toEqual([])
  })

  it('stops telling a listener that was taken back', async () => {
    const [left, right] = transportPair()
    const received: string[] = []
    const stop = right.onMessage((text) => received.push(text))
    left.send('a')
    await settled()
    stop()
    left.send('b')
    await settled()
    expect(received).toEqual(['a'])
  })
})
