import { describe, expect, it } from 'vitest'
import { checkNotificationParams, commands, isCommandName, parseCommandParams } from './messages.ts'
import { check } from './schema.ts'
import { channelStateOf, Snapshot } from './snapshot.ts'
import { ProtocolError } from './errors.ts'

const problemOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof ProtocolError) return [error.code, error.message]
  }
  return undefined
}

describe('the parameters of a command', () => {
  it('stay the object that came in', () => {
    const params = { channel: 'ahp-session:/s1', later: true }
    expect(parseCommandParams('subscribe', params)).toBe(params)
  })

  it('may lack the channel in the handshake only', () => {
    expect(parseCommandParams('ping', undefined)).toEqual({ channel: 'ahp-root://' })
    const reconnect = { clientId: 'c', lastSeenServerSeq: 0, subscriptions: [] }
    expect(parseCommandParams('reconnect', reconnect)).toEqual({ ...reconnect, channel: 'ahp-root://' })
    expect(reconnect).not.toHaveProperty('channel')
    expect(problemOf(() => parseCommandParams('subscribe', {}))?.[0]).toBe(-32602)
    expect(problemOf(() => parseCommandParams('resourceRead', { uri: 'file:///x' }))?.[0]).toBe(-32602)
    expect(parseCommandParams('resourceRead', { uri: 'file:///x' }, new Set(['resourceRead'])).channel).toBe(
      'ahp-root://',
    )
  })

  it.each([
    ['ping', ['ahp-root://']],
    ['ping', 'ahp-root://'],
    ['ping', { channel: 7 }],
    ['subscribe', { channel: `ahp-session:/${'x'.repeat(4096)}` }],
    ['initialize', { protocolVersions: ['1.0.0'] }],
    ['initialize', { protocolVersions: ['1.0.0'], clientId: 'x'.repeat(257) }],
    [
      'initialize',
      { protocolVersions: ['1.0.0'], clientId: 'c', initialSubscriptions: Array(1001).fill('ahp-root://') },
    ],
    ['reconnect', { clientId: 'c', lastSeenServerSeq: -1, subscriptions: [] }],
    ['reconnect', { clientId: 'c', lastSeenServerSeq: 0.5, subscriptions: [] }],
    ['createTerminal', { channel: 'ahp-terminal:/t', claim: { kind: 'client', clientId: 'c' }, cols: 1_000_000_000 }],
    ['createTerminal', { channel: 'ahp-terminal:/t', claim: { kind: 'client', clientId: 'c' }, rows: -5 }],
    ['authenticate', { channel: 'ahp-root://', resource: 'https://api.example.com', token: '' }],
    ['authenticate', { channel: 'ahp-root://', resource: 'https://api.example.com', token: 'x', expiresIn: 0 }],
  ] as const)('of %s are refused when they are wrong (case %#)', (method, params) => {
    expect(problemOf(() => parseCommandParams(method, params))?.[0]).toBe(-32602)
  })

  it('never repeat a token in the problem', () => {
    const params = { channel: 7, resource: 'r', token: 'secret-abc' }
    expect(problemOf(() => parseCommandParams('authenticate', params))?.[1]).not.toContain('secret-abc')
  })

  it('belong to a command of the protocol, not to what every object inherits', () => {
    expect(['ping', 'toString', '__proto__', 'constructor'].map(isCommandName)).toEqual([true, false, false, false])
  })
})

describe('a dispatched action', () => {
  it('reaches the host malformed, so that it can be rejected with an echo', () => {
    const params = { channel: 'ahp-chat:/c', clientSeq: 1, action: { type: 'chat/toolCallConfirmed', approved: 'yes' } }
    expect(checkNotificationParams('dispatchAction', params)).toEqual({ ok: true, value: params })
  })

  it.each([-1, 1.5, 2 ** 53, 'a', undefined])('is dropped with the number %j', (clientSeq) => {
    const params = { channel: 'ahp-chat:/c', clientSeq, action: { type: 'chat/draftChanged' } }
    expect(checkNotificationParams('dispatchAction', params).ok).toBe(false)
  })
})

describe('what a host sends', () => {
  it('keeps null apart from an empty object', () => {
    const { ping, fetchTurns } = commands
    expect([check(ping.result, null).ok, check(ping.result, {}).ok]).toEqual([true, false])
    expect([check(fetchTurns.result, {}).ok, check(fetchTurns.result, null).ok]).toEqual([true, false])
  })

  it('may echo any number another client made up', () => {
    const action = { type: 'session/titleChanged', title: 'x' }
    const envelope = {
      channel: 'ahp-session:/s',
      action,
      serverSeq: 2 ** 40,
      origin: { clientId: 'other', clientSeq: 'seven' },
    }
    expect(checkNotificationParams('action', envelope)).toEqual({ ok: true, value: envelope })
  })

  it('may hold states of kinds nobody knows, which have no kind here', () => {
    const snapshot = { resource: 'x-else:/1', state: { answer: 42 }, fromSeq: 0 }
    const checked = check(Snapshot, snapshot)
    expect(checked).toEqual({ ok: true, value: snapshot })
    expect(checked.ok && channelStateOf(checked.value)).toBeUndefined()
  })

  it('tells its kind by what it holds, not by the scheme of its URI', () => {
    const state = {
      title: 'zsh',
      content: [],
      lifecycle: { status: 'running' },
      claim: { kind: 'client', clientId: 'c' },
    }
    const checked = check(Snapshot, { resource: 'vscode-terminal:7', state, fromSeq: 3 })
    expect(checked.ok && channelStateOf(checked.value)).toEqual({ kind: 'terminal', state })
  })
})
