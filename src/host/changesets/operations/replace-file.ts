import { randomUUID } from 'node:crypto'
import { lstatSync, type Stats } from 'node:fs'
import { chmod, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises'
import { codeOf, PlaceChanged } from '../../platform/paths/verified-folder.ts'
import { openHeldFolder, partsOf, type HeldFolder } from '../held-folder.ts'
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
  const shown = path.toString('utf8')
  return inFolderOf(root, path, true, async (folder, name) => {
    const place = folder.at(name)
    const existing = lstatSync(place, { throwIfNoEntry: false })
    if (existing?.isDirectory()) return `A folder lies where ${shown} was.`
    const beside = folder.at(Buffer.from(`.roadstead-${randomUUID()}`))
    try {
      if (file.mode === '120000') await symlink(file.content, beside)
      else {
        const bits = permissions(file.mode === '100755', existing)
        await writeFile(beside, file.content, { flag: 'wx', mode: bits })
        if (existing?.isFile()) await chmod(beside, bits)
      }
      await rename(beside, place)
      return undefined
    } finally {
      await rm(beside, { force: true })
    }
  })
}

/** Removes the file or symlink at `path` and the folders that are empty without it. Returns why not, if not. */
export async function removeFile(root: string, path: Buffer): Promise<string | undefined> {
  const checked = safePlace(root, path)
  if (checked.kind === 'refused') return checked.reason
  const refused = await inFolderOf(root, path, false, async (folder, name) => {
    await rm(folder.at(name), { force: true })
    return undefined
  })
  if (refused !== undefined) return refused
  const parts = partsOf(path)
  for (let depth = parts.length - 1; depth > 0; depth--) {
    try {
      await inFolderOf(root, joined(parts.slice(0, depth)), false, async (folder, name) => {
        await rmdir(folder.at(name))
        return undefined
      })
    } catch {
      return undefined
    }
  }
  return undefined
}

/**
 * Runs `work` in the folder of `path`, held open: a command of an agent that changes the folder for a link meanwhile does not
 * lead it elsewhere.
 */
async function inFolderOf(
  root: string,
  path: Buffer,
  makeMissing: boolean,
  work: (folder: HeldFolder, name: Buffer) => Promise<string | undefined>,
): Promise<string | undefined> {
  const parts = partsOf(path)
  let folder: HeldFolder
  try {
    folder = openHeldFolder(root, parts.slice(0, -1), makeMissing)
  } catch (error) {
    if (error instanceof PlaceChanged) return `${path.toString('utf8')} lies behind something that has just changed.`
    if (codeOf(error) === 'ENOENT' && !makeMissing) return undefined
    throw error
  }
  try {
    return await work(folder, parts.at(-1) ?? Buffer.from('.'))
  } finally {
    folder.close()
  }
}

function joined(parts: readonly Buffer[]): Buffer {
  return Buffer.from(parts.map((part) => part.toString('latin1')).join('/'), 'latin1')
}

/** A file that is there keeps its permissions but for what git records: whether it can be run. */
function permissions(executable: boolean, existing: Stats | undefined): number {
  if (!existing?.isFile()) return executable ? 0o777 : 0o666
  const bits = existing.mode & 0o777
  return executable ? bits | ((bits & 0o444) >> 2) : bits & ~0o111
}
