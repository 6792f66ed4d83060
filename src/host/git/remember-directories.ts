import { askDirectories, type Directories } from './read-facts.ts'
import { findGitDirectories } from './read-head.ts'

/** How long an answer is good for. Beginning a session asks three times within a fraction of it. */
const goodForMs = 2_000

/** Answers of git, each for two seconds, and only while the same `.git` is found from the folder. Refusals are asked anew. */
export function rememberDirectories(monotonic: () => number): typeof askDirectories {
  const answers = new Map<string, { readonly untilMs: number; readonly answer: Promise<Directories> }>()
  return async (git, folder) => {
    const nowMs = monotonic()
    for (const [question, { untilMs }] of answers) if (untilMs <= nowMs) answers.delete(question)
    const found = findGitDirectories(folder)
    if (found === undefined) return await askDirectories(git, folder)
    const question = JSON.stringify([folder, found])
    const known = answers.get(question)
    if (known !== undefined) return await known.answer
    const answer = askDirectories(git, folder)
    answers.set(question, { untilMs: nowMs + goodForMs, answer })
    const forget = () => void answers.delete(question)
    void answer.then(({ kind }) => kind === 'refused' && forget(), forget)
    return await answer
  }
}
