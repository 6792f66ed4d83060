import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ChangesetFile } from '../../protocol/channels/changeset/state.ts'
import { gitContentUri } from '../git/content-uri.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { uncommitted } from './compute.ts'
import { changesetFiles } from './file-edits.ts'

test('files of the protocol are made from the snapshot, one side for each that there is', async () => {
  const { git, root, plain, write, dispose } = scratchRepository()
  onTestFinished(dispose)
  write('src/a b.ts', 'a\n')
  write('gone.ts', 'g\n')
  write('old.ts', 'one\ntwo\nthree\n')
  plain('add', '.')
  plain('commit', '-qm', 'first')
  write('src/a b.ts', 'a\nb\n')
  rmSync(join(root, 'gone.ts'))
  renameSync(join(root, 'old.ts'), join(root, 'new.ts'))
  symlinkSync('new.ts', join(root, 'link'))
  const result = await uncommitted(git, root)
  if (result.kind === 'unavailable') throw new Error(result.reason)
  const oid = (path: string) => plain('rev-parse', `HEAD:${path}`).trim()
  const before = (path: string, name: string, sizeHint: number) => ({
    uri: `file://${root}/${path.replace(' ', '%20')}`,
    content: { uri: gitContentUri('s1', oid(path), name), nonce: oid(path), sizeHint },
  })
  const after = (path: string, sizeHint: number) => {
    const uri = `file://${root}/${path}`
    return { uri, content: { uri, nonce: expect.any(String), sizeHint } }
  }
  const files = changesetFiles(result.snapshot, root, (id, name) => gitContentUri('s1', id, name))
  expect(files).toEqual([
    { id: `file://${root}/gone.ts`, edit: { before: before('gone.ts', 'gone.ts', 2), diff: { added: 0, removed: 1 } } },
    {
      id: `file://${root}/link`,
      edit: { after: after('link', 6), diff: { added: 1, removed: 0 } },
      _meta: { 'x-roadstead': { kind: 'symlink', target: 'new.ts' } },
    },
    {
      id: `file://${root}/new.ts`,
      edit: { before: before('old.ts', 'old.ts', 14), after: after('new.ts', 14), diff: { added: 0, removed: 0 } },
    },
    {
      id: `file://${root}/src/a%20b.ts`,
      edit: {
        before: before('src/a b.ts', 'a b.ts', 2),
        after: after('src/a%20b.ts', 4),
        diff: { added: 1, removed: 0 },
      },
    },
  ])
  for (const file of files) expect(ChangesetFile.safeParse(file).success).toBe(true)
})
