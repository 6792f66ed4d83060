import { expect, test } from 'vitest'
import type { ChangesetFile } from '../../../protocol/channels/changeset/state.ts'
import { readChangedFile, unshownBecause } from './changed-file.ts'
import { countChanges, fileOrder, filterFiles, listRows, stepFile, type Row } from './file-list.ts'

const root = 'file:///home/me/my%20app'
const side = (path: string, nonce = 'n') => ({
  uri: `${root}/${path}`,
  content: { uri: `${root}/${path}`, nonce },
})
const file = (
  path: string,
  { added = 1, removed = 0, from, meta }: { added?: number; removed?: number; from?: string; meta?: object } = {},
): ChangesetFile => ({
  id: `${root}/${path}`,
  edit: { before: side(from ?? path), after: side(path), diff: { added, removed } },
  ...(meta === undefined ? {} : { _meta: { 'x-roadstead': meta } }),
})
const read = (...files: ChangesetFile[]) => files.map((each) => readChangedFile(each, root))
const outline = (rows: readonly Row[]) =>
  rows.map((row) => '  '.repeat(row.depth) + (row.kind === 'folder' ? `${row.label}/` : row.file.name))

test('the tree puts folders first and folds a chain of folders into one row', () => {
  const files = read(file('src/a/b/one.ts'), file('README.md'), file('src/a/b/two.ts'), file('src/z.ts'), file('a.md'))
  expect(outline(listRows(files, 'tree'))).toEqual([
    'src/',
    '  a/b/',
    '    one.ts',
    '    two.ts',
    '  z.ts',
    'README.md',
    'a.md',
  ])
  expect(outline(listRows(files, 'flat'))).toEqual(['README.md', 'a.md', 'one.ts', 'two.ts', 'z.ts'])
})

test('a folded chain opens and closes under the path of its last folder', () => {
  expect(listRows(read(file('src/a/b/one.ts')), 'tree')[0]).toEqual({
    kind: 'folder',
    path: 'src/a/b',
    label: 'src/a/b',
    depth: 0,
  })
})

test('counts are the sums over the files that are listed', () => {
  const files = read(file('a', { added: 3, removed: 1 }), file('b', { added: 0, removed: 5 }))
  expect(countChanges(files)).toEqual({ files: 2, added: 3, removed: 6 })
  expect(countChanges([])).toEqual({ files: 0, added: 0, removed: 0 })
})

test('the filter finds words anywhere in the path, old names too', () => {
  const files = read(file('src/Date.ts'), file('src/new.ts', { from: 'src/old-date.ts' }), file('docs/x.md'))
  expect(filterFiles(files, 'SRC date').map((each) => each.name)).toEqual(['Date.ts', 'new.ts'])
  expect(filterFiles(files, '  ')).toBe(files)
  expect(filterFiles(files, 'nothing')).toEqual([])
})

test('a rename says where the file was, and a move out of the folder says the whole path', () => {
  const [moved] = read(file('src/new.ts', { from: 'lib/old.ts' }))
  expect(moved).toMatchObject({ status: 'renamed', path: 'src/new.ts', oldPath: 'lib/old.ts' })
  const outside = readChangedFile(
    { id: 'file:///b/x.ts', edit: { before: { ...side('x.ts'), uri: 'file:///b/x.ts' }, after: side('x.ts') } },
    root,
  )
  expect(outside.oldPath).toBe('/b/x.ts')
})

test('one side alone makes a file added or deleted, and a deleted one has no lines to ask about', () => {
  const added = readChangedFile({ id: 'i', edit: { after: side('a') } }, root)
  const deleted = readChangedFile({ id: 'i', edit: { before: side('a') } }, root)
  expect([added.status, added.uri]).toEqual(['added', `${root}/a`])
  expect([deleted.status, deleted.uri]).toEqual(['deleted', undefined])
})

test('names are decoded, those that are no UTF-8 with a replacement character', () => {
  expect(readChangedFile(file('%E6%96%87%20a.ts'), root).path).toBe('文 a.ts')
  expect(readChangedFile(file('caf%E9.txt'), root).path).toBe('caf\uFFFD.txt')
})

test('what has no lines to show says why', () => {
  const because = (path: string, meta: object) => unshownBecause(readChangedFile(file(path, { meta }), root))
  expect(because('a.bin', { binary: true })).toBe('binary')
  expect(because('a.png', { binary: true })).toBe('image')
  expect(because('a.svg', {})).toBe(undefined)
  expect(because('a', { unreadable: true, binary: true })).toBe('unreadable')
  expect(because('a', { kind: 'symlink', target: '/etc/passwd' })).toBe('symlink')
  expect(because('a', { kind: 'submodule', commit: 'abc' })).toBe('submodule')
  expect(because('a', { modeChange: { before: '100644', after: '100755' } })).toBe(undefined)
})

test('facts of a newer host that do not fit are left out rather than guessed', () => {
  expect(readChangedFile(file('a', { meta: { binary: 'yes' } }), root).binary).toBe(false)
})

test('stepping goes through the files as they are listed and stays at the ends', () => {
  const order = fileOrder(listRows(read(file('b.ts'), file('src/a.ts')), 'tree'))
  const [first, last] = order
  expect(order.map((each) => each.path)).toEqual(['src/a.ts', 'b.ts'])
  expect(stepFile(order, undefined, 1)).toBe(first)
  expect(stepFile(order, undefined, -1)).toBe(last)
  expect(stepFile(order, first?.id, 1)).toBe(last)
  expect(stepFile(order, last?.id, 1)).toBe(last)
  expect(stepFile(order, first?.id, -1)).toBe(first)
  expect(stepFile([], undefined, 1)).toBe(undefined)
})

test('what cannot be seen in a name is shown by its code, so that no name looks like another', () => {
  const uri = `${root}/${encodeURIComponent('b\u202Etxt.exe')}`
  const [shown] = read({ id: uri, edit: { after: { uri, content: { uri } } } })
  expect([shown?.name, shown?.path, shown?.uri]).toEqual(['b[U+202E]txt.exe', 'b[U+202E]txt.exe', uri])
})
