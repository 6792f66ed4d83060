import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeOpenFile } from './page-bootstrap.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-bootstrap-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function write(lifeMs = 60_000, demo = false) {
  const listeners = new Set<() => void>()
  const onSpent = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const dir = join(folder, 'open')
  const file = await writeOpenFile({ dir, pageUrl: 'http://127.0.0.1:4100', code: 'ABCD2345', demo, lifeMs, onSpent })
  return { file, dir, spend: () => [...listeners].forEach((listener) => listener()) }
}

it('writes a page that only the person can read and that forwards with the code in the fragment', async () => {
  const { file, dir } = await write()
  expect((await readFile(file.path, 'utf8')).match(/content="0;url=([^"]*)"/)?.[1]).toBe(
    'http://127.0.0.1:4100/#pair=ABCD2345',
  )
  expect(file.path).not.toContain('ABCD2345')
  if (process.platform !== 'win32')
    expect([(await stat(file.path)).mode & 0o777, (await stat(dir)).mode & 0o777]).toEqual([0o600, 0o700])
  await file.remove()
  await file.remove()
  expect(existsSync(file.path)).toBe(false)
})

it('deletes the page once the code is used', async () => {
  const { file, spend } = await write()
  spend()
  await vi.waitUntil(() => !existsSync(file.path))
})

it('deletes the page once the code is too old', async () => {
  const { file } = await write(20)
  await vi.waitUntil(() => !existsSync(file.path))
})

it('can lead straight into the demo', async () => {
  const { file } = await write(60_000, true)
  expect(await readFile(file.path, 'utf8')).toContain('0;url=http://127.0.0.1:4100/#pair=ABCD2345&amp;demo=1"')
  await file.remove()
})

it('takes away what a process that ended first left behind, and nothing that may still be read', async () => {
  const [old, young] = [await write(), await write()]
  const twoMinutesAgo = Date.now() / 1_000 - 120
  await utimes(old.file.path, twoMinutesAgo, twoMinutesAgo)
  const { file, dir } = await write()
  const left = [young.file.path, file.path].map((path) => basename(path))
  expect((await readdir(dir)).toSorted()).toEqual(left.toSorted())
  await Promise.all([young, old, { file }].map((one) => one.file.remove()))
})
