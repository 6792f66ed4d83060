import { expect, onTestFinished, test } from 'vitest'
import { readObject } from './read-object.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'

test('an object is read byte for byte; a missing, foreign or oversized one is a value', async () => {
  const { git, root, plain, plainWith, dispose } = scratchRepository()
  onTestFinished(dispose)
  const content = Buffer.from([0, 255, 10, 13, 10])
  const oid = plainWith(content, 'hash-object', '-w', '--stdin').trim()
  const tree = plainWith('', 'mktree').trim()
  expect(await readObject(git, root, oid)).toEqual({ kind: 'read', content })
  expect(await readObject(git, root, oid, { maxBytes: 5 })).toEqual({ kind: 'read', content })
  expect(await readObject(git, root, oid, { maxBytes: 4 })).toEqual({ kind: 'too-large', size: 5 })
  expect((await readObject(git, root, 'f'.repeat(40))).kind).toBe('missing')
  expect((await readObject(git, root, tree)).kind).toBe('missing')
  expect((await readObject(git, root, 'HEAD')).kind).toBe('missing')
  expect(plain('status', '--porcelain')).toBe('')
})
