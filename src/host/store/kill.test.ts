import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openStore } from './open-store.ts'

const child = path.resolve(import.meta.dirname, '../testing/append-until-killed.ts')
const channel = 'ahp-session:/killed'

/** Starts the appending process; resolves with the numbers it said were on disk when it was killed. */
async function killAfter(dataDir: string, lines: number): Promise<{ acknowledged: number[] }> {
  const appending = spawn(process.execPath, [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void appending.kill('SIGKILL'))
  const acknowledged: number[] = []
  const ended = once(appending, 'exit')
  for await (const line of createInterface({ input: appending.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === lines) appending.kill('SIGKILL')
  }
  await ended
  return { acknowledged }
}

test('after kill -9 in the middle of appending all that was acknowledged is there and no number comes again', async () => {
  const dataDir = temporaryFolder()
  const given: number[] = []
  for (const lines of [3, 17, 40]) {
    const { acknowledged } = await killAfter(dataDir, lines)
    const newest = acknowledged.at(-1)!
    const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
    if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
    const { store } = opened
    try {
      expect(store.notice).toBeUndefined()
      const onDisk = (store.since(0, new Set([channel])) ?? []).map(({ seq }) => seq)
      expect(onDisk).toEqual([...onDisk].sort((a, b) => a - b))
      // Whole batches of five or nothing, and at least what was acknowledged.
      expect(onDisk.length % 5).toBe(0)
      expect(onDisk).toEqual(expect.arrayContaining(acknowledged))
      expect(onDisk.filter((seq) => seq <= newest).length).toBe(given.length + acknowledged.length * 5)
      const next = store.nextSeq()
      expect(next).toBeGreaterThan(Math.max(newest, ...onDisk))
      given.splice(0, given.length, ...onDisk)
    } finally {
      store.close()
    }
  }
  expect(new Set(given).size).toBe(given.length)
})

test('a folder is owned as long as the process lives and free once it was killed', async () => {
  const dataDir = temporaryFolder()
  const holding = spawn(process.execPath, [child, dataDir, '1'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void holding.kill('SIGKILL'))
  await once(holding.stdout, 'data')
  expect(openStore({ dataDir, clock: systemClock, logger: silentLogger })).toEqual({ kind: 'owned' })
  holding.kill('SIGKILL')
  await once(holding, 'exit')
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  expect(opened.kind).toBe('opened')
  if (opened.kind === 'opened') opened.store.close()
})
