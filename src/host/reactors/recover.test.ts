import { expect, test } from 'vitest'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { openSessionScene, sceneChat, sceneSession, waitingCallActions } from '../testing/session-scene.ts'
import { sessionState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { recover } from './recover.ts'

const terminals = { keptOutput: () => ({ text: 'what was printed', truncated: false }) } as unknown as Terminals // all that is asked for

test('guard recover: after a kill turns are marked, terminals ended with their output, half-made sessions failed', async () => {
  const dataDir = temporaryFolder()
  const store = openTestStore(dataDir)
  const { channels, startTurn, chat } = await openSessionScene({ store })
  startTurn()
  for (const action of waitingCallActions('a')) chat(action)
  const x1 = 'ahp-terminal:/x1'
  const claim = { kind: 'session' as const, session: sceneSession, chat: sceneChat }
  const state = { title: 'ls', content: [], lifecycle: { status: 'running' as const }, claim }
  channels.open(x1, { kind: 'terminal', state }, { session: sceneSession })
  channels.apply(x1, { type: 'terminal/commandExecuted', commandId: '1', commandLine: 'ls', timestamp: 1 })
  const work = { id: 'x1', kind: 'shell' as const, label: 'ls', startedAt: '2026-01-01T00:00:00.000Z', command: 'ls' }
  chat({ type: 'chat/backgroundWorkSet', work })
  channels.open('ahp-session:/half', { kind: 'session', state: { ...sessionState().state, lifecycle: 'creating' } })
  await channels.settled()
  store.close()

  const again = createChannels({ store: openTestStore(dataDir), clock: systemClock, logger: silentLogger })
  expect(recover(again, systemClock, terminals)).toEqual({ interruptedTurns: 1 })
  const chatAfter = again.state(sceneChat, 'chat')
  expect(chatAfter?.activeTurn).toBeUndefined()
  expect(chatAfter?.backgroundWork ?? []).toEqual([])
  expect(chatAfter?.turns[0]?.responseParts).toMatchObject([
    { kind: 'toolCall', toolCall: { status: 'cancelled', reason: 'skipped' } },
    { kind: 'error', resumable: true, error: { errorType: 'interrupted' } },
  ])
  expect(again.state(x1, 'terminal')).toMatchObject({
    lifecycle: { status: 'exited' },
    content: [{ type: 'command', output: 'what was printed', isComplete: true }],
  })
  expect(again.state('ahp-session:/half', 'session')?.lifecycle).toBe('failed')
  await again.settled()
  expect(recover(again, systemClock, terminals)).toEqual({ interruptedTurns: 0 })
})
