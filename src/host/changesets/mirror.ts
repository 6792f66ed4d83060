import { constants, lstatSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readlink, symlink } from 'node:fs/promises'
import { hasHandlePaths } from '../platform/paths/verified-folder.ts'
import { placeOf } from './file-change.ts'
import { withHeld } from './held-folder.ts'

/** What became of one path: `copied` also where nothing lies there (git then takes it as removed). */
export type Mirrored = 'copied' | 'folder' | 'unreadable'

/**
 * Copies one file or link of the work tree to the same path below `target`, a folder that commands of an agent cannot reach.
 * Git opens files by name, so a folder that becomes a link in that moment would have it read a file of the person's into the
 * repository; what is copied here was opened through no link.
 */
export async function mirrorFile(root: string, path: Buffer, target: string): Promise<Mirrored> {
  try {
    const outcome = await withHeld(root, path, async (place, found) => {
      if (found?.isDirectory() === true) return 'folder' as const
      const to = placeOf(target, path)
      await makeFolderOf(target, path)
      if (found?.isSymbolicLink() === true) {
        await symlink(await readlink(place, 'buffer'), to)
        return 'copied' as const
      }
      const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
      try {
        const stats = await file.stat()
        if (!stats.isFile()) return 'unreadable' as const
        await copyFile(hasHandlePaths ? `/proc/self/fd/${file.fd}` : place, to, constants.COPYFILE_FICLONE)
        await chmod(to, (stats.mode & 0o111) === 0 ? 0o600 : 0o700)
      } finally {
        await file.close()
      }
      return 'copied' as const
    })
    return outcome ?? 'copied'
  } catch {
    return 'unreadable'
  }
}

/** The `.gitattributes` that say how these paths are converted: of every folder above them. */
export function attributeFilesFor(paths: readonly Buffer[]): Buffer[] {
  const folders = new Set([''])
  for (const path of paths) {
    const parts = path.toString('latin1').split('/')
    for (let depth = parts.length - 1; depth > 0; depth--) folders.add(`${parts.slice(0, depth).join('/')}/`)
  }
  return [...folders].map((folder) => Buffer.from(`${folder}.gitattributes`, 'latin1'))
}

async function makeFolderOf(target: string, path: Buffer): Promise<void> {
  const at = path.lastIndexOf(0x2f)
  const folder = at < 0 ? Buffer.from(target) : placeOf(target, path.subarray(0, at))
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
}
