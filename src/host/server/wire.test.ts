import { describe, expect, onTestFinished, test } from 'vitest'
import { invalidParams, sessionNotFound } from '../../protocol/errors.ts'
import { transportPair, type Transport } from '../../protocol/transport.ts'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { keepingLogger, openTestStore } from '../testing/open-test-store.ts'
import { chatState, rootState, sessionState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { loadWireCases, needsWholeHost, runRpcCase, type WireScene } from '../testing/wire-cases.ts'
import { createServer } from './create-server.ts'
import type { CommandTable } from './server.ts'

const commands: CommandTable = {
  listSessions: () => ({ items: [] }),
  disposeSession: ({ channel }: { channel: string }) => {
    throw sessionNotFound(channel)
  },
  authenticate: () => {
    throw invalidParams('resource: never advertised')
  },
}

const channelsOf: Record<string, readonly string[]> = { session: ['ahp-session:/s1', 'ahp-chat:/k1'] }

async function shakeHands(
  transport: Transport,
  clientId: string,
  initialSubscriptions: readonly string[],
): Promise<void> {
  const answered = new Promise<void>((resolve) => transport.onMessage((text) => text.includes('"id":1,') && resolve()))
  const params = { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId, initialSubscriptions }
  transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  await answered
}

async function stage(state: string): Promise<WireScene> {
  const dataDir = temporaryFolder()
  const logger = keepingLogger()
  const store = openTestStore(dataDir)
  const channels = createChannels({ store, clock: systemClock, logger })
  channels.open('ahp-root://', rootState(), { logged: false })
  channels.open('ahp-session:/s1', sessionState())
  channels.open('ahp-chat:/k1', chatState('ahp-chat:/k1'), { session: 'ahp-session:/s1' })
  channels.open('ahp-terminal:/x1', terminalState('c1'), { logged: false })
  const facts = { serverInfo: { name: 'test' } }
  const server = createServer({ channels, commands, rules: () => undefined, clock: systemClock, logger, facts })
  onTestFinished(() => server.stop())
  const connect = () => {
    const [here, there] = transportPair()
    server.accept(there, { kind: 'host-token' })
    return here
  }
  if (state === 'open') {
    const earlier = connect()
    await shakeHands(earlier, 'c1', ['ahp-root://'])
    earlier.close()
  }
  const bystander = connect()
  await shakeHands(bystander, 'bystander', [])
  const connection = connect()
  if (state !== 'open') {
    const wanted = [
      'ahp-root://',
      ...(channelsOf[state] ?? []),
      ...(state === 'terminal-of-c1' ? ['ahp-terminal:/x1'] : []),
    ]
    await shakeHands(connection, 'c1', wanted)
  }
  return {
    connection,
    bystander,
    logText: () => logger.lines.join('\n'),
    errors: () => logger.lines.filter((line) => line.startsWith('error')),
    state: () =>
      ['root', 'session', 'chat', 'terminal'].map((kind) =>
        channels.list(kind as 'root').map((uri) => channels.get(uri)),
      ),
    async storedTextAfterRestart() {
      await channels.settled()
      store.close()
      const again = createChannels({ store: openTestStore(dataDir), clock: systemClock, logger })
      return again.state('ahp-chat:/k1', 'chat')?.activeTurn?.message.text
    },
  }
}

const cases = loadWireCases()?.filter(({ layer }) => layer === 'rpc')

describe('rpc cases of wire.json that concern the server alone', () => {
  for (const wireCase of cases ?? []) {
    if (needsWholeHost(wireCase)) continue
    test(`${wireCase.id} ${wireCase.why}`, async () => {
      await runRpcCase(wireCase, await stage(wireCase.state))
    })
  }
  test('are at least fifty', (context) => {
    if (cases === undefined) return context.skip('the shared attack corpus is not beside this checkout')
    expect(cases.filter((wireCase) => !needsWholeHost(wireCase)).length).toBeGreaterThanOrEqual(50)
  })
})
