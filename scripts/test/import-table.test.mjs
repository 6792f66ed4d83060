import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { runCommand } from './run-command.mjs'

const folders = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Runs the import table over a small tree. Resolves to the names of the rules that were broken. */
async function brokenRules(files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadstead-imports-'))
  folders.push(folder)
  for (const name of ['.dependency-cruiser.cjs', 'package.json']) cpSync(inRoot(name), path.join(folder, name))
  symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'), 'dir')
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), source)
  }
  const program = inRoot('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const { output } = await runCommand(
    [process.execPath, program, '--config', '.dependency-cruiser.cjs', '-T', 'err', 'src'],
    {
      cwd: folder,
      limitMs: 60_000,
    },
  )
  return [...new Set([...output.matchAll(/^\s*error ([\w-]+): /gm)].map((match) => match[1]))].sort()
}

const none = 'export type A = string\nexport const a = 1\n'

it('lets an import through that the table lists', async () => {
  expect(
    await brokenRules({
      'src/protocol/a.ts': "import { z } from 'zod'\nexport const a = z.string()\n",
      'src/host/platform/a.ts': none,
      'src/host/git/a.ts':
        "import fs from 'node:fs'\nimport { a } from '../platform/a.ts'\nimport { a as b } from '../../protocol/a.ts'\nexport default [a, b, fs]\n",
    }),
  ).toEqual([])
})

it.each([
  [
    'a capability room that imports the channels, even a type of theirs',
    'src/host/git/b.ts',
    "import type { A } from '../channels/a.ts'\nexport type B = A\n",
    ['src-host-git'],
  ],
  [
    'a page that imports the host, even on demand',
    'src/renderer/app/b.ts',
    "export const b = () => import('../../host/channels/a.ts')\n",
    ['src-renderer'],
  ],
  [
    'a feature that imports another',
    'src/renderer/features/chat/b.ts',
    "export { a } from '../changes/a.ts'\n",
    ['features-do-not-import-each-other'],
  ],
  [
    'a client that imports Node',
    'src/client/b.ts',
    "import fs from 'node:fs'\nexport default fs\n",
    ['client-imports-protocol-only', 'the-page-knows-no-node'],
  ],
  [
    'a host that imports electron',
    'src/host/platform/b.ts',
    "import { app } from 'electron'\nexport default app\n",
    ['electron-stays-in-the-shell', 'what-is-shipped-imports-dependencies'],
  ],
  [
    'a host that imports what is not shipped',
    'src/host/platform/b.ts',
    "import react from 'react'\nexport default react\n",
    ['what-is-shipped-imports-dependencies'],
  ],
  [
    'a file that is not there',
    'src/client/b.ts',
    "import { x } from './gone.ts'\nexport default x\n",
    ['client-imports-protocol-only', 'every-import-is-found'],
  ],
  [
    'a room that the table does not list',
    'src/host/novelty/b.ts',
    "import { a } from '../channels/a.ts'\nexport default a\n",
    ['src-host-novelty'],
  ],
  ['a circle', 'src/client/trip.ts', "import { c } from './round.ts'\nexport const b = c\n", ['no-cycles']],
])('catches %s', async (_what, file, source, broken) => {
  expect(
    await brokenRules({
      'src/host/channels/a.ts': none,
      'src/renderer/features/changes/a.ts': none,
      'src/client/round.ts': "import type { b } from './trip.ts'\nexport const c: typeof b | undefined = undefined\n",
      'src/client/trip.ts': 'export const b = 1\n',
      [file]: source,
    }),
  ).toEqual(broken)
})
