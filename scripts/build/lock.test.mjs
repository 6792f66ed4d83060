import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roadstead-lock-'))
  file = path.join(folder, 'building')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that takes the lock, notes begin and end in `log`, and leaves. */
async function worker(log) {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
    const note = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ' + process.pid + '\\n')
    await withLock(${JSON.stringify(file)}, async () => {
      note('begin')
      await new Promise((resolve) => setImmediate(resolve))
      note('end')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  const [exit] = await once(child, 'exit')
  return exit
}

it('lets several processes work one after the other, and leaves nothing behind', async () => {
  const log = path.join(folder, 'log')
  expect(await Promise.all([worker(log), worker(log), worker(log)])).toEqual([0, 0, 0])
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  const pairs = [0, 2, 4].map((at) => [lines[at], lines[at + 1]].map((line) => line.split(' ')))
  expect(pairs.every(([[begin, one], [end, other]]) => begin === 'begin' && end === 'end' && one === other)).toBe(true)
  expect(readdirSync(folder)).toEqual(['log'])
})

it('passes over a process that died while it worked', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(file, String(child.pid))
  expect(await withLock(file, async () => 'done')).toBe('done')
  expect(readdirSync(folder)).toEqual([])
})

it('is given back when the work fails', async () => {
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(readdirSync(folder)).toEqual([])
})
