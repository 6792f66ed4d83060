import { describe, expect, it } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { createAccess } from './access.ts'
import type { Access, Carriers } from './access.ts'
import { hashSecret } from './secrets.ts'
import { hostToken, memoryDeviceBook } from './testing/started-listener.ts'

const startMs = Date.parse('2026-05-01T10:00:00.000Z')

function manualClock(): Clock & { advance(ms: number): void } {
  let passed = 0
  return { now: () => startMs + passed, monotonic: () => passed, advance: (ms) => void (passed += ms) }
}

function setUp() {
  const clock = manualClock()
  const deviceBook = memoryDeviceBook()
  return { clock, deviceBook, access: createAccess({ deviceBook, clock, hostToken }) }
}

const bearer = (credential: string): Carriers => ({ authorization: [`Bearer ${credential}`], tkn: [] })
const tkn = (...values: string[]): Carriers => ({ authorization: [], tkn: values })

function pairDevice(access: Access, scope: 'watch' | 'approve' | 'full' = 'full') {
  const outcome = access.pair(access.createPairingCode(scope).code, 'Phone')
  if (outcome.kind !== 'paired') throw new Error('pairing failed')
  return outcome
}

describe('the connection token', () => {
  it('is accepted as bearer anywhere and as tkn on loopback only', () => {
    const { access } = setUp()
    expect([
      access.authenticate(bearer(hostToken), false),
      access.authenticate(tkn(hostToken), true),
      access.authenticate(tkn(hostToken), false),
    ]).toEqual([{ kind: 'host-token' }, { kind: 'host-token' }, undefined])
  })

  it('is compared exactly', () => {
    const { access } = setUp()
    const wrong = ['', hostToken.toUpperCase(), `${hostToken}x`, hostToken.slice(0, -1), ` ${hostToken}`]
    expect(wrong.map((token) => access.authenticate(tkn(token), true))).toEqual(wrong.map(() => undefined))
  })

  it('must not be empty', () => {
    const { clock, deviceBook } = setUp()
    expect(() => createAccess({ deviceBook, clock, hostToken: '' })).toThrow('must not be empty')
  })
})

it('accepts a credential in exactly one place, once', () => {
  const { access } = setUp()
  const carriers: Carriers[] = [
    { authorization: [], tkn: [] },
    tkn(hostToken, hostToken),
    { authorization: [`Bearer ${hostToken}`], tkn: [hostToken] },
    { authorization: [`Bearer ${hostToken}`, `Bearer ${hostToken}`], tkn: [] },
    { authorization: [`Basic ${hostToken}`], tkn: [] },
  ]
  expect(carriers.map((one) => access.authenticate(one, true))).toEqual(carriers.map(() => undefined))
})

describe('a ticket', () => {
  it('opens one connection and no second', () => {
    const { access } = setUp()
    const { ticket, lifeMs } = access.issueTicket({ kind: 'host-token' })
    expect({ lifeMs, bits: Buffer.from(ticket, 'base64url').length * 8 }).toEqual({ lifeMs: 30_000, bits: 256 })
    expect(access.authenticate(tkn(ticket), false)).toEqual({ kind: 'host-token' })
    expect(access.authenticate(tkn(ticket), false)).toBeUndefined()
  })

  it('is void after 30 seconds', () => {
    const { access, clock } = setUp()
    const early = access.issueTicket({ kind: 'host-token' }).ticket
    const late = access.issueTicket({ kind: 'host-token' }).ticket
    clock.advance(29_999)
    expect(access.authenticate(tkn(early), false)).toEqual({ kind: 'host-token' })
    clock.advance(1)
    expect(access.authenticate(tkn(late), false)).toBeUndefined()
  })

  it('is no bearer credential', () => {
    const { access } = setUp()
    expect(access.authenticate(bearer(access.issueTicket({ kind: 'host-token' }).ticket), true)).toBeUndefined()
  })

  it('counts as its device and dies with it', () => {
    const { access } = setUp()
    const { device, credential } = pairDevice(access, 'approve')
    const principal = access.authenticateBearer(bearer(credential))
    expect(principal).toEqual({ kind: 'device', id: device.id, name: 'Phone', scope: 'approve' })
    const [first, second] = [0, 1].map(() => access.issueTicket(principal ?? { kind: 'host-token' }).ticket)
    expect(access.authenticate(tkn(first ?? ''), false)).toEqual(principal)
    access.revoke(device.id)
    expect(access.authenticate(tkn(second ?? ''), false)).toBeUndefined()
  })
})

describe('a pairing code', () => {
  it('has eight characters without look-alikes and names its end', () => {
    const { access } = setUp()
    const { code, expiresAt } = access.createPairingCode('full')
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(expiresAt).toBe('2026-05-01T10:10:00.000Z')
  })

  it('works once, as typed by a person', () => {
    const { access } = setUp()
    const { code } = access.createPairingCode('watch')
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
    expect(access.pair(typed, 'Phone')).toMatchObject({ kind: 'paired', device: { name: 'Phone', scope: 'watch' } })
    expect(access.pair(code, 'Phone')).toEqual({ kind: 'wrong-code' })
  })

  it('is void after ten minutes', () => {
    const { access, clock } = setUp()
    const { code } = access.createPairingCode('full')
    clock.advance(600_000)
    expect(access.pair(code, 'Phone')).toEqual({ kind: 'wrong-code' })
  })

  it('survives four wrong tries and not five', () => {
    const { access } = setUp()
    const tryWrongly = (times: number) => Array.from({ length: times }, () => access.pair('22222222', 'Phone'))
    const lucky = access.createPairingCode('full').code
    tryWrongly(4)
    expect(access.pair(lucky, 'Phone').kind).toBe('paired')
    const voided = access.createPairingCode('full').code
    tryWrongly(5)
    expect(access.pair(voided, 'Phone')).toEqual({ kind: 'wrong-code' })
  })

  it('tells when it was used and when it was voided', () => {
    const { access } = setUp()
    const spent: string[] = []
    const used = access.createPairingCode('full')
    used.onSpent(() => spent.push('used'))
    access.pair(used.code, 'Phone')
    access.createPairingCode('full').onSpent(() => spent.push('voided'))
    for (let i = 0; i < 5; i++) access.pair('wrong', 'Phone')
    expect(spent).toEqual(['used', 'voided'])
  })
})

describe('a device', () => {
  it('is kept with a hash of its credential only', () => {
    const { access, deviceBook } = setUp()
    const { device, credential } = pairDevice(access)
    expect([...deviceBook.hashes]).toEqual([[hashSecret(credential), device]])
    expect(JSON.stringify([...deviceBook.hashes])).not.toContain(credential)
    expect(device).toEqual({ id: device.id, name: 'Phone', scope: 'full', createdAt: '2026-05-01T10:00:00.000Z' })
  })

  it('has its last use written at most once a minute', () => {
    const { access, deviceBook, clock } = setUp()
    const { credential } = pairDevice(access)
    const lastUse = () => deviceBook.list()[0]?.lastUsedAt
    const uses = [0, 30_000, 30_000].map((ms) => {
      clock.advance(ms)
      access.authenticate(bearer(credential), true)
      return lastUse()
    })
    expect(uses).toEqual(['2026-05-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z', '2026-05-01T10:01:00.000Z'])
  })

  it('is locked out at once when revoked', () => {
    const { access } = setUp()
    const revoked: string[] = []
    access.onRevoked((id) => revoked.push(id))
    const { device, credential } = pairDevice(access)
    expect([access.revoke(device.id), access.revoke(device.id)]).toEqual([true, false])
    expect(access.authenticate(bearer(credential), true)).toBeUndefined()
    expect({ revoked, devices: access.devices() }).toEqual({ revoked: [device.id], devices: [] })
  })
})
