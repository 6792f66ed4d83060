import { expect, test } from 'vitest'
import { createI18n } from '../../platform/i18n.tsx'
import { connectionWords } from './connection-words.ts'

const i18n = createI18n('en')
const host = { protocolVersion: '1.0.0' }
const now = 1_000_000
const words = (state: Parameters<typeof connectionWords>[0], lostAtMs?: number) =>
  connectionWords(state, lostAtMs, now, i18n)

test('only a connection in sync is said to be in sync', () => {
  expect(words({ status: 'in-sync', sinceMs: 0, host, latencyMs: 12 })).toEqual({
    text: 'In sync · 12 ms',
    tone: 'ok',
    canRetry: false,
  })
  expect(words({ status: 'in-sync', sinceMs: 0, host }).text).toBe('In sync')
  expect(words({ status: 'catching-up', sinceMs: 0, host })).toEqual({
    text: 'Catching up…',
    tone: 'busy',
    canRetry: false,
  })
})

test('a lost connection says since when, and offers to try now while it waits', () => {
  const waiting = { status: 'waiting', attempt: 3, sinceMs: now - 1000, retryAtMs: now + 500, reason: 'gone' } as const
  const said = words(waiting, now - 120_000)
  expect(said).toMatchObject({ text: 'Reconnecting · lost 2 min. ago', tone: 'bad', canRetry: true })
  expect(said.banner).toContain('last known')
  expect(words({ status: 'connecting', attempt: 4, sinceMs: now }, now - 120_000).canRetry).toBe(false)
})

test('a host that was never reached is not said to be lost', () => {
  expect(words({ status: 'connecting', attempt: 1, sinceMs: now })).toEqual({
    text: 'Connecting…',
    tone: 'busy',
    canRetry: false,
  })
  const said = words({ status: 'waiting', attempt: 2, sinceMs: now - 180_000, retryAtMs: now, reason: 'refused' })
  expect(said.text).toBe('The host cannot be reached · trying since 3 min. ago')
})

test('what no retry leaves offers none', () => {
  for (const cause of ['version', 'taken-over', 'credential'] as const)
    expect(words({ status: 'refused', cause, reason: '' })).toMatchObject({ tone: 'bad', canRetry: false })
})
