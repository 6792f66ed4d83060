import { lstatSync } from 'node:fs'
import { placeOf } from '../file-change.ts'

/** A path that may be written: inside the root by its real folders, none of them a symlink, and not git's own data. */
export type Place =
  { readonly kind: 'inside'; readonly place: Buffer } | { readonly kind: 'refused'; readonly reason: string }

/** Checks a path relative to `root`. The last part may be a symlink: it is replaced or removed, never followed. */
export function safePlace(root: string, path: Buffer): Place {
  const shown = path.toString('utf8')
  const refused = (reason: string): Place => ({ kind: 'refused', reason: `${shown} ${reason}` })
  const parts = path.toString('latin1').split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..') || path.includes(0)) {
    return refused('is not a path inside the repository.')
  }
  if (parts.some((part) => /^\.git$/i.test(part))) return refused("belongs to git's own data.")
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = placeOf(root, Buffer.from(parts.slice(0, depth).join('/'), 'latin1'))
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) break
    if (found.isSymbolicLink()) return refused(`lies behind a symlink, ${folder.toString('utf8')}.`)
    if (!found.isDirectory()) return refused(`lies behind something that is no folder, ${folder.toString('utf8')}.`)
  }
  return { kind: 'inside', place: placeOf(root, path) }
}
