import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchRepository } from '../testing/scratch-repository.ts'
import type { Git } from './git.ts'
import { rememberDirectories } from './remember-directories.ts'

function scene() {
  const repository = scratchRepository()
  onTestFinished(() => repository.dispose())
  const clock = { nowMs: 0 }
  const ask = rememberDirectories(() => clock.nowMs)
  let runs = 0
  const git: Pick<Git, 'run'> = { run: (...args) => (runs++, repository.git.run(...args)) }
  return { repository, clock, git, ask: () => ask(git, repository.root), runs: () => runs }
}

test('what git said of a folder is asked again after two seconds', async () => {
  const { ask, clock, runs } = scene()
  expect(await Promise.all([ask(), ask()])).toEqual([await ask(), await ask()])
  expect(runs()).toBe(1)
  clock.nowMs = 2_000
  await ask()
  expect(runs()).toBe(2)
})

test('a repository that went away is noticed at once', async () => {
  const { ask, repository, runs } = scene()
  expect((await ask()).kind).toBe('found')
  const asked = runs()
  renameSync(join(repository.root, '.git'), join(repository.root, 'elsewhere'))
  expect((await ask()).kind).toBe('refused')
  expect(runs()).toBeGreaterThan(asked)
})

test('settings that say the files are elsewhere are noticed at once', async () => {
  const { ask, repository } = scene()
  const before = await ask()
  const elsewhere = join(repository.root, 'elsewhere')
  mkdirSync(elsewhere)
  await repository.git.run(repository.root, ['config', 'core.worktree', elsewhere])
  expect(before).toMatchObject({ kind: 'found', root: repository.root })
  expect(await ask()).toMatchObject({ kind: 'found', root: elsewhere })
})

test('another repository in the same place is noticed at once', async () => {
  const { ask, repository, git, runs } = scene()
  await ask()
  const asked = runs()
  renameSync(join(repository.root, '.git'), join(repository.root, 'old'))
  await git.run(repository.root, ['init', '-q'])
  await ask()
  expect(runs()).toBe(asked + 2)
})

test('settings that are a link to themselves are left to git to refuse', async () => {
  const { ask, repository } = scene()
  const config = join(repository.root, '.git', 'config')
  rmSync(config)
  symlinkSync('config', config)
  expect((await ask()).kind).toBe('refused')
})
