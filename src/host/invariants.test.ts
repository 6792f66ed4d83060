/** What the other tests cannot see: where in the source something may stand (AGENTS.md beside this file). */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.join(import.meta.dirname, '..')

/** Every source file below src but tests, with its text; names relative to src. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(source, name), 'utf8') }))

const filesWith = (pattern: RegExp, among = files) =>
  among
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()

test('states are folded at the one door, read back from the log, and in the copies of clients', () => {
  expect(filesWith(/import \{[^}]*\breduceChannel\b/)).toEqual([
    'client/mirror.ts',
    'host/channels/create-channels.ts',
    'host/store/event-log.ts',
  ])
})

test('reducers read no clock, no randomness and nothing of the world', () => {
  const reducers = files.filter(({ name }) => /^protocol\/(.*\/)?reduce[^/]*\.ts$/.test(name))
  expect(reducers.length).toBeGreaterThan(8)
  const world = /\bDate\.now\b|new Date\(\)|Math\.random|performance\.|process\.|crypto|from 'node:|setTimeout/
  expect(filesWith(world, reducers)).toEqual([])
})

test('each scheme is built in one file', () => {
  expect(filesWith(/`ahp-[a-z-]+:\/[^`]*\$\{/)).toEqual([])
  expect(filesWith(/'ahp-(?:session|chat|terminal|changeset|resource-watch)'/)).toEqual(['protocol/uri.ts'])
  expect(filesWith(/`x-roadstead-blob:[^`]*\$\{/)).toEqual(['host/store/blob-uri.ts'])
  expect(filesWith(/'x-roadstead-git:'/)).toEqual(['host/git/content-uri.ts'])
  // Names of files that are not UTF-8 have no text that `fileUri` could take.
  expect(filesWith(/`file:\/\//)).toEqual(['host/changesets/file-edits.ts', 'protocol/uri.ts'])
})
