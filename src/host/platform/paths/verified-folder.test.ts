import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { hasHandlePaths, openVerifiedFolder, PlaceChanged } from './verified-folder.ts'

describe.each([
  ['by handles', true],
  ['by name', false],
])('a folder opened %s', (_, byHandles) => {
  let root = ''
  beforeEach((context) => {
    if (byHandles && !hasHandlePaths) context.skip('this system does not show open files as paths')
    root = realpathSync(temporaryFolder())
    for (const name of ['in', 'outside']) mkdirSync(join(root, name))
  })

  test('is where it was judged to be', () => {
    const folder = openVerifiedFolder(join(root, 'in'), false, byHandles)
    writeFileSync(folder.at('a'), '')
    folder.check()
    folder.close()
    expect(readdirSync(join(root, 'in'))).toEqual(['a'])
  })

  test('is refused when a link or a file is in its place or above it', () => {
    symlinkSync('outside', join(root, 'link'))
    writeFileSync(join(root, 'file'), '')
    for (const name of ['link', 'file', 'link/new', 'file/new'])
      expect(() => openVerifiedFolder(join(root, name), true, byHandles)).toThrow(PlaceChanged)
    expect(readdirSync(join(root, 'outside'))).toEqual([])
  })

  test('is noticed when it is exchanged for a link while it is open', () => {
    const folder = openVerifiedFolder(join(root, 'in'), false, byHandles)
    renameSync(join(root, 'in'), join(root, 'away'))
    symlinkSync('outside', join(root, 'in'))
    expect(() => folder.check()).toThrow(PlaceChanged)
    folder.close()
  })

  test('is made with the folders above it when that is wanted, else missing', () => {
    expect(() => openVerifiedFolder(join(root, 'in/x/y'), false, byHandles)).toThrow('ENOENT')
    openVerifiedFolder(join(root, 'in/x/y'), true, byHandles).close()
    expect(readdirSync(join(root, 'in/x'))).toEqual(['y'])
    rmSync(join(root, 'in'), { recursive: true })
  })
})
