import { expect, onTestFinished, test } from 'vitest'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { blameLine } from './blame-line.ts'

test('a line is blamed on its commit, in the work tree, at HEAD and in a text handed in', async () => {
  const { git, root, write, plain, dispose } = scratchRepository()
  onTestFinished(dispose)
  write('a b.txt', 'one\ntwo\n')
  plain('add', '.')
  plain('-c', 'user.name=Bob', 'commit', '-q', '--date=2024-01-02T03:04:05Z', '-m', 'Write it')
  const hash = plain('rev-parse', 'HEAD').trim()
  write('a b.txt', 'new\none\ntwo\n')
  const commit = { hash, author: 'Bob', at: '2024-01-02T03:04:05.000Z', summary: 'Write it' }
  expect(await blameLine(git, root, 'a b.txt', 1)).toEqual({ kind: 'uncommitted' })
  expect(await blameLine(git, root, 'a b.txt', 2)).toEqual({ kind: 'commit', commit })
  expect(await blameLine(git, root, 'a b.txt', 1, { ignoreWorkingTree: true })).toEqual({ kind: 'commit', commit })
  expect(await blameLine(git, root, 'a b.txt', 2, { content: 'x\ntwo\n' })).toEqual({ kind: 'commit', commit })
  expect(await blameLine(git, root, 'a b.txt', 1, { content: 'x\ntwo\n' })).toEqual({ kind: 'uncommitted' })
  write('untracked.txt', 'u\n')
  expect(await blameLine(git, root, 'untracked.txt', 1)).toEqual({ kind: 'uncommitted' })
  expect(await blameLine(git, root, 'a b.txt', 99)).toMatchObject({ kind: 'unknown' })
})
