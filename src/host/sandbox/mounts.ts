import { dirname } from 'node:path'
import { depth, isWithin } from './path-relation.ts'

/** One thing placed in the view a command gets. `at` is absolute and the same as outside, unless said otherwise. */
export type Mount =
  | { readonly kind: 'read-only'; readonly at: string; readonly from?: string; readonly optional?: boolean }
  | { readonly kind: 'writable'; readonly at: string; readonly from?: string }
  /** A folder in memory, empty at first; nothing of it is left afterwards. */
  | { readonly kind: 'memory'; readonly at: string; readonly megabytes: number }
  /** An empty folder that stays empty. */
  | { readonly kind: 'empty'; readonly at: string }
  /** A file that cannot be opened. */
  | { readonly kind: 'closed'; readonly at: string }
  | { readonly kind: 'link'; readonly at: string; readonly to: string }
  | { readonly kind: 'processes'; readonly at: string }
  | { readonly kind: 'devices'; readonly at: string }

function toArguments(mount: Mount, sizes: boolean): string[] {
  switch (mount.kind) {
    case 'read-only':
      return [mount.optional ? '--ro-bind-try' : '--ro-bind', mount.from ?? mount.at, mount.at]
    case 'writable':
      return ['--bind', mount.from ?? mount.at, mount.at]
    case 'memory':
      return [...(sizes ? ['--size', String(mount.megabytes * 1024 * 1024)] : []), '--tmpfs', mount.at]
    case 'empty':
      return ['--tmpfs', mount.at]
    case 'closed':
      // A device file on a mount without devices cannot be opened, neither for reading nor for writing.
      return ['--ro-bind', '/dev/null', mount.at]
    case 'link':
      return ['--symlink', mount.to, mount.at]
    case 'processes':
      return ['--proc', mount.at]
    case 'devices':
      return ['--dev', mount.at]
  }
}

/** True if `mount` adds nothing because an outer one already shows the same files read-only. */
function isShownAlready(mount: Mount, outer: readonly Mount[]): boolean {
  if (mount.kind !== 'read-only' || mount.from !== undefined) return false
  const around = outer.filter((other) => other.at !== mount.at && isWithin(mount.at, other.at))
  const nearest = around.reduce<Mount | undefined>(
    (best, other) => (!best || depth(other.at) > depth(best.at) ? other : best),
    undefined,
  )
  return nearest?.kind === 'read-only' && nearest.from === undefined
}

function shownMounts(mounts: readonly Mount[]): Mount[] {
  const byPlace = new Map<string, Mount>()
  for (const mount of mounts) {
    byPlace.delete(mount.at)
    byPlace.set(mount.at, mount)
  }
  const sorted = [...byPlace.values()].sort((a, b) => depth(a.at) - depth(b.at))
  return sorted.filter((mount) => !isShownAlready(mount, sorted))
}

/** Which of `places` are mounts of their own, showing the files that lie at the same path outside. */
export function placesShownAsThemselves(mounts: readonly Mount[], places: readonly string[]): string[] {
  const wanted = new Set(places)
  return shownMounts(mounts)
    .filter((mount) => mount.kind === 'writable' || mount.kind === 'read-only')
    .filter((mount) => mount.from === undefined && wanted.has(mount.at))
    .map((mount) => mount.at)
}

/**
 * Arguments for bubblewrap. Outer places come before inner ones, so that what is said about a folder inside another always
 * counts; of two mounts at one place the later in the list counts.
 */
export function mountArguments(mounts: readonly Mount[], options: { readonly sizes: boolean }): string[] {
  const shown = shownMounts(mounts)
  // Closed for writing last, because the places of inner mounts must be made first; the root too.
  const closed = [...shown.filter((mount) => mount.kind === 'empty').map((mount) => mount.at), '/']
  return [
    ...shown.flatMap((mount) => toArguments(mount, options.sizes)),
    ...closed.flatMap((at) => ['--remount-ro', at]),
  ]
}

/** True if any mount lies below `folder`. */
export function hasMountBelow(mounts: readonly Mount[], folder: string): boolean {
  return mounts.some((mount) => mount.at !== folder && isWithin(dirname(mount.at), folder))
}
