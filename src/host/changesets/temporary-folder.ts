import { isAlive } from '../platform/is-alive.ts'
import { lstatSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const named = /^roadstead-index-(\d+)-/
/** Another system may share the temporary folder and number its processes differently; what is this old is in no use. */
const surelyOverMs = 10 * 60_000

const swept = new Set<string>()

/** Makes a folder for one private index, and once per process clears away those that killed processes left. */
export async function makeTemporaryFolder(now = Date.now()): Promise<string> {
  const parent = tmpdir()
  if (!swept.has(parent)) {
    swept.add(parent)
    await sweep(parent, now)
  }
  return mkdtemp(join(parent, `roadstead-index-${process.pid}-`))
}

/** Removes folders of this user whose process is gone and that are older than any use. */
export async function sweep(parent: string, now: number): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = Number(named.exec(name)?.[1])
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const folder = join(parent, name)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || now - found.mtimeMs < surelyOverMs) continue
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
