import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Git } from '../../git/git.ts'
import { scratchRepository } from '../../testing/scratch-repository.ts'
import { commit, type CommitRequest } from './commit.ts'

const kept = 'Your files and what you had staged are as they were.'

function scratch({ first = true } = {}) {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const { git, root, plain, write } = repository
  if (first) {
    write('a.txt', 'a\n')
    write('b.txt', 'b\n')
    plain('add', '.')
    plain('commit', '-qm', 'first')
  }
  const make = (request: Partial<CommitRequest> = {}) => commit(git, root, { message: 'Change it', ...request })
  const shown = () => plain('show', '--format=', '--name-status', 'HEAD').trim().split('\n').filter(Boolean)
  return { ...repository, make, shown }
}

test('all that is shown is committed under the person’s identity, and the status is clean afterwards', async () => {
  const { write, make, shown, plain, root } = scratch()
  write('a.txt', 'changed\n')
  write('new file.txt', 'n\n')
  unlinkSync(join(root, 'b.txt'))
  symlinkSync('a.txt', join(root, 'link'))
  const result = await make({ message: '\n  Change it  \n\nBecause.\n# not a comment\n\n' })
  expect(result).toEqual({
    kind: 'committed',
    hash: plain('rev-parse', 'HEAD').trim(),
    summary: 'Change it',
    files: ['a.txt', 'b.txt', 'link', 'new file.txt'],
    notes: [],
  })
  expect(shown()).toEqual(['M\ta.txt', 'D\tb.txt', 'A\tlink', 'A\tnew file.txt'])
  expect(plain('log', '-1', '--format=%an <%ae>|%cn|%B').trim()).toBe(
    'Ada <ada@example.com>|Ada|Change it\n\nBecause.\n# not a comment',
  )
  expect(plain('status', '--porcelain')).toBe('')
  expect(plain('reflog', '-1', '--format=%gs').trim()).toBe('commit: Change it')
  expect(plain('fsck', '--strict')).toBe('')
})

test('guard: a commit asks git for each thing once', async () => {
  const { git, root, write } = scratch()
  write('a.txt', 'changed\n')
  const asked: string[] = []
  const counting: Git = {
    ...git,
    run(folder, args, options) {
      asked.push(args.join(' '))
      return git.run(folder, args, options)
    },
  }
  expect(await commit(counting, root, { message: 'Change it' })).toMatchObject({ kind: 'committed' })
  const places = asked.filter((args) => args.startsWith('rev-parse --'))
  expect(places.length).toBe(new Set(places).size)
  expect(asked.length).toBeLessThanOrEqual(24)
})

test('chosen paths are committed whatever is staged, and other staged entries stay staged', async () => {
  const { write, make, shown, plain } = scratch()
  write('a.txt', 'staged\n')
  plain('add', 'a.txt')
  write('a.txt', 'as it lies there\n')
  write('b.txt', 'staged b\n')
  plain('add', 'b.txt')
  write('other.txt', 'o\n')
  expect(await make({ paths: ['a.txt'] })).toMatchObject({ kind: 'committed', files: ['a.txt'] })
  expect(shown()).toEqual(['M\ta.txt'])
  expect(plain('show', 'HEAD:a.txt')).toBe('as it lies there\n')
  expect(plain('status', '--porcelain')).toBe('M  b.txt\n?? other.txt\n')
  expect(plain('show', ':b.txt')).toBe('staged b\n')
})

test('a rename is committed whole, by either of its names', async () => {
  const { write, make, shown, plain, root } = scratch()
  rmSync(join(root, 'b.txt'))
  write('moved.txt', 'b\n')
  expect(await make({ paths: ['b.txt'] })).toMatchObject({ kind: 'committed', files: ['moved.txt'] })
  expect(shown()).toEqual(['R100\tb.txt\tmoved.txt'])
  expect(plain('status', '--porcelain')).toBe('')
})

test('the first commit of a repository and one on a detached HEAD work', async () => {
  const { write, make, plain } = scratch({ first: false })
  write('a.txt', 'a\n')
  const first = await make()
  expect(first).toMatchObject({ kind: 'committed', files: ['a.txt'] })
  expect(plain('rev-list', '--count', 'main').trim()).toBe('1')
  plain('checkout', '-q', '--detach')
  write('a.txt', 'b\n')
  expect((await make()).kind).toBe('committed')
  expect(plain('rev-list', '--count', 'main').trim()).toBe('1')
  expect(plain('rev-list', '--count', 'HEAD').trim()).toBe('2')
})

test('a message is never a command, an option or a file name', async () => {
  const { write, make, plain, base } = scratch()
  write('a.txt', 'changed\n')
  const message = `--amend $(touch ${base}/ran) "quoted" 'x' \`y\``
  expect(await make({ message })).toMatchObject({ kind: 'committed', summary: message })
  expect(plain('log', '-1', '--format=%s').trim()).toBe(message)
  expect(existsSync(join(base, 'ran'))).toBe(false)
})

test('hooks do not run and the result names them; a signature that was wanted is named too', async () => {
  const { write, make, plain, root, evil } = scratch()
  const { script, ran } = evil('hook', 'exit')
  for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction', 'post-index-change']) {
    symlinkSync(script, join(root, '.git', 'hooks', hook))
  }
  plain('config', 'commit.gpgSign', 'true')
  write('a.txt', 'changed\n')
  expect(await make()).toMatchObject({
    kind: 'committed',
    notes: ['Hooks that were not run: pre-commit, commit-msg, post-commit.', 'The commit is not signed.'],
  })
  expect(ran()).toBe(false)
})

test('each thing that stands in the way is told in words, and nothing has changed', async () => {
  const { write, make, plain, root, home, personState } = scratch()
  const refused = async (request: Partial<CommitRequest> = {}) => {
    const before = personState()
    const result = await make(request)
    expect(personState()).toEqual(before)
    return result
  }
  expect(await refused()).toEqual({ kind: 'failed', reason: 'There is nothing to commit.', kept })
  write('a.txt', 'changed\n')
  expect(await refused({ message: ' \n ' })).toEqual({ kind: 'failed', reason: 'The commit message is empty.', kept })
  expect(await refused({ paths: ['b.txt'] })).toEqual({ kind: 'failed', reason: 'There is nothing to commit.', kept })
  expect(await refused({ paths: ['a.txt', 'b.txt'] })).toEqual({
    kind: 'failed',
    reason: 'b.txt has no change to commit.',
    kept,
  })
  const lock = join(root, '.git', 'index.lock')
  writeFileSync(lock, 'somebody’s')
  expect(await refused()).toMatchObject({ kind: 'failed', reason: expect.stringContaining(`${lock} exists`) })
  expect(readFileSync(lock, 'utf8')).toBe('somebody’s')
  rmSync(lock)

  rmSync(join(home, '.gitconfig'))
  expect(await refused()).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/git config --global user\.name .*\ngit config --global user\.email /),
  })
  plain('config', 'user.name', 'Ada')
  plain('config', 'user.email', 'ada@example.com')

  write('.gitattributes', '*.txt filter=lfs\n')
  plain('config', 'filter.lfs.clean', 'cat')
  expect(await refused()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('filter "lfs"') })
  rmSync(join(root, '.gitattributes'))

  plain('stash', '-q')
  plain('checkout', '-qb', 'side')
  write('a.txt', 'side\n')
  plain('commit', '-qam', 'side')
  plain('checkout', '-q', 'main')
  write('a.txt', 'main\n')
  plain('commit', '-qam', 'main')
  expect(() => plain('merge', 'side')).toThrow()
  expect(await refused()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('A merge is under way') })
  plain('reset', '-q', '--hard')
  expect(() => plain('stash', 'pop')).toThrow()
  expect(await refused()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('in conflict') })
  expect(existsSync(lock)).toBe(false)
})

test('a worktree’s commit goes to its own branch and index', async () => {
  const { plain, git, base } = scratch()
  const tree = join(base, 'tree')
  plain('worktree', 'add', '-q', '-b', 'side', tree)
  writeFileSync(join(tree, 'a.txt'), 'side\n')
  chmodSync(join(tree, 'b.txt'), 0o755)
  expect(await commit(git, tree, { message: 'Side' })).toMatchObject({ kind: 'committed', files: ['a.txt', 'b.txt'] })
  expect(plain('-C', tree, 'status', '--porcelain')).toBe('')
  expect(plain('log', '-1', '--format=%s', 'side').trim()).toBe('Side')
  expect(plain('log', '-1', '--format=%s', 'main').trim()).toBe('first')
})

test('a folder without git is told so', async () => {
  const { git, home } = scratch()
  expect(await commit(git, home, { message: 'x' })).toEqual({
    kind: 'failed',
    reason: `${home} is not in a git repository.`,
    kept,
  })
})

test('a HEAD that somebody moved meanwhile is not overwritten, and the index keeps its permissions', async () => {
  const { git, root, plain, write, make } = scratch()
  write('a.txt', 'changed\n')
  const meddled: Git = {
    ...git,
    run: (folder, args, options) => {
      if (args[0] === 'update-ref')
        plain('update-ref', 'HEAD', plain('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'theirs').trim())
      return git.run(folder, args, options)
    },
  }
  expect(await commit(meddled, root, { message: 'Mine' })).toMatchObject({ kind: 'failed', kept })
  expect(plain('log', '-1', '--format=%s').trim()).toBe('theirs')
  expect(existsSync(join(root, '.git', 'index.lock'))).toBe(false)
  chmodSync(join(root, '.git', 'index'), 0o640)
  expect((await make()).kind).toBe('committed')
  expect(statSync(join(root, '.git', 'index')).mode & 0o777).toBe(0o640)
})
