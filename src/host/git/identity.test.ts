import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { personIdentity } from './identity.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'

test('the identity is the person’s own, and the repository’s where it has one', async () => {
  const { git, root, plain, dispose } = scratchRepository()
  onTestFinished(dispose)
  expect(await personIdentity(git, root)).toEqual({
    kind: 'known',
    identity: { name: 'Ada', email: 'ada@example.com' },
  })
  plain('config', 'user.email', 'ada@work.example')
  expect(await personIdentity(git, root)).toEqual({
    kind: 'known',
    identity: { name: 'Ada', email: 'ada@work.example' },
  })
})

test('without an identity the reason holds the two lines that set it', async () => {
  const { git, root, home, dispose } = scratchRepository()
  onTestFinished(dispose)
  rmSync(join(home, '.gitconfig'))
  const fix = 'git config --global user.name "Your Name"\ngit config --global user.email "you@example.com"'
  expect(await personIdentity(git, root)).toEqual({
    kind: 'unknown',
    reason: `Git does not know your name and e-mail address. Set it with:\n${fix}`,
    fix,
  })
})

test('a name that is only blanks is none, and a setting given twice counts by its last', async () => {
  const { git, root, plain, dispose } = scratchRepository()
  onTestFinished(dispose)
  plain('config', 'user.name', ' ')
  expect(await personIdentity(git, root)).toMatchObject({
    kind: 'unknown',
    reason: expect.stringMatching(/^Git does not know your name\./),
  })
  plain('config', 'user.name', 'Bea')
  plain('config', '--add', 'user.name', 'Cleo')
  expect(await personIdentity(git, root)).toMatchObject({ kind: 'known', identity: { name: 'Cleo' } })
})
