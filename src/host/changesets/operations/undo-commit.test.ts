import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchRepository } from '../../testing/scratch-repository.ts'
import { commit } from './commit.ts'
import { undoCommit } from './undo-commit.ts'

const kept = 'The commit and your files are as they were.'

async function scratchWithTwo() {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const { git, root, plain, write } = repository
  write('a.txt', 'a\n')
  plain('add', '.')
  plain('commit', '-qm', 'first')
  write('a.txt', 'changed\n')
  const made = await commit(git, root, { message: 'Change it' })
  if (made.kind === 'failed') throw new Error(made.reason)
  const first = plain('rev-parse', 'HEAD~').trim()
  return { ...repository, hash: made.hash, first, undo: (hash: string) => undoCommit(git, root, hash) }
}

test('undo takes the last commit back and keeps the change', async () => {
  const { undo, hash, first, plain, read } = await scratchWithTwo()
  expect(await undo(hash)).toEqual({ kind: 'undone', head: first, summary: 'Change it' })
  expect(plain('rev-parse', 'main').trim()).toBe(first)
  expect(read('a.txt')).toBe('changed\n')
  expect(plain('diff', 'HEAD', '--numstat')).toBe('1\t1\ta.txt\n')
  expect(await undo(hash)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('no longer the last commit'),
  })
})

test('the first commit is taken back to a branch without commits', async () => {
  const { undo, hash, first, plain, read } = await scratchWithTwo()
  await undo(hash)
  expect(await undo(first)).toEqual({ kind: 'undone', summary: 'first' })
  expect(() => plain('rev-parse', '--verify', '-q', 'HEAD')).toThrow()
  expect(read('a.txt')).toBe('changed\n')
})

test('undo is refused for a commit that is pushed, is a merge, or is not the last', async () => {
  const { undo, hash, first, plain, base, personState, write } = await scratchWithTwo()
  const refused = async (id: string, words: string) => {
    const before = personState()
    expect(await undo(id)).toEqual({ kind: 'failed', reason: expect.stringContaining(words), kept })
    expect(personState()).toEqual(before)
  }
  await refused(first, 'no longer the last commit')
  await refused('HEAD', 'is not a commit')
  await refused('--help', 'is not a commit')
  plain('init', '-q', '--bare', join(base, 'remote'))
  plain('remote', 'add', 'origin', join(base, 'remote'))
  plain('push', '-q', 'origin', 'main')
  await refused(hash, 'pushed: origin/main has it')
  plain('checkout', '-qb', 'side', first)
  write('b.txt', 'b\n')
  plain('add', '.')
  plain('commit', '-qm', 'side')
  plain('merge', '-q', '-m', 'merge', 'main')
  await refused(plain('rev-parse', 'HEAD').trim(), 'is a merge')
})
