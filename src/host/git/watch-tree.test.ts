import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { watchTree } from './watch-tree.ts'

const patience = { timeout: 10_000, interval: 10 }

async function watched(root: string, more: { skips?: (folder: string) => boolean; mostFolders?: number } = {}) {
  const told = new Set<string>()
  const onChange = (changed: string) => void told.add(path.relative(root, changed))
  const dispose = await watchTree(root, { skips: () => false, ...more, onChange })
  onTestFinished(dispose)
  return {
    told,
    dispose,
    async tellsOf(name: string, change: () => void) {
      told.clear()
      change()
      await vi.waitFor(() => expect([...told]).toContain(name), patience)
    },
  }
}

const linuxOnly = process.platform !== 'linux'

test('what changes is told with its path, however deep and however new its folder is', async () => {
  const root = fs.realpathSync(temporaryFolder())
  const at = (...names: string[]) => path.join(root, ...names)
  fs.mkdirSync(at('a/b'), { recursive: true })
  fs.writeFileSync(at('a/b/old.txt'), '1')
  const tree = await watched(root)
  await tree.tellsOf('a/b/old.txt', () => fs.writeFileSync(at('a/b/old.txt'), '2'))
  await tree.tellsOf('a/b/new.txt', () => fs.writeFileSync(at('a/b/new.txt'), '1'))
  await tree.tellsOf('a/b/new.txt', () => fs.rmSync(at('a/b/new.txt')))

  await tree.tellsOf('c', () => fs.mkdirSync(at('c/d/e'), { recursive: true }))
  // Each try is a change; once the new folders are watched, one of them is told.
  await vi.waitFor(() => {
    fs.writeFileSync(at('c/d/e/f.txt'), String(performance.now()))
    expect([...tree.told]).toContain('c/d/e/f.txt')
  }, patience)
})

test('a folder that was taken away and came back is watched again', async () => {
  const root = fs.realpathSync(temporaryFolder())
  const at = (...names: string[]) => path.join(root, ...names)
  fs.mkdirSync(at('a'))
  const tree = await watched(root)
  fs.rmSync(at('a'), { recursive: true })
  fs.mkdirSync(at('a/b'), { recursive: true })
  await vi.waitFor(() => {
    fs.writeFileSync(at('a/b/x.txt'), String(performance.now()))
    expect([...tree.told]).toContain('a/b/x.txt')
  }, patience)
})

test('folders to skip are not looked into, links lead nowhere, and after disposing nothing is told', async (context) => {
  if (linuxOnly) return context.skip('links and folders one by one are for Linux')
  const root = fs.realpathSync(temporaryFolder())
  const elsewhere = fs.realpathSync(temporaryFolder())
  const at = (...names: string[]) => path.join(root, ...names)
  fs.mkdirSync(at('skip'))
  fs.symlinkSync(elsewhere, at('link'))
  const tree = await watched(root, { skips: (folder) => folder.endsWith('skip') })
  fs.writeFileSync(at('skip/a.txt'), '1')
  fs.writeFileSync(path.join(elsewhere, 'b.txt'), '1')
  await tree.tellsOf('last.txt', () => fs.writeFileSync(at('last.txt'), '1'))
  expect([...tree.told]).toEqual(['last.txt'])
  tree.dispose()
  tree.told.clear()
  const second = await watched(root)
  await second.tellsOf('more.txt', () => fs.writeFileSync(at('more.txt'), '1'))
  expect([...tree.told]).toEqual([])
})

test('a tree that cannot be watched is refused, and nothing of it stays watched', async (context) => {
  if (linuxOnly) return context.skip('folders are watched one by one on Linux only')
  const root = temporaryFolder()
  fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true })
  await expect(watched(root, { mostFolders: 3 })).rejects.toThrow('it has more than 3 folders')
  await expect(watched(path.join(root, 'gone'))).rejects.toThrow('ENOENT')
})
