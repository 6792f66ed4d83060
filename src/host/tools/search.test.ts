import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { scratchToolContext, scratchWorkspace } from '../testing/tool-context.ts'
import type { ScratchToolContext } from '../testing/tool-context.ts'
import { findFiles } from './find-files.ts'
import { compileGlob } from './glob.ts'
import { runRipgrep } from './ripgrep.ts'
import { searchText } from './search-text.ts'

let context: ScratchToolContext
const put = (name: string, content: string) => {
  const path = join(context.workspace, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

beforeEach(() => {
  context = scratchToolContext(scratchWorkspace(temporaryFolder()))
  put('.gitignore', 'ignored/\nsecret.ts\n')
  put('src/a.ts', 'const needle = 1\nother\n')
  put('src/deep/b.ts', 'x\nneedle again\n')
  put('ignored/c.ts', 'needle\n')
  put('secret.ts', 'needle\n')
  put('.env', 'KEY=needle\n')
  put('.env.e2e', 'KEY=needle\n')
  put('.git/config', 'needle\n')
  put('.github/ci.yml', 'needle: yes\n')
  mkdirSync(join(context.workspace, '../outside'))
  writeFileSync(join(context.workspace, '../outside/d.ts'), 'needle outside\n')
  symlinkSync('../outside', join(context.workspace, 'out'))
  symlinkSync('../../outside/d.ts', join(context.workspace, 'src/link.ts'))
})

test('text is found with path and line, without ignored, secret and linked files', async () => {
  expect(await searchText.run({ pattern: 'needle' }, context)).toMatchObject({
    success: true,
    pastTense: 'Searched for needle · 3 matches',
    forModel: '.github/ci.yml:1:needle: yes\nsrc/a.ts:1:const needle = 1\nsrc/deep/b.ts:2:needle again',
  })
})

test('include, literal, case, context and a single file narrow a search', async () => {
  const run = async (input: Parameters<typeof searchText.run>[0]) => (await searchText.run(input, context)).forModel
  expect(await run({ pattern: 'needle', include: '**/*.ts' })).toBe(
    'src/a.ts:1:const needle = 1\nsrc/deep/b.ts:2:needle again',
  )
  expect(await run({ pattern: 'NEEDLE =', literal: true, ignore_case: true })).toBe('src/a.ts:1:const needle = 1')
  expect(await run({ pattern: 'needle', path: 'src/deep', context_lines: 1 })).toBe(
    'src/deep/b.ts-1-x\nsrc/deep/b.ts:2:needle again',
  )
  expect(await run({ pattern: 'other', path: 'src/a.ts' })).toBe('src/a.ts:2:other')
  expect(await run({ pattern: '--files' })).toBe('Nothing in . matches --files.')
})

test('a bad pattern is said to be one', async () => {
  expect(await searchText.run({ pattern: '(' }, context)).toMatchObject({
    success: false,
    error: { code: 'bad-pattern' },
  })
})

test('many matches are cut and said to be', async () => {
  put('many', 'needle\n'.repeat(1000))
  const outcome = await searchText.run({ pattern: 'needle', path: 'many' }, context)
  expect(outcome.forModel.split('\n')).toHaveLength(301)
  expect(outcome.forModel.endsWith('(more than 300 lines: narrow the pattern, the folder or include)')).toBe(true)
})

test('a search is stopped at its time limit and says so', async () => {
  const call = { place: '/usr', over: 'folder' as const, args: ['--files'], signal: context.signal, limitMs: 0 }
  expect(await runRipgrep({ ...call, onLine: () => true })).toEqual({
    kind: 'done',
    value: { kind: 'done', late: true },
  })
})

test('files are found by glob, without ignored ones and never through links', async () => {
  expect((await findFiles.run({ pattern: '*.ts' }, context)).forModel).toBe('src/a.ts\nsrc/deep/b.ts')
  expect((await findFiles.run({ pattern: 'src/*.{ts,js}' }, context)).forModel).toBe('src/a.ts')
  expect((await findFiles.run({ pattern: '**', path: 'src/deep' }, context)).forModel).toBe('src/deep/b.ts')
  expect((await findFiles.run({ pattern: 'nothing' }, context)).forModel).toBe('No file in . matches nothing.')
})

test.each([
  ['*.ts', 'a/b.ts', true],
  ['*.ts', 'a/b.tsx', false],
  ['/*.ts', 'b.ts', true],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/x/y/a.ts', true],
  ['src/**', 'lib/a.ts', false],
  ['**/test/**', 'a/test/b/c', true],
  ['[a-c]?[!x].md', 'b1y.md', true],
  ['[a-c]?[!x].md', 'b1x.md', false],
  ['{a,b/{c,d}}.js', 'b/d.js', true],
  ['a.c', 'abc', false],
])('the glob %s on %s says %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected)
})

test('a glob made to be slow is not', () => {
  const matches = compileGlob('*a'.repeat(200))
  expect(matches(`${'a'.repeat(4000)}b`)).toBe(false)
  const deep = compileGlob(`${'**/'.repeat(160)}x`)
  const startedMs = performance.now()
  for (let count = 0; count < 2000; count++) deep(`${'a/'.repeat(50)}y`)
  expect(performance.now() - startedMs).toBeLessThan(500)
})
