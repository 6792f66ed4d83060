import { subscribe, type AsyncSubscription, type BackendType } from '@parcel/watcher'
import { relative, sep } from 'node:path'
import type { Dispose } from '../platform/disposable.ts'
import { findGitDirectories } from './read-head.ts'

/** Inside a git directory only these say that what a person sees has changed. */
const telling = /^(?:HEAD|index|packed-refs|MERGE_HEAD|refs(?:\/.*)?)$/
const ignored = ['**/node_modules/**', '**/.git/objects/**', '**/.git/logs/**', '**/.git/lfs/**']

/** Left to choose, the library looks for Watchman by a shell, which it never waits for: a dead process for each watch. */
const backends: Partial<Record<NodeJS.Platform, BackendType>> = {
  linux: 'inotify',
  darwin: 'fs-events',
  win32: 'windows',
}
const backend = backends[process.platform]

/** Watching, or why not: the caller then refreshes only when it knows of a change. */
export type Watch =
  { readonly kind: 'watching'; readonly dispose: Dispose } | { readonly kind: 'unwatched'; readonly reason: string }

/**
 * Calls `onChange` when files below `root`, or the HEAD, refs or index of its repository change; many changes within
 * `quietMs` become one call. A worktree's git directory lies elsewhere and is watched too. Ignores `node_modules`.
 */
export async function watchRepository(root: string, onChange: () => void, { quietMs = 150 } = {}): Promise<Watch> {
  const directories = findGitDirectories(root)
  const subscriptions: AsyncSubscription[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const changed = () => {
    if (!stopped) timer ??= setTimeout(() => ((timer = undefined), onChange()), quietMs)
  }
  const dispose = () => {
    stopped = true
    clearTimeout(timer)
    for (const subscription of subscriptions.splice(0)) void subscription.unsubscribe().catch(() => {})
  }

  const gitDirs = new Set(directories ? [directories.gitDir, directories.commonDir] : [])
  const listen = async (folder: string, counts: (path: string) => boolean) => {
    const subscription = await subscribe(
      folder,
      (error, events) => {
        // An error is how the system says that events were lost; look again rather than miss one.
        if (error || events.some((event) => counts(event.path))) changed()
      },
      { ignore: ignored, ...(backend !== undefined && { backend }) },
    )
    subscriptions.push(subscription)
  }
  const counts = (path: string): boolean => {
    for (const gitDir of gitDirs) {
      const inside = relative(gitDir, path).split(sep).join('/')
      if (!inside.startsWith('..')) return telling.test(inside)
    }
    return !/(?:^|\/)\.git(?:\/|$)/.test(relative(root, path).split(sep).join('/'))
  }
  try {
    await listen(root, counts)
    for (const gitDir of gitDirs) if (relative(root, gitDir).startsWith('..')) await listen(gitDir, counts)
    return { kind: 'watching', dispose }
  } catch (error) {
    dispose()
    const words = error instanceof Error ? error.message : String(error)
    return { kind: 'unwatched', reason: `Changes in ${root} cannot be watched: ${words}` }
  }
}
