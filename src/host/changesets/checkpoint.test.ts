import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPrivateRepository } from '../git/private-repository.ts'
import { readObject } from '../git/read-object.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { checkpoint, dropCheckpoints } from './checkpoint.ts'
import { sinceStart } from './compute.ts'

function scratch() {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const commitAll = () => {
    repository.plain('add', '-A')
    repository.plain('commit', '-qm', 'state')
  }
  const take = async (options?: Parameters<typeof checkpoint>[2]) => {
    const taken = await checkpoint(repository.git, repository.root, options)
    if (taken.kind === 'unavailable') throw new Error(taken.reason)
    return taken
  }
  const since = async (tree: string) => {
    const result = await sinceStart(repository.git, repository.root, tree)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    return result.snapshot.files.map((file) => `${file.status} ${file.path}`)
  }
  const listing = (tree: string) => repository.plain('ls-tree', '-r', '--name-only', tree).split('\n').filter(Boolean)
  return { ...repository, commitAll, take, since, listing }
}

test('a checkpoint holds all files but the ignored ones, and the person’s index, refs and stash stay', async () => {
  const { write, commitAll, take, listing, plain, root, personState } = scratch()
  write('a', 'a\n')
  write('gone', 'g\n')
  commitAll()
  write('a', 'changed\n')
  write('staged', 's\n')
  plain('add', 'staged')
  write('staged', 'changed since\n')
  write('new/file', 'n\n')
  write('.gitignore', 'ignored\n')
  write('ignored', 'i\n')
  rmSync(join(root, 'gone'))
  const [before, status] = [personState(), plain('status', '--porcelain')]
  const { tree, ref, leftOut } = await take({ anchor: { sessionId: 's1', name: 'start' } })
  expect(listing(tree)).toEqual(['.gitignore', 'a', 'new/file', 'staged'])
  expect(plain('cat-file', 'blob', `${tree}:staged`)).toBe('changed since\n')
  expect({ ref, leftOut }).toEqual({ ref: 'refs/roadstead/s1/start', leftOut: [] })
  expect(plain('rev-parse', 'refs/roadstead/s1/start').trim()).toBe(tree)
  expect(personState()).toEqual(before)
  expect(plain('status', '--porcelain')).toBe(status)
})

test('an anchored checkpoint outlives git’s clean-up until it is dropped', async () => {
  const { write, take, plain, git, root } = scratch()
  write('a', 'kept\n')
  const { tree } = await take({ anchor: { sessionId: 's1', name: 'start' } })
  await take({ anchor: { sessionId: 's2', name: 'start' } })
  plain('gc', '-q', '--prune=now')
  expect(plain('cat-file', 'blob', `${tree}:a`)).toBe('kept\n')
  expect(await dropCheckpoints(git, root, 's1')).toBe(1)
  expect(await dropCheckpoints(git, root, 's1')).toBe(0)
  expect(await dropCheckpoints(git, root, '../heads')).toBe(0)
  expect(plain('for-each-ref', '--format=%(refname)')).toBe('refs/roadstead/s2/start\n')
})

test('an edit of the same size with the old date put back is seen', async () => {
  const { write, commitAll, take, since, root, plain } = scratch()
  write('a', 'aaaa\n')
  utimesSync(join(root, 'a'), 1_000_000_000, 1_000_000_000)
  commitAll()
  const { tree } = await take()
  write('a', 'bbbb\n')
  utimesSync(join(root, 'a'), 1_000_000_000, 1_000_000_000)
  expect(await since(tree)).toEqual(['modified a'])
  const next = await take()
  expect(plain('cat-file', 'blob', `${next.tree}:a`)).toBe('bbbb\n')
})

test('a file that git was told to overlook is kept and compared all the same', async () => {
  const { write, commitAll, take, since, plain, root } = scratch()
  write('assumed', 'a\n')
  write('gone', 'g\n')
  write('skipped', 's\n')
  commitAll()
  plain('update-index', '--assume-unchanged', 'assumed', 'gone')
  plain('update-index', '--skip-worktree', 'skipped')
  const { tree } = await take()
  write('assumed', 'changed\n')
  write('skipped', 'changed\n')
  rmSync(join(root, 'gone'))
  expect(await since(tree)).toEqual(['modified assumed', 'deleted gone', 'modified skipped'])
  const next = await take()
  expect(plain('cat-file', 'blob', `${next.tree}:skipped`)).toBe('changed\n')
})

test('what a sparse checkout left out is not taken for deleted', async () => {
  const { write, commitAll, take, since, plain, listing } = scratch()
  write('in/a', 'a\n')
  write('out/b', 'b\n')
  commitAll()
  plain('sparse-checkout', 'set', 'in')
  const { tree } = await take()
  expect(listing(tree)).toEqual(['in/a', 'out/b'])
  expect(await since(tree)).toEqual([])
})

test('what was changed before the start is not in the changes since', async () => {
  const { write, commitAll, take, since, plain, root } = scratch()
  write('a', 'a\n')
  commitAll()
  write('a', 'person\n')
  write('untracked', 'person\n')
  const { tree } = await take()
  expect(await since(tree)).toEqual([])
  write('.gitignore', 'untracked\n')
  expect(await since(tree)).toEqual(['added .gitignore'])
  plain('commit', '-qam', 'the agent commits')
  expect(await since(tree)).toEqual(['added .gitignore'])
  rmSync(join(root, 'untracked'))
  expect(await since(tree)).toEqual(['added .gitignore', 'deleted untracked'])
})

test('nested repositories, symlinks and a conflict do not stop a checkpoint', async () => {
  const { write, commitAll, take, listing, plain, root, home } = scratch()
  write('a', 'a\n')
  commitAll()
  plain('checkout', '-qb', 'side')
  write('a', 'side\n')
  plain('commit', '-qam', 'side')
  plain('checkout', '-q', 'main')
  write('a', 'main\n')
  plain('commit', '-qam', 'main')
  expect(() => plain('merge', 'side')).toThrow()
  plain('init', '-q', 'nested')
  writeFileSync(join(root, 'nested', 'x'), 'x')
  symlinkSync(home, join(root, 'link'))
  const { tree } = await take()
  expect(listing(tree)).toEqual(['a', 'link'])
  expect(plain('cat-file', 'blob', `${tree}:link`)).toBe(home)
})

test('content can be written apart from the repository', async () => {
  const { write, take, plain, base } = scratch()
  write('a', 'a\n')
  const objectsDir = join(base, 'objects')
  mkdirSync(objectsDir)
  const objects = plain('count-objects')
  await take({ objectsDir })
  expect(plain('count-objects')).toBe(objects)
  expect(readdirSync(objectsDir).length).toBeGreaterThan(0)
})

test('a folder without git is unavailable with the reason, and a private repository serves it', async () => {
  const { git, home, base } = scratch()
  const folder = join(base, 'plain')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a'), 'one\n')
  expect(await checkpoint(git, folder)).toEqual({
    kind: 'unavailable',
    reason: `${folder} is not in a git repository.`,
  })
  const gitDir = join(home, 'checkpoints', 's1.git')
  const opened = await openPrivateRepository(git, folder, gitDir)
  if (opened.kind === 'unavailable') throw new Error(opened.reason)
  const start = await checkpoint(opened.git, folder, { anchor: { sessionId: 's1', name: 'start' } })
  if (start.kind === 'unavailable') throw new Error(start.reason)
  writeFileSync(join(folder, 'a'), 'one\ntwo\n')
  writeFileSync(join(folder, 'b'), 'b\n')
  const result = await sinceStart(opened.git, folder, start.tree)
  if (result.kind === 'unavailable') throw new Error(result.reason)
  const [a, b] = result.snapshot.files
  expect(a).toMatchObject({ path: 'a', status: 'modified', added: 1, removed: 0 })
  expect(b).toMatchObject({ path: 'b', status: 'added' })
  expect(await readObject(opened.git, folder, a?.before?.oid ?? '')).toEqual({
    kind: 'read',
    content: Buffer.from('one\n'),
  })
  expect(readdirSync(folder).sort()).toEqual(['a', 'b'])
  await opened.dispose()
  expect(existsSync(gitDir)).toBe(false)
})

test('names that are no ref are refused, and a full or closed repository is a value', async (context) => {
  const { git, root, write } = scratch()
  write('a', 'a\n')
  for (const sessionId of ['../x', 'a..b', '', 'x.lock', '-x', 'a/b']) {
    expect(await checkpoint(git, root, { anchor: { sessionId, name: 'start' } })).toMatchObject({ kind: 'unavailable' })
  }
  if (process.getuid?.() === 0) context.skip('root can write everywhere')
  chmodSync(join(root, '.git', 'objects'), 0o500)
  expect(await checkpoint(git, root)).toMatchObject({ kind: 'unavailable' })
})

test('a folder that becomes a link while git reads does not bring a file from elsewhere into the repository', async () => {
  const { git, root, base, write, plain, listing } = scratch()
  write('sub/key', 'own\n')
  write('link-to-it', 'x\n')
  mkdirSync(join(base, 'outside'))
  writeFileSync(join(base, 'outside', 'key'), 'private\n')
  const racing: typeof git = {
    ...git,
    run(folder, args, options) {
      if (args.includes('--add') && existsSync(join(root, 'sub')) && !existsSync(join(root, 'away'))) {
        renameSync(join(root, 'sub'), join(root, 'away'))
        symlinkSync(join(base, 'outside'), join(root, 'sub'))
      }
      return git.run(folder, args, options)
    },
  }
  const taken = await checkpoint(racing, root, { anchor: { sessionId: 's1', name: 'start' } })
  if (taken.kind === 'unavailable') throw new Error(taken.reason)
  expect(listing(taken.tree)).toEqual(['link-to-it', 'sub/key'])
  expect(plain('cat-file', 'blob', `${taken.tree}:sub/key`)).toBe('own\n')
})
