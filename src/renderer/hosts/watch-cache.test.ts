import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChannelView } from '../../client/mirror.ts'
import { createCell } from '../../client/readable.ts'
import { createWatchCache, lingerMs } from './watch-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const log: string[] = []
  const view = createCell<ChannelView>({ status: 'loading' })
  const cache = createWatchCache({
    watch(channel) {
      log.push(`watch ${channel}`)
      return { view, release: () => log.push(`release ${channel}`) }
    },
  })
  return { log, view, cache }
}

test('a channel is watched once, however many show it', () => {
  const { log, cache } = start()
  const stops = [cache.readable('a').subscribe(() => {}), cache.readable('a').subscribe(() => {})]
  for (const stop of stops) stop()
  expect(log).toEqual(['watch a'])
})

test('going back within a while finds it still watched; later it is released', () => {
  const { log, cache } = start()
  const readable = cache.readable('a')
  readable.subscribe(() => {})()
  vi.advanceTimersByTime(lingerMs - 1)
  const stop = readable.subscribe(() => {})
  vi.advanceTimersByTime(lingerMs * 2)
  expect(log).toEqual(['watch a'])
  stop()
  vi.advanceTimersByTime(lingerMs)
  expect(log).toEqual(['watch a', 'release a'])
})

test('what is known is told, and nothing is known of what nobody watches', () => {
  const { view, cache } = start()
  const readable = cache.readable('a')
  expect(readable.get()).toEqual({ status: 'loading' })
  let told = 0
  readable.subscribe(() => (told += 1))
  view.set({ status: 'gone', reason: 'deleted' })
  expect({ told, now: readable.get() }).toEqual({ told: 1, now: { status: 'gone', reason: 'deleted' } })
})

test('disposing releases what is watched', () => {
  const { log, cache } = start()
  cache.readable('a').subscribe(() => {})
  cache.dispose()
  expect(log).toEqual(['watch a', 'release a'])
})
