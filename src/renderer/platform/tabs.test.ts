import { expect, test } from 'vitest'
import { createTabs, type Tabs, type TabsNeeds } from './tabs.ts'

/** Tabs of one browser: a channel that reaches all others, and one lock that goes to whoever asked first. */
function browser() {
  const hearers = new Map<string, (data: unknown) => void>()
  let now = 0
  const waiting: (() => void)[] = []
  let held = false
  function grant() {
    const next = waiting.shift()
    held = next !== undefined
    next?.()
  }
  return {
    pass: (ms: number) => void (now += ms),
    open(id: string): Tabs {
      const channel: TabsNeeds['channel'] = {
        post: (data) => {
          for (const [other, hear] of hearers) if (other !== id) hear(data)
        },
        hear: (hearer) => void hearers.set(id, hearer),
        close: () => void hearers.delete(id),
      }
      return createTabs({
        id,
        channel,
        now: () => now,
        holdLock(until, onHeld) {
          waiting.push(() => {
            onHeld()
            void until.then(grant)
          })
          if (!held) grant()
        },
      })
    },
  }
}

test('guard: of several tabs only one notifies, and another takes over when it closes', async () => {
  const { open } = browser()
  const [first, second] = [open('1'), open('2')]
  expect([first.isSpeaker(), second.isSpeaker()]).toEqual([true, false])
  first.stop()
  await Promise.resolve()
  expect([first.isSpeaker(), second.isSpeaker()]).toEqual([false, true])
})

test('what is in front in one tab is known in all, until it is not', () => {
  const { open } = browser()
  const [first, second] = [open('1'), open('2')]
  second.setInFront(['a', 'b'])
  expect([first.isInFront('b'), second.isInFront('b'), first.isInFront('c')]).toEqual([true, true, false])
  second.setInFront(['a'])
  expect(first.isInFront('b')).toBe(false)
  second.stop()
  expect(first.isInFront('a')).toBe(false)
})

test('a tab that says nothing any more is not believed for ever', () => {
  const { open, pass } = browser()
  const [first, second] = [open('1'), open('2')]
  second.setInFront(['a'])
  pass(59_000)
  expect(first.isInFront('a')).toBe(true)
  pass(2_000)
  expect(first.isInFront('a')).toBe(false)
})

test('what is no message of ours is left aside', () => {
  let hear = (_data: unknown): void => {}
  const channel: TabsNeeds['channel'] = { post: () => {}, hear: (hearer) => void (hear = hearer), close: () => {} }
  const tabs = createTabs({ id: '1', channel, holdLock: undefined, now: () => 0 })
  for (const data of [null, 'x', { tab: 1, inFront: ['a'] }, { tab: '2', inFront: 'a' }, { tab: '3', inFront: [7] }])
    hear(data)
  expect([tabs.isSpeaker(), tabs.isInFront('a')]).toEqual([true, false])
})
