import { relative, sep } from 'node:path'
import type { Dispose } from '../platform/disposable.ts'
import { findGitDirectories } from './read-head.ts'
import { watchTree } from './watch-tree.ts'

/**
 * Inside a git directory only these say that what a person sees has changed. Not `refs/roadstead`: each session keeps its
 * checkpoints there, and all others in the same repository would look again.
 */
const telling = /^(?:HEAD|index|packed-refs|MERGE_HEAD|refs(?!\/roadstead(?:\/|$))(?:\/.*)?)$/
/** Whether a change of this path, relative to a git directory, may have changed what a person sees. */
export function isTelling(inside: string): boolean {
  return telling.test(inside)
}

/** Folders of a git directory that never say anything. */
const silent = /^(?:objects|logs|lfs)(?:\/|$)/
/** Folders of a work tree that are not looked into. */
const ignored = /(?:^|\/)(?:node_modules|\.git\/(?:objects|logs|lfs))(?:\/|$)/

/** Watching, or why not: the caller then refreshes only when it knows of a change. */
export type Watch =
  { readonly kind: 'watching'; readonly dispose: Dispose } | { readonly kind: 'unwatched'; readonly reason: string }

/**
 * Calls `onChange` when files below `root`, or the HEAD, refs or index of its repository change; many changes within
 * `quietMs` become one call. A worktree's git directory lies elsewhere and is watched too. Ignores `node_modules`.
 */
export async function watchRepository(root: string, onChange: () => void, { quietMs = 150 } = {}): Promise<Watch> {
  const directories = findGitDirectories(root)
  const watches: Dispose[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const changed = () => {
    if (!stopped) timer ??= setTimeout(() => ((timer = undefined), onChange()), quietMs)
  }
  const dispose = () => {
    stopped = true
    clearTimeout(timer)
    for (const stop of watches.splice(0)) stop()
  }

  const gitDirs = new Set(directories ? [directories.gitDir, directories.commonDir] : [])
  const below = (folder: string, path: string) => relative(folder, path).split(sep).join('/')
  /** Where a path is in a git directory; undefined outside. */
  const inGit = (path: string): string | undefined => {
    for (const gitDir of gitDirs) {
      const inside = below(gitDir, path)
      if (!inside.startsWith('..')) return inside
    }
    return undefined
  }
  const counts = (path: string): boolean => {
    const inside = inGit(path)
    return inside === undefined ? !/(?:^|\/)\.git(?:\/|$)/.test(below(root, path)) : isTelling(inside)
  }
  const listen = async (folder: string) => {
    const stop = await watchTree(folder, {
      onChange: (path) => {
        if (counts(path)) changed()
      },
      skips: (path) => silent.test(inGit(path) ?? '') || ignored.test(below(folder, path)),
    })
    watches.push(stop)
  }
  try {
    await listen(root)
    for (const gitDir of gitDirs) if (relative(root, gitDir).startsWith('..')) await listen(gitDir)
    return { kind: 'watching', dispose }
  } catch (error) {
    dispose()
    const words = error instanceof Error ? error.message : String(error)
    return { kind: 'unwatched', reason: `Changes in ${root} cannot be watched: ${words}` }
  }
}
