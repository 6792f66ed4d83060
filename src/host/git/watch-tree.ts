import fs from 'node:fs'
import path from 'node:path'
import type { Dispose } from '../platform/disposable.ts'

export interface TreeWatchOptions {
  /** Called for what changed, with its absolute path. */
  readonly onChange: (changed: string) => void
  /** Folders, by absolute path, that are not looked into. */
  readonly skips: (folder: string) => boolean
  /** More folders than this are not watched. */
  readonly mostFolders?: number
}

/** New and vanished folders are looked at together, so soon after the first. */
const settleMs = 50
/** Each folder takes one of the system's watches, which all programs of the person share. */
const usualMostFolders = 20_000

/**
 * Watches a folder with everything below it, links not followed. Resolves when all of it is watched; rejects where that cannot
 * be, with nothing left behind. On Node's own watching, which runs on the event loop: a library with a thread of its own was
 * seen to lose that thread to a signal and then to block the whole process for ever.
 */
export async function watchTree(root: string, options: TreeWatchOptions): Promise<Dispose> {
  return process.platform === 'linux' ? await watchEachFolder(root, options) : watchByTheSystem(root, options)
}

/** macOS and Windows watch trees themselves. */
function watchByTheSystem(root: string, { onChange, skips }: TreeWatchOptions): Dispose {
  const watcher = fs.watch(root, { recursive: true, persistent: false }, (_event, name) => {
    const changed = name === null ? root : path.join(root, name)
    if (!skips(path.dirname(changed))) onChange(changed)
  })
  watcher.on('error', () => onChange(root))
  return () => watcher.close()
}

async function watchEachFolder(root: string, options: TreeWatchOptions): Promise<Dispose> {
  const { onChange, skips, mostFolders = usualMostFolders } = options
  const watchers = new Map<string, fs.FSWatcher>()
  const renamed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function forget(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function forgetTree(folder: string): void {
    for (const watched of watchers.keys()) {
      if (watched === folder || watched.startsWith(folder + path.sep)) forget(watched)
    }
  }

  /** Throws what the system says when it cannot be watched. */
  function watchOne(folder: string): void {
    forget(folder)
    if (watchers.size >= mostFolders) throw new Error(`it has more than ${mostFolders} folders`)
    const watcher = fs.watch(folder, { persistent: false }, (event, name) => {
      if (stopped) return
      const changed = name === null ? folder : path.join(folder, name)
      if (event === 'rename') lookSoon(changed)
      onChange(changed)
    })
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }

  async function watchBelow(folder: string): Promise<void> {
    const waiting = [folder]
    for (let next = waiting.pop(); next !== undefined && !stopped; next = waiting.pop()) {
      try {
        watchOne(next)
        for (const entry of await fs.promises.readdir(next, { withFileTypes: true })) {
          const below = path.join(next, entry.name)
          if (entry.isDirectory() && !skips(below)) waiting.push(below)
        }
      } catch (error) {
        // What vanished meanwhile, and what this person may not read, has nothing to tell.
        const isGone = ['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
        if (next === root || !isGone) throw error
        forget(next)
      }
    }
  }

  function lookSoon(changed: string): void {
    renamed.add(changed)
    timer ??= setTimeout(() => {
      timer = undefined
      void look()
    }, settleMs)
  }

  /** What a name stands for may be new, gone, or another folder than before. */
  async function look(): Promise<void> {
    const names = [...renamed]
    renamed.clear()
    for (const name of names) {
      if (stopped) return
      const info = await fs.promises.lstat(name).catch(() => undefined)
      if (stopped || name === root) continue
      if (watchers.has(name)) forgetTree(name)
      if (info?.isDirectory() !== true || skips(name)) continue
      // Too many by now: what is watched stays so.
      await watchBelow(name).catch(() => {})
      // Its content came before the watch.
      if (!stopped) onChange(name)
    }
  }

  function dispose(): void {
    stopped = true
    clearTimeout(timer)
    for (const folder of [...watchers.keys()]) forget(folder)
  }

  try {
    await watchBelow(root)
  } catch (error) {
    dispose()
    throw error
  }
  return dispose
}
