import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What git leaves in its directory while something is unfinished, and how a person calls it. */
const unfinished: readonly (readonly [file: string, name: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase or a series of patches'],
]

/** What is under way in the repository that a commit or an undo would disturb, as a sentence; undefined when nothing is. */
export function unfinishedWork(gitDir: string): string | undefined {
  const found = unfinished.find(([file]) => existsSync(join(gitDir, file)))
  return found && `${capital(found[1])} is under way in this repository. Finish or abort it first.`
}

/** The sentence for an index that somebody has locked. */
export function lockedIndexReason(lock: string): string {
  return `Another git is working in this repository, or one was interrupted: ${lock} exists. If no git is running, remove that file.`
}

const commitHooks = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']

/** The commit hooks that a plain `git commit` would have run here, by name. */
export function presentCommitHooks(hooksFolder: string): string[] {
  try {
    const names = new Set(readdirSync(hooksFolder))
    return commitHooks.filter((name) => names.has(name))
  } catch {
    return []
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
