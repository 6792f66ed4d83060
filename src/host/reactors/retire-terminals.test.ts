import { expect, onTestFinished, test } from 'vitest'
import type { TerminalState } from '../../protocol/channels/terminal/state.ts'
import { terminalUri } from '../../protocol/uri.ts'
import { createTerminalRecords } from '../audit/terminal-records.ts'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { retireTerminals } from './retire-terminals.ts'

const session = 'ahp-session:/s1'

function scene() {
  const store = openTestStore(temporaryFolder())
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger })
  onTestFinished(() => channels.stop())
  const state = {
    provider: 'scripted',
    title: '',
    status: 1,
    lifecycle: 'ready' as const,
    activeClients: [],
    chats: [],
  }
  channels.open(session, { kind: 'session', state }, { session })
  const disposed: string[] = []
  const terminals: Pick<Terminals, 'keptOutput' | 'dispose'> = {
    keptOutput: (id) => ({ text: `output of ${id}`, truncated: false }),
    dispose: async (id) => void disposed.push(id),
  }
  const retired = retireTerminals(channels, terminals, createTerminalRecords(store))
  onTestFinished(() => retired.dispose())
  return { channels, retired, disposed }
}

function running(number: number): TerminalState {
  return {
    title: `command ${number}`,
    content: [
      {
        type: 'command',
        commandId: '1',
        commandLine: `command ${number}`,
        output: 'live',
        timestamp: 0,
        isComplete: false,
      },
    ],
    lifecycle: { status: 'running' },
    claim: { kind: 'session', session, chat: 'ahp-chat:/c1' },
  }
}

async function runCommands({ channels }: ReturnType<typeof scene>, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const uri = terminalUri(`t${number}`)
    channels.open(uri, { kind: 'terminal', state: running(number) }, { session })
    channels.apply(uri, { type: 'terminal/exited', exitCode: number })
    await channels.settled()
  }
}

test('of many ended terminals only the newest stay open, and what is running always does', async () => {
  const place = scene()
  const live = terminalUri('live')
  place.channels.open(live, { kind: 'terminal', state: running(0) }, { session })
  await runCommands(place, 20)
  const open = place.channels.list('terminal')
  expect(open).toHaveLength(13)
  expect(open).toContain(live)
  expect(open).not.toContain(terminalUri('t8'))
  expect(open).toContain(terminalUri('t9'))
})

test('a retired terminal opens again as it ended, with its kept output, while somebody looks', async () => {
  const { channels, retired } = await retiredOne()
  const uri = terminalUri('t1')
  retired.reopen(uri)
  expect(channels.state(uri, 'terminal')).toMatchObject({
    title: 'command 1',
    lifecycle: { status: 'exited', exitCode: 1 },
    content: [{ type: 'command', commandLine: 'command 1', output: 'output of t1' }],
  })
  retired.subscribersChanged(uri, 1)
  expect(channels.has(uri)).toBe(true)
  retired.subscribersChanged(uri, 0)
  expect(channels.has(uri)).toBe(false)
  expect(retired.isRetired(uri)).toBe(true)
})

test('an agent reads a retired terminal of its own session only', async () => {
  const { retired } = await retiredOne()
  expect(retired.read(session, terminalUri('t1'))).toEqual({ text: 'output of t1', truncated: false })
  expect(retired.read('ahp-session:/other', terminalUri('t1'))).toBeUndefined()
})

test('with its session a retired terminal loses its record and its output', async () => {
  const { retired, disposed } = await retiredOne()
  await retired.endSession(session)
  expect(disposed).toEqual(['t1'])
  expect(retired.isRetired(terminalUri('t1'))).toBe(false)
})

async function retiredOne() {
  const place = scene()
  await runCommands(place, 13)
  return place
}
