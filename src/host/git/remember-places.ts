import type { Git, GitOutput } from './git.ts'

/** What a repository does not change while one operation lasts: where it keeps things, and by which hash. */
const constant: ReadonlySet<string> = new Set([
  '--path-format=absolute',
  '--git-path',
  'index',
  '--git-common-dir',
  '--absolute-git-dir',
  '--show-object-format',
])

/** A git for one operation: of what stays as it is meanwhile, each question is asked once. */
export function rememberPlaces(git: Git): Git {
  const answers = new Map<string, Promise<GitOutput>>()
  return {
    ...git,
    run(folder, args, options) {
      const [subcommand, ...asked] = args
      if (options !== undefined || subcommand !== 'rev-parse' || !asked.every((each) => constant.has(each)))
        return git.run(folder, args, options)
      const question = JSON.stringify([folder, args])
      const answer = answers.get(question) ?? git.run(folder, args)
      answers.set(question, answer)
      return answer
    },
  }
}
