import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A copy of the checkout as it is, changes not committed included and ignored files left out, with the same packages. The
 * checkout itself is never touched by what is done there.
 * @param {string} root
 * @returns {{folder: string, dispose(): void}}
 */
export function scratchCopy(root) {
  const listed = spawnSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
  if (listed.status !== 0) throw new Error(`The checkout's files could not be listed: ${listed.stderr}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'roadstead-guards-'))
  for (const name of new Set(listed.stdout.split('\0').filter(Boolean))) {
    const from = path.join(root, name)
    if (!existsSync(from) || lstatSync(from).isDirectory()) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    cpSync(from, path.join(folder, name), { verbatimSymlinks: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir')
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) }
}
