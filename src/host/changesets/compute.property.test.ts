/** Against git itself: after random edits the counts are those of `git diff --numstat` with everything staged. */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scratchRepository, type ScratchRepository } from '../testing/scratch-repository.ts'
import { checkpoint } from './checkpoint.ts'
import { sinceStart, uncommitted, type Computed } from './compute.ts'
import { parseDiff } from './parse-diff.ts'

const runs = process.env['ROADSTEAD_LONG'] ? 300 : 12

const path = fc.constantFrom('a', 'b c', 'd/e', 'd/f', 'g"h', 'ü', 'z.bin', 'd/deep/er', 'new\nline')
const text = fc
  .array(fc.constantFrom('one', 'two', 'three', '', '  x', 'four\r'), { maxLength: 12 })
  .chain((words) => fc.boolean().map((ended) => words.join('\n') + (ended && words.length > 0 ? '\n' : '')))
const content = fc.oneof(
  { weight: 5, arbitrary: text.map((words) => Buffer.from(words)) },
  fc.constant(Buffer.from([0, 1, 2])),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
)
const edit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('write' as const), path, content }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('move' as const), path, to: path }),
  fc.record({ kind: fc.constant('link' as const), path, to: path }),
  fc.record({ kind: fc.constant('mode' as const), path }),
  fc.record({ kind: fc.constant('stage' as const) }),
)
type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never

function apply({ root, plain }: ScratchRepository, one: Edit): void {
  if (one.kind === 'stage') return void plain('add', '-A')
  const place = join(root, one.path)
  if (one.kind === 'write' || one.kind === 'link') {
    rmSync(place, { recursive: true, force: true })
    mkdirSync(dirname(place), { recursive: true })
    if (one.kind === 'write') writeFileSync(place, one.content)
    else symlinkSync(one.to, place)
  }
  if (one.kind === 'remove') rmSync(place, { force: true, recursive: true })
  if (one.kind === 'mode' && existsSync(place) && lstatSync(place).isFile()) chmodSync(place, 0o755)
  if (one.kind === 'move' && one.to !== one.path && lstatSync(place, { throwIfNoEntry: false })?.isFile()) {
    rmSync(join(root, one.to), { recursive: true, force: true })
    mkdirSync(dirname(join(root, one.to)), { recursive: true })
    renameSync(place, join(root, one.to))
  }
}

/** What git says about a copy of the folder in which everything was staged. */
function gitsAnswer(repository: ScratchRepository, base: string): unknown[] {
  const copy = join(repository.base, 'copy')
  cpSync(repository.root, copy, { recursive: true, verbatimSymlinks: true })
  try {
    repository.plain('-C', copy, 'add', '-A')
    const output = repository.plain(
      '-C',
      copy,
      'diff',
      '--cached',
      '--raw',
      '--numstat',
      '-z',
      '-M',
      '--abbrev=40',
      base,
    )
    const statuses: Record<string, string> = { A: 'added', D: 'deleted', R: 'renamed' }
    return parseDiff(Buffer.from(output)).map((record) => [
      statuses[record.letter] ?? 'modified',
      record.oldPath?.toString() ?? '',
      record.path.toString(),
      typeof record.lines === 'object' ? record.lines.added : record.lines,
      typeof record.lines === 'object' ? record.lines.removed : record.lines,
    ])
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function ours(result: Computed): unknown[] {
  if (result.kind === 'unavailable') throw new Error(result.reason)
  return result.snapshot.files.map((file) => [
    file.status,
    file.oldPath ?? '',
    file.path,
    file.binary ? 'binary' : file.added,
    file.binary ? 'binary' : file.removed,
  ])
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()

test('counts, names and renames are git’s own after random edits, since the commit and since a checkpoint', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 12 }),
      fc.array(edit, { maxLength: 8 }),
      fc.array(edit, { maxLength: 8 }),
      async (first, second, third) => {
        const repository = scratchRepository()
        try {
          const { git, root, plain, personState } = repository
          for (const one of first) apply(repository, one)
          plain('add', '-A')
          plain('commit', '-q', '--allow-empty', '-m', 'first')
          for (const one of second) apply(repository, one)
          const start = await checkpoint(git, root)
          if (start.kind === 'unavailable') throw new Error(start.reason)
          for (const one of third) apply(repository, one)
          const before = personState()
          expect(sorted(ours(await uncommitted(git, root)))).toEqual(sorted(gitsAnswer(repository, 'HEAD')))
          expect(sorted(ours(await sinceStart(git, root, start.tree)))).toEqual(
            sorted(gitsAnswer(repository, start.tree)),
          )
          expect(personState()).toEqual(before)
        } finally {
          repository.dispose()
        }
      },
    ),
    { numRuns: runs },
  )
}, 600_000)
