import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchRepository } from '../../testing/scratch-repository.ts'
import { uncommitted } from '../compute.ts'
import type { FileChange } from '../file-change.ts'
import { openHeldFolder } from '../held-folder.ts'
import { discard, undoDiscard } from './discard.ts'

function scratch() {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  const { git, root, plain } = repository
  const store = new Map<string, Buffer>()
  const keep = (content: Buffer, name: string) => {
    const key = `${store.size}:${name}`
    store.set(key, content)
    return key
  }
  const changes = async () => {
    const result = await uncommitted(git, root)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    return result.snapshot.files
  }
  const changeOf = async (path: string): Promise<FileChange> => {
    const found = (await changes()).find((change) => change.path === path)
    if (!found) throw new Error(`${path} is not changed`)
    return found
  }
  const drop = async (path: string) => discard(git, root, await changeOf(path), { keep })
  const dropped = async (path: string) => {
    const result = await drop(path)
    if (result.kind === 'failed') throw new Error(result.reason)
    return result.discarded
  }
  const undo = (discarded: Parameters<typeof undoDiscard>[1]) =>
    undoDiscard(root, discarded, { read: async (key) => store.get(key) })
  const commitAll = () => {
    plain('add', '-A')
    plain('commit', '-qm', 'state')
  }
  return { ...repository, store, keep, changes, changeOf, drop, dropped, undo, commitAll }
}

test('a modified file goes back and comes again, bytes and mode', async () => {
  const { write, commitAll, dropped, undo, read, root, changes, store, personState } = scratch()
  write('a', 'before\n')
  commitAll()
  const content = Buffer.from([0, 255, 13, 10])
  write('a', content)
  chmodSync(join(root, 'a'), 0o700)
  const [before, shown] = [personState(), await changes()]
  const discarded = await dropped('a')
  expect(read('a')).toBe('before\n')
  expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o600)
  expect([...store.values()]).toEqual([content])
  expect(await changes()).toEqual([])
  expect(await undo(discarded)).toEqual({ kind: 'restored' })
  expect(readFileSync(join(root, 'a'))).toEqual(content)
  expect((await changes()).map(({ path, status, after }) => [path, status, after?.mode])).toEqual(
    shown.map(({ path, status, after }) => [path, status, after?.mode]),
  )
  expect(personState()).toEqual(before)
})

test('a new file goes with the folders it alone was in, a deleted one comes back', async () => {
  const { write, commitAll, dropped, undo, read, root, changes } = scratch()
  write('keep/a', 'a\n')
  commitAll()
  write('deep/er/new', 'n\n')
  rmSync(join(root, 'keep'), { recursive: true })
  const fresh = await dropped('deep/er/new')
  expect(existsSync(join(root, 'deep'))).toBe(false)
  const gone = await dropped('keep/a')
  expect(read('keep/a')).toBe('a\n')
  expect(await changes()).toEqual([])
  expect(await undo(fresh)).toEqual({ kind: 'restored' })
  expect(read('deep/er/new')).toBe('n\n')
  expect(await undo(gone)).toEqual({ kind: 'restored' })
  expect(existsSync(join(root, 'keep'))).toBe(false)
})

test('a renamed file goes back to its old name and comes again', async () => {
  const { write, commitAll, dropped, undo, read, root, changes } = scratch()
  write('old', 'one\ntwo\nthree\nfour\n')
  commitAll()
  rmSync(join(root, 'old'))
  write('new', 'one\ntwo\nthree\nfour\nfive\n')
  const discarded = await dropped('new')
  expect(await changes()).toEqual([])
  expect(read('old')).toBe('one\ntwo\nthree\nfour\n')
  expect(await undo(discarded)).toEqual({ kind: 'restored' })
  expect(existsSync(join(root, 'old'))).toBe(false)
  expect(read('new')).toBe('one\ntwo\nthree\nfour\nfive\n')
})

test('a symlink is put back as a symlink and what it points to is not touched', async () => {
  const { write, commitAll, dropped, undo, root, home } = scratch()
  writeFileSync(join(home, 'secret'), 'secret\n')
  write('file', 'f\n')
  symlinkSync('file', join(root, 'link'))
  commitAll()
  rmSync(join(root, 'link'))
  symlinkSync(join(home, 'secret'), join(root, 'link'))
  rmSync(join(root, 'file'))
  symlinkSync(join(home, 'secret'), join(root, 'file'))
  const [link, file] = [await dropped('link'), await dropped('file')]
  expect(readlinkSync(join(root, 'link'))).toBe('file')
  expect(lstatSync(join(root, 'file')).isFile()).toBe(true)
  expect(await undo(link)).toEqual({ kind: 'restored' })
  expect(await undo(file)).toEqual({ kind: 'restored' })
  expect(readlinkSync(join(root, 'file'))).toBe(join(home, 'secret'))
  expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('secret\n')
})

test('line ends are put back as the attributes say', async () => {
  const { write, commitAll, dropped, read } = scratch()
  write('.gitattributes', '*.bat eol=crlf\n')
  write('a.bat', 'one\r\n')
  commitAll()
  write('a.bat', 'two\r\n')
  await dropped('a.bat')
  expect(read('a.bat')).toBe('one\r\n')
})

test('nothing outside the root or behind a symlink is touched, nor git’s own data', async () => {
  const { write, commitAll, changeOf, git, root, home, keep, store } = scratch()
  write('dir/a', 'a\n')
  commitAll()
  write('dir/a', 'changed\n')
  const change = await changeOf('dir/a')
  rmSync(join(root, 'dir'), { recursive: true })
  mkdirSync(join(home, 'dir'))
  writeFileSync(join(home, 'dir', 'a'), 'outside\n')
  symlinkSync(join(home, 'dir'), join(root, 'dir'))
  for (const path of ['dir/a', '../home/dir/a', '/etc/passwd', '.git/config', 'x/../../home/dir/a', '']) {
    const result = await discard(git, root, { ...change, path }, { keep })
    expect(result).toMatchObject({ kind: 'failed', kept: 'The file is as it was.' })
    if (path === 'dir/a') expect(result).toMatchObject({ reason: expect.stringContaining('lies behind a symlink') })
  }
  expect(readFileSync(join(home, 'dir', 'a'), 'utf8')).toBe('outside\n')
  expect(store.size).toBe(0)
  expect(readdirSync(join(home, 'dir'))).toEqual(['a'])
})

test('a folder in the file’s place, a taken old name and a filtered file are refused in words', async () => {
  const { write, commitAll, changeOf, drop, git, root, keep, plain } = scratch()
  write('a', 'a\n')
  write('old', 'one\ntwo\nthree\n')
  write('big.bin', 'pointer\n')
  commitAll()
  rmSync(join(root, 'a'))
  write('a/inner', 'i\n')
  expect(await drop('a')).toMatchObject({ kind: 'failed', reason: 'A folder lies where a was.' })
  rmSync(join(root, 'old'))
  write('new', 'one\ntwo\nthree\n')
  const renamed = await changeOf('new')
  write('old', 'somebody else’s\n')
  expect(await discard(git, root, renamed, { keep })).toMatchObject({
    kind: 'failed',
    reason: 'Something else lies at old by now.',
  })
  write('.gitattributes', '*.bin filter=lfs\n')
  plain('config', 'filter.lfs.smudge', 'cat')
  write('big.bin', 'other\n')
  expect(await drop('big.bin')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('filter "lfs"') })
})

test('undoing a discard is refused when the file has changed since', async () => {
  const { write, commitAll, dropped, undo, read } = scratch()
  write('a', 'a\n')
  commitAll()
  write('a', 'agent\n')
  const discarded = await dropped('a')
  write('a', 'person\n')
  expect(await undo(discarded)).toMatchObject({ kind: 'failed', reason: 'a has changed since.' })
  expect(read('a')).toBe('person\n')
})

test('a discard whose content could not be kept does not happen', async () => {
  const { write, commitAll, changeOf, git, root, read } = scratch()
  write('a', 'a\n')
  commitAll()
  write('a', 'agent\n')
  const keep = () => {
    throw new Error('the disk is full')
  }
  expect(await discard(git, root, await changeOf('a'), { keep })).toEqual({
    kind: 'failed',
    reason: 'the disk is full',
    kept: 'The file is as it was.',
  })
  expect(read('a')).toBe('agent\n')
})

test('a folder that is changed for a link while a file is put back does not lead elsewhere', async () => {
  const { git, root, plain, write, base } = scratchRepository()
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  write('sub/a.txt', 'committed\n')
  plain('add', '.')
  plain('commit', '-qm', 'first')
  write('sub/a.txt', 'changed\n')
  const shown = await uncommitted(git, root)
  if (shown.kind !== 'computed') throw new Error(shown.reason)
  const outside = join(base, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'a.txt'), 'private\n')
  const keep = (content: Buffer) => {
    renameSync(join(root, 'sub'), join(root, 'away'))
    symlinkSync(outside, join(root, 'sub'))
    return content.toString()
  }
  expect(await discard(git, root, shown.snapshot.files[0]!, { keep })).toMatchObject({ kind: 'failed' })
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('private\n')
  // Between the check and the use there is no moment to change it in: the folder itself is held.
  const folder = openHeldFolder(join(root), [Buffer.from('away')])
  renameSync(join(root, 'away'), join(root, 'further'))
  symlinkSync(outside, join(root, 'away'))
  writeFileSync(folder.at(Buffer.from('a.txt')), 'held\n')
  folder.close()
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('private\n')
  expect(readFileSync(join(root, 'further', 'a.txt'), 'utf8')).toBe('held\n')
  expect(() => openHeldFolder(root, [Buffer.from('away')])).toThrow('something else')
})
