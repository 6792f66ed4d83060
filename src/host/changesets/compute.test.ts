import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { uncommitted } from './compute.ts'
import type { ChangesetSnapshot } from './file-change.ts'

function scratch() {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const look = async (): Promise<ChangesetSnapshot> => {
    const result = await uncommitted(repository.git, repository.root)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    return result.snapshot
  }
  const commitAll = () => {
    repository.plain('add', '-A')
    repository.plain('commit', '-qm', 'state')
  }
  return { ...repository, look, commitAll }
}

/** `status path +added -removed`, one line a file. */
function brief(snapshot: ChangesetSnapshot): string[] {
  return snapshot.files.map((file) => {
    const name = file.oldPath === undefined ? file.path : `${file.oldPath} → ${file.path}`
    return `${file.status} ${name} ${file.binary ? 'binary' : `+${file.added} -${file.removed}`}`
  })
}

const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')

test('one snapshot holds modified, added, untracked, deleted and renamed files with their sides', async () => {
  const { write, plain, commitAll, look, root } = scratch()
  write('changed.txt', 'a\nb\nc\n')
  write('gone.txt', 'x\ny\n')
  write('old/name.txt', lines(20))
  write('same.txt', 'same\n')
  commitAll()
  write('changed.txt', 'a\nB\nc\nd\n')
  rmSync(join(root, 'gone.txt'))
  write('new/place.txt', `${lines(20)}more\n`)
  rmSync(join(root, 'old'), { recursive: true })
  write('staged.txt', 's\n')
  plain('add', 'staged.txt')
  write('untracked.txt', 'u\nv\n')
  write('.gitignore', 'secret\n')
  write('secret', 'not shown\n')
  const snapshot = await look()
  expect(brief(snapshot)).toEqual([
    'added .gitignore +1 -0',
    'modified changed.txt +2 -1',
    'deleted gone.txt +0 -2',
    'renamed old/name.txt → new/place.txt +1 -0',
    'added staged.txt +1 -0',
    'added untracked.txt +2 -0',
  ])
  expect([snapshot.additions, snapshot.deletions]).toEqual([7, 3])
  const [changed] = snapshot.files.filter((file) => file.path === 'changed.txt')
  expect(changed).toEqual({
    path: 'changed.txt',
    status: 'modified',
    added: 2,
    removed: 1,
    binary: false,
    large: false,
    before: { oid: plain('rev-parse', 'HEAD:changed.txt').trim(), mode: '100644', size: 6 },
    after: { mode: '100644', size: 8, changedAtMs: expect.any(Number) },
  })
})

test('looking leaves index, refs, stash, objects and the temporary folder as they were', async () => {
  const { write, commitAll, look, personState, plain, base } = scratch()
  write('a.txt', 'a\n')
  commitAll()
  write('a.txt', 'b\n')
  write('b.txt', 'b\n')
  const temporaryFolder = join(base, 'tmp')
  mkdirSync(temporaryFolder)
  vi.stubEnv('TMPDIR', temporaryFolder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [before, objects] = [personState(), plain('count-objects')]
  await look()
  expect(personState()).toEqual(before)
  expect(plain('count-objects')).toBe(objects)
  expect(tmpdir()).toBe(temporaryFolder)
  expect(readdirSync(temporaryFolder)).toEqual([])
})

test('before the first commit everything is added, also with nothing staged', async () => {
  const { write, plain, look } = scratch()
  write('a.txt', 'a\n')
  expect(brief(await look())).toEqual(['added a.txt +1 -0'])
  plain('add', '.')
  expect(brief(await look())).toEqual(['added a.txt +1 -0'])
})

test('a folder without git is unavailable with a reason', async () => {
  const { git, home } = scratch()
  expect(await uncommitted(git, home)).toEqual({
    kind: 'unavailable',
    reason: expect.stringContaining('not a git repository'),
  })
})

test('names with blanks, quotes, newlines, colons and bytes that are no UTF-8 are exact', async () => {
  const { write, commitAll, look, root } = scratch()
  const names = [' lead', 'a "b" \'c\'', 'new\nline', ':colon', '-dash', '*.star', 'tab\there', 'ünï', '\\back']
  for (const name of names) write(name, 'one\n')
  const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff, 0xfe])])
  writeFileSync(odd, 'one\n')
  expect((await look()).files.map((file) => file.path).sort()).toEqual([...names, 'f\uFFFD\uFFFD'].sort())
  commitAll()
  for (const name of names) write(name, 'one\ntwo\n')
  writeFileSync(odd, 'one\ntwo\n')
  const snapshot = await look()
  expect(snapshot.files.every((file) => file.status === 'modified' && file.added === 1 && file.removed === 0)).toBe(
    true,
  )
  expect(snapshot.files).toHaveLength(names.length + 1)
  expect(snapshot.files.find((file) => file.pathBytes)?.pathBytes).toEqual(Buffer.from([0x66, 0xff, 0xfe]))
})

test('symlinks are shown as what they point to and not followed, mode changes as such', async () => {
  const { write, commitAll, look, root, home } = scratch()
  writeFileSync(join(home, 'secret'), lines(50))
  write('run.sh', 'echo\n')
  symlinkSync('run.sh', join(root, 'link'))
  commitAll()
  chmodSync(join(root, 'run.sh'), 0o755)
  rmSync(join(root, 'link'))
  symlinkSync(join(home, 'secret'), join(root, 'link'))
  symlinkSync(home, join(root, 'folder'))
  const snapshot = await look()
  expect(brief(snapshot)).toEqual(['added folder +1 -0', 'modified link +1 -1', 'modified run.sh +0 -0'])
  expect(snapshot.files[1]?.after).toMatchObject({ mode: '120000', target: join(home, 'secret') })
  expect(snapshot.files[2]).toMatchObject({ before: { mode: '100644' }, after: { mode: '100755' } })
})

test('a file that became a symlink or a folder, and a folder that became a file, are shown', async () => {
  const { write, commitAll, look, root } = scratch()
  write('file', 'f\n')
  write('wasfile', 'w\n')
  write('wasfolder/x', 'x\n')
  commitAll()
  rmSync(join(root, 'file'))
  symlinkSync('elsewhere', join(root, 'file'))
  rmSync(join(root, 'wasfile'))
  write('wasfile/inner', 'i\n')
  rmSync(join(root, 'wasfolder'), { recursive: true })
  write('wasfolder', 'now a file\n')
  expect(brief(await look())).toEqual([
    'modified file +1 -1',
    'deleted wasfile +0 -1',
    'added wasfile/inner +1 -0',
    'added wasfolder +1 -0',
    'deleted wasfolder/x +0 -1',
  ])
})

test('a pipe in the place of a file does not hang the look', async () => {
  const { write, commitAll, look, root } = scratch()
  write('file', 'f\n')
  commitAll()
  rmSync(join(root, 'file'))
  execFileSync('mkfifo', [join(root, 'file'), join(root, 'other')])
  expect((await look()).files.map((file) => file.path)).toEqual(['file'])
})

test('a submodule is shown as the commit it is at, a nested repository is named, neither is entered', async () => {
  const { write, commitAll, look, plain, root, base } = scratch()
  write('a', 'a\n')
  commitAll()
  plain('clone', '-q', root, join(base, 'library'))
  plain('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(base, 'library'), 'lib')
  plain('-C', 'lib', 'config', 'user.name', 'x')
  commitAll()
  plain('init', '-q', 'nested')
  write('nested/inner.txt', 'n\n')
  write('lib/new.txt', 'dirty\n')
  expect(await look()).toMatchObject({ files: [], nestedRepositories: ['nested'] })
  plain('-C', 'lib', 'add', '.')
  plain('-C', 'lib', 'commit', '-qm', 'moved on')
  const snapshot = await look()
  expect(brief(snapshot)).toEqual(['modified lib +1 -1'])
  expect(snapshot.files[0]?.after).toEqual({ mode: '160000', commit: plain('-C', 'lib', 'rev-parse', 'HEAD').trim() })
})

test('a worktree, a locked index and a merge in conflict are looked at all the same', async () => {
  const { write, commitAll, look, plain, root, base, git } = scratch()
  write('a', 'one\n')
  commitAll()
  const tree = join(base, 'tree')
  plain('worktree', 'add', '-q', '-b', 'side', tree)
  writeFileSync(join(tree, 'a'), 'side\n')
  expect(await uncommitted(git, tree)).toMatchObject({ snapshot: { files: [{ path: 'a', status: 'modified' }] } })
  plain('-C', tree, 'commit', '-qam', 'side')
  write('a', 'main\n')
  plain('commit', '-qam', 'main')
  expect(() => plain('merge', 'side')).toThrow()
  writeFileSync(join(root, '.git', 'index.lock'), '')
  const state = plain('ls-files', '--unmerged')
  const snapshot = await look()
  expect(brief(snapshot)).toEqual(['modified a +4 -0'])
  expect(plain('ls-files', '--unmerged')).toBe(state)
})

test('binary and large files are flagged, and the large one is counted', async () => {
  const { write, commitAll, look } = scratch()
  write('blob', Buffer.from([1, 0, 2]))
  write('huge.txt', lines(600_000))
  commitAll()
  write('blob', Buffer.from([1, 0, 3]))
  write('huge.txt', `${lines(600_000)}last\n`)
  const snapshot = await look()
  expect(brief(snapshot)).toEqual(['modified blob binary', 'modified huge.txt +1 -0'])
  expect(snapshot.files.map((file) => file.large)).toEqual([false, true])
})

test('a file whose date alone changed is not shown', async () => {
  const { write, commitAll, look, root } = scratch()
  write('a', 'a\n')
  commitAll()
  utimesSync(join(root, 'a'), 1, 1)
  expect((await look()).files).toEqual([])
})

test('files that may not be read are listed and the rest is counted', async (context) => {
  if (process.getuid?.() !== 0) context.skip('needs to become another user')
  const { write, commitAll, root, base, home } = scratch()
  write('closed', 'a\n')
  write('open', 'a\n')
  commitAll()
  write('closed', 'changed\n')
  write('new-closed', 'n\n')
  write('open', 'changed\n')
  chmodSync(join(root, 'closed'), 0)
  chmodSync(join(root, 'new-closed'), 0)
  chmodSync(base, 0o755)
  execFileSync('chown', ['-R', '12345:12345', root])
  const script = `
    import { createGit } from ${JSON.stringify(join(import.meta.dirname, '../git/create-git.ts'))}
    import { uncommitted } from ${JSON.stringify(join(import.meta.dirname, 'compute.ts'))}
    const git = createGit({ env: { PATH: process.env.PATH, HOME: ${JSON.stringify(home)} } })
    console.log(JSON.stringify(await uncommitted(git, ${JSON.stringify(root)})))`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    uid: 12345,
    gid: 12345,
    encoding: 'utf8',
  })
  const result: unknown = JSON.parse(child.stdout || JSON.stringify(child.stderr))
  expect(result).toMatchObject({
    kind: 'computed',
    snapshot: {
      files: [
        { path: 'closed', status: 'modified', unreadable: true, added: 0 },
        { path: 'new-closed', status: 'added', unreadable: true },
        { path: 'open', status: 'modified', added: 1, removed: 1 },
      ],
    },
  })
})

test('ten thousand changed files are one quick look', async () => {
  const { write, commitAll, look, root } = scratch()
  for (let at = 0; at < 5000; at++) write(`d${at % 50}/f${at}`, `${at}\n`)
  commitAll()
  for (let at = 0; at < 5000; at++) write(`d${at % 50}/f${at}`, `${at}\nmore\n`)
  renameSync(join(root, 'd0'), join(root, 'e0'))
  mkdirSync(join(root, 'many'))
  for (let at = 0; at < 5000; at++) writeFileSync(join(root, 'many', `n${at}`), 'n\n')
  const started = performance.now()
  const snapshot = await look()
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(snapshot.files.length).toBeGreaterThanOrEqual(9_900)
  expect(snapshot.files.find((file) => file.path === 'd1/f1')).toMatchObject({ added: 1, removed: 0 })
})
