import { expect, test, vi } from 'vitest'
import { createHighlighter, maxKept, type HighlightWorker } from './highlighter.ts'
import type { HighlightJob } from './worker.ts'

function fakeWorker() {
  const jobs: HighlightJob[] = []
  const listeners = {
    message: [] as ((event: { data: { id: number; lines?: [string][][] } }) => void)[],
    error: [] as (() => void)[],
  }
  const worker: HighlightWorker = {
    postMessage: (job) => void jobs.push(job),
    terminate() {},
    addEventListener: (type: 'message' | 'error', listener: never) => void listeners[type].push(listener),
  }
  return { worker, jobs, listeners }
}

test('the same code is coloured once, however often it is asked for, and is there at once afterwards', async () => {
  const { worker, jobs, listeners } = fakeWorker()
  const highlighter = createHighlighter(() => worker)
  const both = [highlighter.highlight('a', 'go'), highlighter.highlight('a', 'go')]
  expect(jobs).toEqual([{ id: 1, code: 'a', language: 'go' }])
  expect(highlighter.peek('a', 'go')).toBe(undefined)
  for (const hear of listeners.message) hear({ data: { id: 1, lines: [[['a']]] } })
  expect(await Promise.all(both)).toEqual([[[['a']]], [[['a']]]])
  expect(highlighter.peek('a', 'go')).toEqual([[['a']]])
})

test('a worker that cannot be started leaves the code plain', async () => {
  const { worker, listeners } = fakeWorker()
  const asked = createHighlighter(() => worker).highlight('a', 'go')
  for (const hear of listeners.error) hear()
  expect(await asked).toBe(undefined)
})

test('guard code that is never done stays plain, and what comes after it is coloured by a new worker', async () => {
  vi.useFakeTimers()
  const first = fakeWorker()
  const second = fakeWorker()
  const workers = [first, second]
  const highlighter = createHighlighter(() => workers.shift()!.worker)
  const stuck = highlighter.highlight('stuck', 'go')
  const after = highlighter.highlight('fine', 'go')
  expect(first.jobs).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  expect(await stuck).toBe(undefined)
  for (const hear of second.listeners.message) hear({ data: { id: 2, lines: [[['fine']]] } })
  expect(await after).toEqual([[['fine']]])
})

test('what is kept coloured has a bound in bytes, whatever the pieces weigh: the oldest go', async () => {
  const { worker, jobs, listeners } = fakeWorker()
  const highlighter = createHighlighter(() => worker)
  const line: [string][] = Array.from({ length: 1000 }, () => ['x'])
  const pieces = Math.ceil(maxKept / 80_000) + 3
  for (let n = 0; n < pieces; n++) {
    const asked = highlighter.highlight(`code ${n}`, 'go')
    for (const hear of listeners.message) hear({ data: { id: jobs.at(-1)!.id, lines: [line] } })
    await asked
  }
  const kept = Array.from({ length: pieces }, (_, n) => highlighter.peek(`code ${n}`, 'go') !== undefined)
  expect([kept[0], kept.at(-1)]).toEqual([false, true])
  expect(kept.filter(Boolean).length * 80_000).toBeLessThanOrEqual(maxKept)
})
