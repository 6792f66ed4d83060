import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { isTelling, watchRepository } from './watch.ts'

const patience = { timeout: 10_000, interval: 20 }

test('changes of files, of HEAD and of the index are told; those of node_modules and objects are not', async () => {
  const { root, plain, write, plainWith, dispose } = scratchRepository()
  onTestFinished(dispose)
  write('node_modules/x/y.js', '1')
  write('a.txt', 'one\n')
  plain('add', 'a.txt')
  plain('commit', '-qm', 'one')
  const told = vi.fn()
  const watch = await watchRepository(root, told, { quietMs: 10 })
  if (watch.kind === 'unwatched') throw new Error(watch.reason)
  onTestFinished(watch.dispose)
  const toldBy = async (change: () => void) => {
    told.mockClear()
    change()
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), patience)
  }
  await toldBy(() => write('b.txt', 'two\n'))
  await toldBy(() => plain('add', 'b.txt'))
  await toldBy(() => plain('checkout', '-q', '-b', 'side'))
  await toldBy(() => plain('update-ref', 'refs/heads/other', 'HEAD'))

  // The ignored ones come first: once the last is told, they would have been.
  await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThan(0), patience)
  told.mockClear()
  write('node_modules/x/z.js', '1')
  plainWith('content', 'hash-object', '-w', '--stdin')
  await toldBy(() => write('c.txt', 'last\n'))
})

test('of a git directory HEAD, the index and the refs of people are told, not the checkpoints of other sessions', () => {
  const told = ['HEAD', 'index', 'packed-refs', 'refs', 'refs/heads/main', 'refs/roadsteads', 'refs/tags/v1']
  const silent = ['refs/roadstead', 'refs/roadstead/s1/start', 'config', 'COMMIT_EDITMSG', 'index.lock', 'xHEAD']
  expect([...told, ...silent].filter(isTelling)).toEqual(told)
})

test('a worktree’s HEAD is watched though it lies elsewhere', async () => {
  const { root, base, plain, dispose } = scratchRepository()
  onTestFinished(dispose)
  plain('commit', '-q', '--allow-empty', '-m', 'one')
  const tree = join(base, 'tree')
  plain('worktree', 'add', '-q', '-b', 'side', tree)
  const told = vi.fn()
  const watch = await watchRepository(tree, told, { quietMs: 10 })
  if (watch.kind === 'unwatched') throw new Error(watch.reason)
  onTestFinished(watch.dispose)
  plain('-C', tree, 'commit', '-q', '--allow-empty', '-m', 'two')
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), patience)
  expect(root).not.toBe(tree)
})

test('a folder that cannot be watched is a value with the reason', async () => {
  const { base, dispose } = scratchRepository()
  onTestFinished(dispose)
  writeFileSync(join(base, 'file'), '')
  const watch = await watchRepository(join(base, 'gone'), () => {})
  expect(watch).toMatchObject({ kind: 'unwatched', reason: expect.stringContaining(join(base, 'gone')) })
})

test('watching starts no program and leaves no dead process', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc')
  const { root, base, dispose } = scratchRepository()
  onTestFinished(dispose)
  const mark = join(base, 'watchman-ran')
  writeFileSync(join(base, 'watchman'), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${base}:${path}`
  onTestFinished(() => void (process.env['PATH'] = path))
  const watch = await watchRepository(root, () => {})
  if (watch.kind === 'unwatched') throw new Error(watch.reason)
  watch.dispose()
  expect(existsSync(mark)).toBe(false)
  expect(deadChildren()).toEqual([])
})

/** Children of this process that ended and were never waited for. */
function deadChildren(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' && Number(parent) === process.pid ? [stat] : []
    } catch {
      return []
    }
  })
}
