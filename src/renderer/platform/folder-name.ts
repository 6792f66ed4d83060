import { filePathOf } from '../../protocol/uri.ts'

/** The last part of a folder's URI, for rows. */
export function folderName(uri: string | undefined): string {
  if (uri === undefined) return ''
  const path = filePathOf(uri) ?? uri
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
}

/** The path of a folder's URI with the home folder as `~`. */
export function shownPath(uri: string, home: string | undefined): string {
  return shortenHome(filePathOf(uri) ?? uri, home)
}

/** A path with the home folder as `~`. */
export function shortenHome(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The absolute path that a person means by `~/app`; undefined for a relative one. */
export function expandHome(text: string, home: string | undefined): string | undefined {
  const typed = text.trim()
  if (typed === '~' || typed.startsWith('~/')) return home === undefined ? undefined : home + typed.slice(1)
  return typed.startsWith('/') || /^[A-Za-z]:[\\/]/.test(typed) ? typed : undefined
}
