import { statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { askDirectories, type Directories } from './read-facts.ts'
import { findGitDirectories, type GitDirectories } from './read-head.ts'

/** How long an answer is good for. Beginning a session asks three times within a fraction of it. */
const goodForMs = 2_000

/**
 * Answers of git, each for two seconds, and only while the same `.git` with the same owners and settings is found from the
 * folder. Refusals are asked anew.
 */
export function rememberDirectories(monotonic: () => number): typeof askDirectories {
  const answers = new Map<string, { readonly untilMs: number; readonly answer: Promise<Directories> }>()
  return async (git, folder) => {
    const nowMs = monotonic()
    for (const [question, { untilMs }] of answers) if (untilMs <= nowMs) answers.delete(question)
    const found = findGitDirectories(folder)
    if (found === undefined) return await askDirectories(git, folder)
    const question = JSON.stringify([folder, found, identityOf(found)])
    const known = answers.get(question)
    if (known !== undefined) return await known.answer
    const answer = askDirectories(git, folder)
    answers.set(question, { untilMs: nowMs + goodForMs, answer })
    const forget = () => void answers.delete(question)
    void answer.then(({ kind }) => kind === 'refused' && forget(), forget)
    return await answer
  }
}

/** What makes it this repository: the folders and who owns them, and the settings that say where its files are. */
function identityOf({ top, gitDir, commonDir }: GitDirectories): unknown[] {
  const folders = [top, join(top, '.git'), gitDir, commonDir].map((path) => {
    const found = look(path)
    return found && [found.dev, found.ino, found.uid]
  })
  const settings = [join(commonDir, 'config'), join(gitDir, 'config.worktree')].map((path) => {
    const found = look(path)
    return found && [found.ino, found.size, found.ctimeMs]
  })
  return [folders, settings]
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Not there, or a link that leads nowhere: git will say.
    return undefined
  }
}
