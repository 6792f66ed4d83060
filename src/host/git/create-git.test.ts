import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createGit } from './create-git.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'

function scratch(options?: Parameters<typeof scratchRepository>[0]) {
  const repository = scratchRepository(options)
  onTestFinished(repository.dispose)
  return repository
}

test('the version is that of the system’s git', async () => {
  const { git, plain } = scratch()
  expect(await git.version()).toEqual({ status: 'available', version: plain('version').trim().split(' ')[2] })
})

test('without git the facts name the cause and the line that installs it', async () => {
  const { root, base } = scratch()
  const git = createGit({ env: { PATH: base }, platform: 'linux' })
  const missing = {
    status: 'unavailable',
    reason: 'Git is not installed, or not on the search path.',
    fix: 'apt-get install git',
  }
  expect(await git.version()).toEqual(missing)
  expect(await git.facts(root)).toEqual(missing)
  expect((await git.run(root, ['status'])).exitCode).not.toBe(0)
})

test('a program named git inside the repository is not taken for git', async () => {
  const { root, evil, env } = scratch()
  const { script, ran } = evil('git')
  writeFileSync(join(root, 'git'), `#!/bin/sh\nexec ${script}\n`, { mode: 0o755 })
  // What a host started in the repository would find there.
  const before = process.cwd()
  process.chdir(root)
  onTestFinished(() => process.chdir(before))
  const git = createGit({ env: { ...env, PATH: `.::${env['PATH']}` } })
  expect((await git.facts(root)).status).toBe('repository')
  expect(ran()).toBe(false)
})

test('facts of a repository hold its root, git directory, branch and head, also from a folder inside', async () => {
  const { root, git, plain, write } = scratch()
  expect(await git.facts(root)).toEqual({ status: 'repository', root, gitDir: join(root, '.git'), branch: 'main' })
  write('deep/er/a.txt', 'a\n')
  plain('add', '.')
  plain('commit', '-qm', 'one')
  const head = plain('rev-parse', 'HEAD').trim()
  expect(await git.facts(join(root, 'deep/er'))).toEqual({
    status: 'repository',
    root,
    gitDir: join(root, '.git'),
    branch: 'main',
    head,
  })
})

test('a folder without git, one that is not there and a file are told apart', async () => {
  const { home, root, base, git } = scratch()
  expect(await git.facts(home)).toEqual({ status: 'none' })
  expect(await git.facts(join(base, 'gone'))).toEqual({
    status: 'unavailable',
    reason: `The folder ${join(base, 'gone')} does not exist.`,
  })
  writeFileSync(join(root, 'file'), '')
  expect(await git.facts(join(root, 'file'))).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('not a folder'),
  })
})

test('a repository that belongs to another user is refused in words, with the line that permits it', async (context) => {
  if (process.getuid?.() !== 0) context.skip('only root can give a folder away')
  const { root, git, plain } = scratch()
  plain('config', 'alias.x', 'status')
  chownSync(root, 12345, 12345)
  chownSync(join(root, '.git'), 12345, 12345)
  expect(await git.facts(root)).toEqual({
    status: 'unavailable',
    reason: `Git refuses the repository at ${root}: the folder belongs to another user.`,
    fix: `git config --global --add safe.directory '${root}'`,
  })
})

test('a folder that only looks like a git directory is not used as one', async () => {
  const { root, git, plain, evil } = scratch()
  const { script, ran } = evil('bare-monitor')
  plain('init', '-q', '--bare', 'data')
  plain('-C', 'data', 'config', 'core.fsmonitor', script)
  plain('-C', 'data', 'config', 'core.bare', 'false')
  plain('-C', 'data', 'config', 'core.worktree', join(root, 'data'))
  expect((await git.facts(join(root, 'data'))).status).not.toBe('repository')
  await git.run(join(root, 'data'), ['status'])
  expect(ran()).toBe(false)
})

test('a repository that points its files elsewhere is refused', async () => {
  const { root, home, git, plain } = scratch()
  plain('config', 'core.worktree', home)
  expect(await git.facts(root)).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('core.worktree'),
  })
})

test('a run that is stopped, or prints too much, or fails, is a value', async () => {
  const { root, git, plain, write } = scratch()
  write('big.txt', 'x'.repeat(1 << 20))
  plain('add', '.')
  plain('commit', '-qm', 'big')
  const stopped = new AbortController()
  stopped.abort()
  expect((await git.run(root, ['status'], { signal: stopped.signal })).exitCode).toBe(130)
  const tooMuch = await git.run(root, ['cat-file', 'blob', 'HEAD:big.txt'], { maxBytes: 1000 })
  expect(tooMuch).toMatchObject({ exitCode: 141, stderr: 'git printed more than 1000 bytes' })
  expect((await git.run(root, ['no-such-command'])).exitCode).toBe(1)
  const running = new AbortController()
  const waiting = git.run(root, ['cat-file', '--batch'], { signal: running.signal, stdin: '' })
  running.abort()
  expect([0, 130]).toContain((await waiting).exitCode)
})

test('settings in the host’s environment do not reach git', async () => {
  const { root, env, base } = scratch()
  mkdirSync(join(base, 'other'))
  const git = createGit({ env: { ...env, GIT_DIR: join(base, 'other'), GIT_INDEX_FILE: '/nowhere', SECRET: 'x' } })
  expect((await git.facts(root)).status).toBe('repository')
  const shown = await git.run(root, ['-c', 'alias.env=!env', 'env'])
  expect(shown.stdout.toString()).not.toContain('SECRET')
})
