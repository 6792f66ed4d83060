import { expect, test } from 'vitest'
import type { AgentInfo } from '../../protocol/channels/root/state.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import { openSessionScene } from '../testing/session-scene.ts'
import { tellModels } from './tell-models.ts'

async function scene() {
  const { channels } = await openSessionScene()
  const changed = new Set<() => void>()
  const needed = new Set<(resource: string, reason: 'expired' | 'wrong') => void>()
  const tasks: (() => void)[] = []
  const told: unknown[] = []
  let agents: AgentInfo = { provider: 'builtin', displayName: 'B', description: '', models: [] }
  const harness: HarnessAdapter = {
    provider: 'builtin',
    info: () => agents,
    checkConfig: () => undefined,
    run: async () => ({ kind: 'complete' }),
  }
  const { dispose, tellNow } = tellModels({
    channels,
    models: {
      onChanged: (listener) => (changed.add(listener), () => changed.delete(listener)),
      onKeyNeeded: (listener) => (needed.add(listener), () => needed.delete(listener)),
    },
    harnesses: new Map([['builtin', harness]]),
    after: (_ms, task) => (tasks.push(task), () => tasks.splice(tasks.indexOf(task), 1)),
    resourceMetadata: (resource) => ({ resource, resource_name: 'Example' }),
    notify: (...args) => void told.push(args),
  })
  const envelopes: string[] = []
  channels.onEnvelope(({ action }) => void envelopes.push(action.type))
  return {
    ...{ channels, tasks, told, dispose, tellNow, envelopes, changed, needed },
    offer: (...ids: string[]) => {
      agents = { ...agents, models: ids.map((id) => ({ id, provider: 'builtin', name: id })) }
      for (const listener of changed) listener()
    },
  }
}

test('changes that come together are told once, and those that change nothing not at all', async () => {
  const { channels, tasks, offer, envelopes, tellNow } = await scene()
  offer('a')
  offer('a', 'b')
  expect(tasks.length).toBe(1)
  tasks.shift()?.()
  await channels.settled()
  expect(channels.state(ROOT_URI, 'root')?.agents[0]?.models.map(({ id }) => id)).toEqual(['a', 'b'])
  offer('a', 'b')
  tasks.shift()?.()
  await channels.settled()
  expect(envelopes).toEqual(['root/agentsChanged'])
  offer('c')
  tellNow()
  await channels.settled()
  expect([envelopes.length, tasks.length]).toEqual([2, 0])
})

test('a key that is needed is announced with what people know its resource by', async () => {
  const { needed, told, dispose, changed, tasks, offer } = await scene()
  for (const listener of needed) {
    listener('https://a', 'expired')
    listener('https://a', 'wrong')
  }
  const resource = { resource: 'https://a', resource_name: 'Example' }
  expect(told).toEqual(
    ['expired', 'required'].map((reason) => [ROOT_URI, 'auth/required', { channel: ROOT_URI, resource, reason }]),
  )
  offer('a')
  dispose()
  expect([changed.size, needed.size, tasks.length]).toEqual([0, 0, 0])
})
