import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWireCases } from '../testing/wire-cases.ts'
import { pickListenerCases } from './testing/attack-cases.ts'
import type { FrameCase, HttpCase, HttpRequestSpec } from './testing/attack-cases.ts'
import {
  call,
  encodeFrame,
  opcodes,
  readFrames,
  waitForAnswer,
  waitForCloseCode,
  waitForFrame,
} from './testing/frames.ts'
import { connectRaw, openWebSocket, readHttpAnswer } from './testing/raw-client.ts'
import type { HttpAnswer } from './testing/raw-client.ts'
import { hostToken, startListener } from './testing/started-listener.ts'
import type { StartedListener } from './testing/started-listener.ts'

/** Cases that wait out a time limit run side by side, the others one after another. */
const patienceMs = 30_000
const memoryGrowthBytes = 64 * 1024 * 1024

const corpus = loadWireCases()
const cases = pickListenerCases(corpus ?? [])

let started: StartedListener
beforeAll(async () => {
  started = await startListener()
})
afterAll(async () => {
  await started.listener.stop()
})

it('finds the attack corpus', (ctx) => {
  if (corpus === undefined) return ctx.skip('the shared attack corpus is not beside this checkout')
  expect({ http: cases.http.length, frame: cases.frame.length }).toEqual({ http: 31, frame: 19 })
})

describe('the host withstands', () => {
  const quick = cases.http.filter((entry) => !isSlow(entry))
  it.each(quick)('$id: $why', (entry) => withClosingCondition(() => runHttp(entry)))
  const quickFrames = cases.frame.filter((entry) => !isSlow(entry))
  it.each(quickFrames)('$id: $why', (entry) => withClosingCondition(() => runFrame(entry)))
})

describe.concurrent('the host outlasts', () => {
  const slow = cases.http.filter(isSlow)
  it.each(slow)('$id: $why', { timeout: patienceMs }, (entry) => withClosingCondition(() => runHttp(entry)))
  const slowFrames = cases.frame.filter(isSlow)
  it.each(slowFrames)('$id: $why', { timeout: patienceMs }, (entry) => withClosingCondition(() => runFrame(entry)))
})

function isSlow({ send }: HttpCase | FrameCase): boolean {
  return 'idleMs' in send || ('thenIdleMs' in send && send.thenIdleMs > 0)
}

/** What must hold after every case: others are served, nothing went wrong unseen, nothing was hoarded. */
async function withClosingCondition(run: () => Promise<void>): Promise<void> {
  const before = usedBytes()
  await run()
  await expectServed()
  expect(started.logger.errors).toEqual([])
  expect(started.logger.lines.join('\n').toLowerCase()).not.toContain(hostToken.toLowerCase())
  expect(usedBytes() - before).toBeLessThan(memoryGrowthBytes)
}

async function expectServed(): Promise<void> {
  const client = await openWebSocket(started.port, hostToken)
  await call(client, 1, 'initialize')
  expect(await call(client, 2, 'ping', 1_000)).toEqual({ jsonrpc: '2.0', id: 2, result: null })
  client.end()
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function fill(text: string): string {
  return text
    .replaceAll('{port}', String(started.port))
    .replaceAll('{token}', hostToken)
    .replaceAll('{TOKEN-UPPER}', hostToken.toUpperCase())
    .replaceAll('{key}', 'dGhlIHNhbXBsZSBub25jZQ==')
}

function writeRequest({ method, path, httpVersion, headers }: HttpRequestSpec): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}\r\n`),
  )
  return fill(`${method} ${path} HTTP/${httpVersion}\r\n${lines.join('')}\r\n`)
}

async function send(request: HttpRequestSpec): Promise<HttpAnswer> {
  const client = await connectRaw(started.port)
  client.write(writeRequest(request))
  const answer = await client.waitFor(readHttpAnswer, 'HTTP answer')
  client.end()
  return answer
}

async function runHttp({ send: sent, expected }: HttpCase): Promise<void> {
  if ('raw' in sent) {
    const client = await connectRaw(started.port)
    client.write(fill(sent.raw))
    await client.untilClosed(expected.withinMs ?? 5_000)
    const answer = readHttpAnswer(client.received())
    if (answer !== undefined) expect(answer.status).toBe(expected.status)
    return
  }
  if ('connections' in sent) {
    const idle = await Promise.all(Array.from({ length: sent.connections }, () => connectRaw(started.port)))
    await expectServed()
    expect(idle.filter((client) => client.isClosed())).toEqual([])
    const closedAfter = await Promise.all(idle.map((client) => client.untilClosed(expected.withinMs)))
    expect(closedAfter).toHaveLength(sent.connections)
    return
  }
  if ('repeat' in sent) {
    const answers = await Promise.all(Array.from({ length: sent.repeat }, () => send(sent.request)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([expected.statusAll]))
    await expectServed()
    return
  }
  const answer = await send(sent)
  expect(answer.status).toBe(expected.status)
  if (expected.noHeader !== undefined) expect(answer.headers.has(expected.noHeader.toLowerCase())).toBe(false)
}

async function runFrame({ state, send: sent, expected }: FrameCase): Promise<void> {
  const acceptedBefore = started.accepted.length
  const client = await openWebSocket(started.port, hostToken)
  const openedAt = performance.now()
  if (state === 'ready') await call(client, 1, 'initialize')
  const before = client.received().length

  if ('frames' in sent) for (const frame of sent.frames) client.write(encodeFrame(frame))
  if ('fragments' in sent) client.write(fragment(sent.fragments.of, sent.fragments.bytesEach))
  if ('floodPings' in sent)
    client.write(
      Buffer.concat(Array.from({ length: sent.floodPings }, () => encodeFrame({ opcode: opcodes.ping, text: 'p' }))),
    )
  if ('tcpReset' in sent) {
    const transport = started.accepted[acceptedBefore]?.transport
    const gone = new Promise((resolve) => transport?.onClose(resolve))
    client.write(encodeFrame({ opcode: opcodes.text, text: '{"jsonrpc"' }).subarray(0, 9))
    await new Promise((resolve) => client.socket.write('', resolve))
    client.socket.resetAndDestroy()
    expect(await gone).toEqual({ code: 1006, reason: '' })
    return
  }

  if (expected.pong !== undefined) {
    const { payload } = await waitForFrame(client, opcodes.pong, 'pong')
    expect(payload.toString()).toBe(expected.pong)
  } else if (expected.reply !== undefined) {
    expect(await waitForAnswer(client, expected.reply.id)).toMatchObject({ result: null })
  } else if (expected.silent === true) {
    // The ping behind it is answered, so what came before it has been dealt with.
    await call(client, 77, 'ping')
    expect(readFrames(client.received().subarray(before))).toHaveLength(1)
  } else if (expected.alive === true) {
    const alive = call(client, 78, 'ping').then(() => 'alive')
    const closed = waitForCloseCode(client).then((code) => (expected.or?.close.includes(code) ? 'alive' : code))
    closed.catch(() => {})
    expect(await Promise.race([alive, closed])).toBe('alive')
  } else {
    const code = await waitForCloseCode(client, expected.withinMs ?? 5_000)
    expect(expected.close).toContain(code)
    // The host does not wait for a peer that never answers the closing frame.
    await client.untilClosed(5_000)
    if (expected.withinMs !== undefined) expect(performance.now() - openedAt).toBeLessThan(expected.withinMs + 5_000)
  }
  client.end()
}

function fragment(text: string, bytesEach: number): Buffer {
  const bytes = Buffer.from(text)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; at += bytesEach) {
    frames.push(
      encodeFrame({
        opcode: at === 0 ? opcodes.text : opcodes.continuation,
        fin: at + bytesEach >= bytes.length,
        hex: bytes.subarray(at, at + bytesEach).toString('hex'),
      }),
    )
  }
  return Buffer.concat(frames)
}
