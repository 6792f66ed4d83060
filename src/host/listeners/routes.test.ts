import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createAccess } from './access.ts'
import { request, requestText, upgradeHeaders } from './testing/raw-client.ts'
import type { HttpAnswer } from './testing/raw-client.ts'
import { hostToken, memoryDeviceBook, startListener } from './testing/started-listener.ts'
import type { StartedListener } from './testing/started-listener.ts'

let started: StartedListener
beforeAll(async () => {
  started = await startListener()
})
afterAll(async () => {
  await started.listener.stop()
})

const json = { 'Content-Type': 'application/json' }

function post(path: string, headers: Record<string, string>, body = ''): Promise<HttpAnswer> {
  return request(started.port, requestText(started.port, 'POST', path, headers, body))
}

function parse(answer: HttpAnswer): Record<string, unknown> {
  return JSON.parse(answer.body) as Record<string, unknown>
}

it('says ok at /healthz and nothing more', async () => {
  const answer = await request(started.port, requestText(started.port, 'GET', '/healthz'))
  expect([answer.status, answer.body]).toEqual([200, 'ok'])
})

it('leads from a pairing code over a ticket to a connection of that device', async () => {
  const { code } = started.access.createPairingCode('approve')
  const paired = await post('/pair', json, JSON.stringify({ code, name: ' Phone ' }))
  expect([paired.status, paired.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { credential, ...device } = parse(paired)
  expect(device).toEqual({ deviceId: expect.any(String) as string, name: 'Phone', scope: 'approve' })

  const ticket = await post('/ticket', { Authorization: `Bearer ${String(credential)}` })
  expect(parse(ticket)).toEqual({ ticket: expect.any(String) as string, expiresInMs: 30_000 })
  const path = `/ahp?tkn=${String(parse(ticket)['ticket'])}`
  const ask = () => request(started.port, requestText(started.port, 'GET', path, upgradeHeaders))
  expect([(await ask()).status, (await ask()).status]).toEqual([101, 401])
  expect(started.accepted.map(({ principal }) => principal)).toEqual([
    { kind: 'device', id: device['deviceId'], name: 'Phone', scope: 'approve' },
  ])
})

describe('/pair', () => {
  it('refuses a wrong code and voids the right one after five', async () => {
    const { code } = started.access.createPairingCode('full')
    const statuses: number[] = []
    for (const tried of [...Array<string>(5).fill('22222222'), code])
      statuses.push((await post('/pair', json, JSON.stringify({ code: tried, name: 'Phone' }))).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403])
  })

  it('reads nothing but a small JSON object of the right form', async () => {
    const big = JSON.stringify({ code: 'x', name: 'y', filler: 'z'.repeat(4_096) })
    const answers = await Promise.all([
      post('/pair', {}, '{"code":"x","name":"y"}'),
      post('/pair', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'code=x'),
      post('/pair', { 'Content-Type': 'text/plain' }, '{"code":"x","name":"y"}'),
      post('/pair', json, '{'),
      post('/pair', json, '{"code":"x"}'),
      post('/pair', json, '{"code":1,"name":"y"}'),
      post('/pair', json, JSON.stringify({ code: 'x', name: 'y'.repeat(101) })),
      post('/pair', json),
      post('/pair', json, big),
    ])
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415, 400, 400, 400, 400, 400, 413])
  })

  it('stops reading a body without a declared length at the limit', async () => {
    const head = requestText(started.port, 'POST', '/pair', { ...json, 'Transfer-Encoding': 'chunked' })
    const answer = await request(started.port, `${head}2000\r\n${'x'.repeat(0x2000)}\r\n`)
    expect(answer.status).toBe(413)
  })
})

it('answers 500 without details when the devices cannot be written, and logs the cause', async () => {
  const deviceBook = {
    ...memoryDeviceBook(),
    add() {
      throw new Error('database or disk is full')
    },
  }
  const access = createAccess({ deviceBook, clock: systemClock, hostToken })
  const { listener, port, logger } = await startListener({ access })
  const body = JSON.stringify({ code: access.createPairingCode('full').code, name: 'Phone' })
  const answer = await request(port, requestText(port, 'POST', '/pair', json, body))
  await listener.stop()
  expect([answer.status, answer.body]).toEqual([500, 'The host could not do that. Its log says why.\n'])
  expect(logger.lines.at(-1)).toBe('request failed {"reason":"database or disk is full"}')
})

describe('/ticket', () => {
  it('is given for a bearer credential only', async () => {
    const answers = await Promise.all([
      post('/ticket', { Authorization: `Bearer ${hostToken}` }),
      post('/ticket', { ...json, Authorization: `Bearer ${hostToken}` }, '{}'),
      post('/ticket', {}),
      post('/ticket', { Authorization: 'Bearer wrong' }),
      post(`/ticket?tkn=${hostToken}`, {}),
      post(`/ticket?tkn=${hostToken}`, { Authorization: `Bearer ${hostToken}` }),
      post(`/ticket`, { Cookie: `tkn=${hostToken}` }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401, 401, 401])
  })

  it('is not given to a foreign page', async () => {
    const answer = await post('/ticket', { Authorization: `Bearer ${hostToken}`, Origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
  })
})

it('names the methods a path takes', async () => {
  const ask = async (method: string, path: string) => {
    const { status, headers } = await request(started.port, requestText(started.port, method, path))
    return [status, headers.get('allow')]
  }
  expect([await ask('GET', '/pair'), await ask('DELETE', '/'), await ask('POST', '/healthz')]).toEqual([
    [405, 'POST'],
    [405, 'GET, HEAD'],
    [405, 'GET, HEAD'],
  ])
})

it('sends its protection with every answer', async () => {
  const { port } = started
  const texts = [
    requestText(port, 'GET', '/'),
    requestText(port, 'GET', '/healthz'),
    requestText(port, 'GET', '/ahp'),
    requestText(port, 'GET', '/ahp', upgradeHeaders),
    requestText(port, 'POST', '/pair'),
    'nonsense\r\n\r\n',
  ]
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; " +
    "img-src 'self' data: blob:; worker-src 'self' blob:; " +
    `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}; ` +
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  for (const text of texts) {
    const { headers } = await request(port, text)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
    })
  }
})

it('logs no credential and no path', async () => {
  const { code } = started.access.createPairingCode('full')
  const paired = parse(await post('/pair', json, JSON.stringify({ code, name: 'Tablet' })))
  const secrets = [hostToken, code, String(paired['credential']), 'leaky-query', 'guessed-token', 'GUESSED2']
  await request(started.port, requestText(started.port, 'GET', '/ahp?tkn=leaky-query', upgradeHeaders))
  await post('/ticket', { Authorization: 'Bearer guessed-token' })
  await post('/pair', json, JSON.stringify({ code: 'GUESSED2', name: 'Tablet' }))
  const log = started.logger.lines.join('\n')
  expect(log).toContain('401')
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})
