import { randomUUID } from 'node:crypto'
import { lstatSync, type Stats } from 'node:fs'
import { chmod, mkdir, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { safePlace } from './safe-place.ts'

/** A file or a symlink as it is to lie there. For a symlink, `content` is where it points. */
export interface FileContent {
  readonly mode: string
  readonly content: Buffer
}

/** Puts `file` at `path` below `root` in one step: readers see the old or the new. Returns why not, if not. */
export async function putFile(root: string, path: Buffer, file: FileContent): Promise<string | undefined> {
  const checked = safePlace(root, path)
  if (checked.kind === 'refused') return checked.reason
  const { place } = checked
  const shown = path.toString('utf8')
  const existing = lstatSync(place, { throwIfNoEntry: false })
  if (existing?.isDirectory()) return `A folder lies where ${shown} was.`
  const folder = Buffer.from(dirname(place.toString('latin1')), 'latin1')
  await mkdir(folder, { recursive: true })
  const beside = Buffer.concat([folder, Buffer.from(`/.roadstead-${randomUUID()}`)])
  try {
    if (file.mode === '120000') await symlink(file.content, beside)
    else {
      const bits = permissions(file.mode === '100755', existing)
      await writeFile(beside, file.content, { flag: 'wx', mode: bits })
      if (existing?.isFile()) await chmod(beside, bits)
    }
    const again = safePlace(root, path)
    if (again.kind === 'refused') return again.reason
    await rename(beside, place)
    return undefined
  } finally {
    await rm(beside, { force: true })
  }
}

/** Removes the file or symlink at `path` and the folders that are empty without it. Returns why not, if not. */
export async function removeFile(root: string, path: Buffer): Promise<string | undefined> {
  const checked = safePlace(root, path)
  if (checked.kind === 'refused') return checked.reason
  await rm(checked.place, { force: true })
  const parts = path.toString('latin1').split('/')
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(parts.slice(0, depth).join('/'), 'latin1')])
    try {
      await rmdir(folder)
    } catch {
      return undefined
    }
  }
  return undefined
}

/** A file that is there keeps its permissions but for what git records: whether it can be run. */
function permissions(executable: boolean, existing: Stats | undefined): number {
  if (!existing?.isFile()) return executable ? 0o777 : 0o666
  const bits = existing.mode & 0o777
  return executable ? bits | ((bits & 0o444) >> 2) : bits & ~0o111
}
