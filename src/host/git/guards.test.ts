/** Each guard twice: plain git starts the repository's program, the host's git does not. */
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filteredPaths } from './configured-filters.ts'
import { scratchRepository, type ScratchRepository } from '../testing/scratch-repository.ts'

function scratchWithCommit(): ScratchRepository {
  const repository = scratchRepository()
  onTestFinished(repository.dispose)
  repository.write('a.txt', 'one\n')
  repository.write('b.evil', 'one\n')
  repository.plain('add', '.')
  repository.plain('commit', '-qm', 'one')
  return repository
}

/** Runs `args` both ways and says who started the program at `name`. `again` gives the second run as much to do as the first. */
async function compare(
  repository: ScratchRepository,
  name: string,
  args: string[],
  prepare: (script: string) => void,
  then: 'cat' | 'exit' = 'cat',
  again = () => repository.write('b.evil', `changed ${name}\n`),
) {
  const { script, ran, reset } = repository.evil(name, then)
  prepare(script)
  try {
    repository.plain(...args)
  } catch {
    // The program may well make plain git fail; what counts is that it ran.
  }
  const plainRan = ran()
  reset()
  again()
  const output = await repository.git.run(repository.root, args)
  return { plainRan, oursRan: ran(), exitCode: output.exitCode }
}

const guarded = { plainRan: true, oursRan: false, exitCode: 0 }

for (const [hook, args] of [
  ['post-index-change', ['update-index', '--refresh', '--force-write-index']],
  ['reference-transaction', ['update-ref', 'refs/heads/other', 'HEAD']],
  ['pre-commit', ['commit', '-q', '--allow-empty', '-m', 'two']],
] as const) {
  test(`the hook ${hook} does not run`, async () => {
    const repository = scratchWithCommit()
    const result = await compare(repository, hook, [...args], (script) => {
      symlinkSync(script, join(repository.root, '.git', 'hooks', hook))
      if (hook === 'post-index-change') repository.write('a.txt', 'two\n')
    })
    expect({ ...result, exitCode: 0 }).toEqual(guarded)
  })
}

test('a hooks path in the repository’s configuration is not used', async () => {
  const repository = scratchWithCommit()
  const result = await compare(repository, 'configured', ['commit', '-q', '--allow-empty', '-m', 'two'], (script) => {
    mkdirSync(join(repository.root, 'tools'))
    symlinkSync(script, join(repository.root, 'tools', 'pre-commit'))
    repository.plain('config', 'core.hooksPath', 'tools')
  })
  expect(result).toEqual(guarded)
})

test('a file system monitor does not run', async () => {
  const repository = scratchWithCommit()
  const result = await compare(repository, 'monitor', ['status', '--porcelain'], (script) =>
    repository.plain('config', 'core.fsmonitor', script),
  )
  expect(result).toEqual(guarded)
})

test('an external diff does not run, neither named by the configuration nor by an attribute', async () => {
  const repository = scratchWithCommit()
  repository.write('b.evil', 'two\n')
  const result = await compare(repository, 'external', ['diff', 'HEAD'], (script) =>
    repository.plain('config', 'diff.external', script),
  )
  expect(result).toEqual(guarded)
  repository.plain('config', '--unset', 'diff.external')
  const driver = await compare(repository, 'driver', ['diff', 'HEAD', '--', 'b.evil'], (script) => {
    repository.write('.gitattributes', '*.evil diff=evil\n')
    repository.plain('config', 'diff.evil.command', script)
  })
  expect(driver).toEqual(guarded)
})

test('a text conversion does not run in diff, show, log and blame', async () => {
  const repository = scratchWithCommit()
  repository.write('.gitattributes', '*.evil diff=evil\n')
  repository.write('b.evil', 'two\n')
  for (const args of [['diff'], ['show', 'HEAD'], ['log', '-p'], ['blame', 'b.evil']]) {
    const result = await compare(repository, `textconv-${args[0]}`, args, (script) =>
      repository.plain('config', 'diff.evil.textconv', script),
    )
    expect({ args, ...result }).toEqual({ args, ...guarded })
  }
})

for (const [kind, args] of [
  ['clean', ['add', 'b.evil']],
  ['clean', ['update-index', '--add', 'b.evil']],
  ['clean', ['diff', '--numstat']],
  ['clean', ['hash-object', '--path=b.evil', 'b.evil']],
  ['smudge', ['checkout-index', '-f', 'b.evil']],
  ['smudge', ['cat-file', '--filters', 'HEAD:b.evil']],
  ['process', ['add', 'b.evil']],
] as const) {
  test(`a ${kind} filter does not run in ${args[0]}`, async () => {
    const repository = scratchWithCommit()
    repository.write('.gitattributes', '*.evil filter=we=ird\n')
    repository.write('b.evil', 'longer than before\n')
    const result = await compare(repository, `filter-${args[0]}`, [...args], (script) => {
      repository.plainWith('', 'config', `filter.we=ird.${kind}`, script)
      if (kind !== 'smudge') repository.plain('config', 'filter.we=ird.required', 'true')
    })
    expect(result).toEqual(guarded)
  })
}

test('paths that go through a configured filter are named with it', async () => {
  const { git, root, plain, write } = scratchWithCommit()
  write('.gitattributes', '*.evil filter=lfs\n*.txt filter=unknown\n')
  expect(await filteredPaths(git, root, ['a.txt', 'b.evil'])).toEqual([])
  plain('config', 'filter.lfs.clean', 'cat')
  expect(await filteredPaths(git, root, ['a.txt', 'b.evil'])).toEqual([{ path: Buffer.from('b.evil'), filter: 'lfs' }])
})

test('a submodule’s own configuration starts nothing', async () => {
  const repository = scratchWithCommit()
  const { plain, root } = repository
  plain('clone', '-q', root, join(root, '..', 'library'))
  plain('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(root, '..', 'library'), 'lib')
  plain('config', 'submodule.lib.ignore', 'none')
  plain('commit', '-qm', 'submodule')
  writeFileSync(join(root, 'lib', '.gitattributes'), '*.evil filter=evil\n')
  // Only a file that git doubts is read, and a run that has read it doubts it no more.
  const doubt = (time: number) => utimesSync(join(root, 'lib', 'b.evil'), time, time)
  doubt(1)
  const setFilter = (script: string) => void plain('-C', 'lib', 'config', 'filter.evil.clean', script)
  const result = await compare(repository, 'submodule', ['diff', '--raw'], setFilter, 'cat', () => doubt(2))
  expect(result).toEqual(guarded)
})

test('a signature is not checked by the repository’s program', async () => {
  const repository = scratchWithCommit()
  const { plain, plainWith } = repository
  const tree = plain('rev-parse', 'HEAD^{tree}').trim()
  const raw = `tree ${tree}\nauthor A <a@b> 0 +0000\ncommitter A <a@b> 0 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n`
  const commit = plainWith(raw, 'hash-object', '-t', 'commit', '-w', '--stdin').trim()
  const result = await compare(repository, 'signature', ['log', '-1', commit], (script) => {
    plain('config', 'gpg.program', script)
    plain('config', 'log.showSignature', 'true')
  })
  expect(result).toEqual(guarded)
})

test('no transport opens, also when the repository permits it', async () => {
  const repository = scratchWithCommit()
  const result = await compare(
    repository,
    'transport',
    ['ls-remote', 'evil'],
    (script) => {
      repository.plain('config', 'remote.evil.url', `ext::${script}`)
      repository.plain('config', 'protocol.ext.allow', 'always')
    },
    'exit',
  )
  expect(result).toEqual({ plainRan: true, oursRan: false, exitCode: 128 })
})

test('a missing object of a partial clone is not fetched', async () => {
  const repository = scratchWithCommit()
  const { root, plain } = repository
  plain('config', 'uploadpack.allowFilter', 'true')
  const clone = join(root, '..', 'partial')
  plain('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${root}`, clone)
  const blob = plain('rev-parse', 'HEAD:a.txt').trim()
  const marked = repository.evil('upload-pack', 'exit')
  plain('-C', clone, 'config', 'remote.origin.uploadpack', `${marked.script};true`)
  const ours = await repository.git.run(clone, ['cat-file', 'blob', blob])
  expect({ exitCode: ours.exitCode, ran: marked.ran() }).toEqual({ exitCode: 128, ran: false })
  expect(() => plain('-C', clone, 'cat-file', 'blob', blob)).toThrow()
  expect(marked.ran()).toBe(true)
})
