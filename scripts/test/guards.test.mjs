import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { testGuards } from './guards.mjs'

const source = `export const mayPass = (age: number): boolean => {
  if (age < 18) return false
  if (age > 120) return false
  return true
}
`
const guard = (name, find, replace) => ({ name, file: 'src/door.ts', find, replace, tests: ['src/door.test.ts'] })

let folder

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roadstead-guard-fixture-'))
  mkdirSync(path.join(folder, 'src'))
  mkdirSync(path.join(folder, 'scripts/guards'), { recursive: true })
  writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n')
  writeFileSync(path.join(folder, 'src/door.ts'), source)
  writeFileSync(
    path.join(folder, 'src/door.test.ts'),
    `import { expect, it } from 'vitest'
import { mayPass } from './door.ts'
it('keeps the young out', () => expect([mayPass(17), mayPass(18)]).toEqual([false, true]))
`,
  )
  writeFileSync(
    path.join(folder, 'scripts/guards/door.json'),
    JSON.stringify([
      guard('young people stay out', 'if (age < 18) return false', ''),
      guard('very old people stay out', 'if (age > 120) return false', ''),
      guard('a broken replacement', 'if (age < 18) return false', 'if ('),
      guard('a text that is not there', 'if (age < 21)', ''),
    ]),
  )
  symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'), 'dir')
  spawnSync('git', ['init', '-q'], { cwd: folder })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('passes a guard that a test misses, fails the others with the reason, and leaves the checkout as it was', async () => {
  const outcome = await testGuards(process.execPath, { root: folder })
  expect(outcome.passed).toBe(1)
  expect(outcome.failed).toEqual([
    { name: 'very old people stay out', excerpt: 'All 1 tests stay green without it: src/door.test.ts' },
    { name: 'a broken replacement', excerpt: expect.stringContaining('does not parse') },
    { name: 'a text that is not there', excerpt: 'its text stands 0 times in src/door.ts, not once' },
  ])
  expect(readFileSync(path.join(folder, 'src/door.ts'), 'utf8')).toBe(source)
}, 120_000)
