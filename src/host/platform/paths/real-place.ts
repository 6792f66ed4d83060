/** Rule P3: where a path really leads, found as the kernel finds it. */
import type { EntryKind, FileTree } from './file-tree.ts'
import { isAbsolute, placeText, splitParts, withoutDots } from './place.ts'
import type { PathPlatform, Place } from './place.ts'

/** The end of the walk. */
export interface RealPlace {
  readonly place: Place
  readonly kind: EntryKind | 'missing'
  /** Hard links of the file; 0 when missing. */
  readonly links: number
  /** Every place the walk went through, links included, in order. */
  readonly passed: readonly Place[]
}

/** Where a path really leads, or why that cannot be said. */
export type RealPlaceResult =
  { readonly ok: true; readonly real: RealPlace } | { readonly ok: false; readonly text: string }

/** As many links as Linux follows. */
const maxLinks = 40

/**
 * Walks `steps` from the root, part by part, following every symlink, `..` from the real folder. The last part is
 * followed only with `followLast`. Parts that are missing are taken as they are written. Throws what the tree throws.
 */
export function findRealPlace(
  steps: readonly string[],
  tree: FileTree,
  platform: PathPlatform,
  followLast: boolean,
): RealPlaceResult {
  const pending = [...steps].reverse()
  const passed: Place[] = []
  const least = platform === 'win32' ? 1 : 0
  let current: readonly string[] = []
  let found: Found = folder
  let followed = 0
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (found.kind !== 'dir' && found.kind !== 'missing')
      return { ok: false, text: 'The path uses a file as a folder.' }
    if (part === '.') continue
    if (part === '..') {
      if (found.kind === 'missing') return { ok: false, text: 'The path goes up from a folder that does not exist.' }
      if (current.length > least) current = current.slice(0, -1)
      continue
    }
    const next = [...current, part]
    passed.push(next)
    const entry = found.kind === 'missing' ? missing : lookAt(next, tree, platform)
    if (entry.kind === 'symlink' && (followLast || pending.length > 0)) {
      if (++followed > maxLinks) return { ok: false, text: 'The links in the path lead in a circle.' }
      const target = entry.target ?? ''
      const parts = splitParts(target, platform)
      if (target.endsWith('/')) parts.push('.')
      if (isAbsolute(target, platform)) current = []
      pending.push(...parts.reverse())
      continue
    }
    current = next
    found = entry
  }
  return { ok: true, real: { place: current, kind: found.kind, links: found.links, passed } }
}

interface Found {
  readonly kind: EntryKind | 'missing'
  readonly links: number
  readonly target?: string
}

const folder: Found = { kind: 'dir', links: 1 }
const missing: Found = { kind: 'missing', links: 0 }

function lookAt(place: Place, tree: FileTree, platform: PathPlatform): Found {
  // A drive is not an entry of anything.
  if (platform === 'win32' && place.length === 1) return folder
  return tree.look(placeText(place, platform)) ?? missing
}

/** The real place of a folder the host itself was told of; its text where it cannot be found. */
export function realFolder(text: string, tree: FileTree, platform: PathPlatform): Place {
  const steps = splitParts(text, platform)
  try {
    const found = findRealPlace(steps, tree, platform, true)
    if (found.ok) return found.real.place
  } catch {
    // Not readable: the text is the best that is known.
  }
  return withoutDots(steps, platform)
}
