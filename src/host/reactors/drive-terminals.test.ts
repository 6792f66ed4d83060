import { expect, onTestFinished, test, vi } from 'vitest'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { keepingLogger, openTestStore } from '../testing/open-test-store.ts'
import { rootState, terminalState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { driveTerminals } from './drive-terminals.ts'

const root = 'ahp-root://'
const terminals: Terminals = {
  start: () => ({ kind: 'failed', reason: 'not here' }),
  get: () => undefined,
  keptOutput: () => undefined,
  dispose: async () => {},
  stop: async () => {},
}

function startChannels() {
  const store = openTestStore(temporaryFolder())
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger })
  onTestFinished(() => channels.stop())
  channels.open(root, rootState(), { logged: false })
  const listed = () => channels.state(root, 'root')?.terminals?.map((info) => info.resource) ?? []
  return { channels, listed }
}

test('terminals that were kept from before this start are listed at once', () => {
  const { channels, listed } = startChannels()
  channels.open('ahp-terminal:/kept', terminalState('c1'))
  onTestFinished(driveTerminals({ channels, terminals, logger: silentLogger, isRetired: () => false }))
  expect(listed()).toEqual(['ahp-terminal:/kept'])
})

test('the list follows what is opened and closed', async () => {
  const { channels, listed } = startChannels()
  onTestFinished(driveTerminals({ channels, terminals, logger: silentLogger, isRetired: () => false }))
  channels.open('ahp-terminal:/a', terminalState('c1'))
  channels.open('ahp-terminal:/b', terminalState('c1'))
  await vi.waitFor(() => expect(listed()).toEqual(['ahp-terminal:/a', 'ahp-terminal:/b']))
  channels.close('ahp-terminal:/a')
  await vi.waitFor(() => expect(listed()).toEqual(['ahp-terminal:/b']))
})

test('output that cannot be removed is told in the log, and ends nothing', async () => {
  const { channels } = startChannels()
  const logger = keepingLogger()
  const stuck: Terminals = { ...terminals, dispose: () => Promise.reject(new Error('read-only file system')) }
  onTestFinished(driveTerminals({ channels, terminals: stuck, logger, isRetired: () => false }))
  channels.open('ahp-terminal:/a', terminalState('c1'))
  channels.close('ahp-terminal:/a')
  await vi.waitFor(() => expect(logger.lines.join()).toContain('read-only file system'))
})
