import { closeSync, openSync, renameSync, rmSync, statSync, chmodSync, utimesSync, writeFileSync } from 'node:fs'

/** Git's own lock on an index, held by us: `index.lock` beside it. Whoever holds it may put a new index in place. */
export interface IndexLock {
  /** Puts `content` in the index's place and lets go. */
  replaceWith(content: Buffer): void
  /** Lets go without a change; harmless after `replaceWith`. */
  release(): void
}

/** Takes the lock; undefined when somebody has it. Throws where the folder cannot be written. */
export function lockIndex(indexFile: string): IndexLock | undefined {
  const lock = `${indexFile}.lock`
  let file: number
  try {
    file = openSync(lock, 'wx')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
  let held = true
  const close = () => {
    held = false
    closeSync(file)
  }
  return {
    replaceWith(content) {
      writeFileSync(file, content)
      const old = statSync(indexFile, { throwIfNoEntry: false })
      if (old) chmodSync(lock, old.mode & 0o777)
      // Dated back so that git looks again at files changed while it was being made.
      const second = Math.floor(statSync(lock).mtimeMs / 1000) - 1
      close()
      utimesSync(lock, second, second)
      renameSync(lock, indexFile)
    },
    release() {
      if (!held) return
      close()
      rmSync(lock, { force: true })
    },
  }
}
