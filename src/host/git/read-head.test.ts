import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchRepository } from '../testing/scratch-repository.ts'

function scratch() {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const { write, plain } = repository
  write('sub/a.txt', 'one\n')
  plain('add', '.')
  plain('commit', '-qm', 'one')
  return { ...repository, head: plain('rev-parse', 'HEAD').trim() }
}

test('head is the commit of the branch, from the root and from a folder inside', () => {
  const { git, root, head } = scratch()
  expect(git.head(root)).toBe(head)
  expect(git.head(join(root, 'sub'))).toBe(head)
})

test('head reads packed refs, and a loose ref wins over a packed one', () => {
  const { git, root, head, plain } = scratch()
  plain('pack-refs', '--all')
  expect(git.head(root)).toBe(head)
  plain('commit', '-q', '--allow-empty', '-m', 'two')
  expect(git.head(root)).toBe(plain('rev-parse', 'HEAD').trim())
})

test('head reads a detached HEAD', () => {
  const { git, root, head, plain } = scratch()
  plain('checkout', '-q', '--detach')
  expect(git.head(root)).toBe(head)
})

test('head reads a worktree’s own HEAD and the refs it shares', () => {
  const { git, root, plain, base } = scratch()
  const tree = join(base, 'tree')
  plain('worktree', 'add', '-q', '-b', 'side', tree)
  plain('-C', tree, 'commit', '-q', '--allow-empty', '-m', 'side')
  expect(git.head(tree)).toBe(plain('-C', tree, 'rev-parse', 'HEAD').trim())
  expect(git.head(tree)).not.toBe(git.head(root))
  plain('pack-refs', '--all')
  expect(git.head(tree)).toBe(plain('-C', tree, 'rev-parse', 'HEAD').trim())
})

test('head is undefined on an unborn branch and outside a repository', () => {
  const { git, root, home, plain } = scratch()
  plain('checkout', '-q', '--orphan', 'new')
  expect(git.head(root)).toBeUndefined()
  expect(git.head(home)).toBeUndefined()
  expect(git.head(join(home, 'gone'))).toBeUndefined()
})

test('head follows no name out of the git directory and believes no text that is not an id', () => {
  const { git, root, head } = scratch()
  writeFileSync(join(root, '..', 'outside'), `${head}\n`)
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/../../../outside\n')
  expect(git.head(root)).toBeUndefined()
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  appendFileSync(join(root, '.git', 'refs', 'heads', 'main'), 'x')
  expect(git.head(root)).toBeUndefined()
  mkdirSync(join(root, '.git', 'refs', 'heads', 'loop'))
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/a\n')
  writeFileSync(join(root, '.git', 'refs', 'heads', 'a'), 'ref: refs/heads/a\n')
  expect(git.head(root)).toBeUndefined()
})
