import { renameSync } from 'node:fs'
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
