import { sep } from 'node:path'

/** True if `path` is `folder` or lies below it. Both absolute and normal; compared by whole parts, never by text prefix. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** True if one of the two holds the other. */
export function overlap(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a)
}

/** Number of parts: `/` has none, `/usr` one. */
export function depth(path: string): number {
  return path.split(sep).filter((part) => part !== '').length
}
