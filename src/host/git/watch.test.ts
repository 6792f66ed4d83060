import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchRepository } from './scratch-repository.ts'
import { watchRepository } from './watch.ts'

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

  // The ignored ones come first: once the last is told, they would have been.
  await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThan(0), patience)
  told.mockClear()
  write('node_modules/x/z.js', '1')
  plainWith('content', 'hash-object', '-w', '--stdin')
  await toldBy(() => write('c.txt', 'last\n'))
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
