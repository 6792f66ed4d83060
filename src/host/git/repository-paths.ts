import type { Git } from './git.ts'
import { firstLine, lineOf } from './read-facts.ts'

/** Where git keeps `name` (`index`, `objects`, `MERGE_HEAD` …) for the work tree at `root`, absolute; throws git's words. */
export async function gitPath(git: Git, root: string, name: string): Promise<string> {
  const output = await git.run(root, ['rev-parse', '--path-format=absolute', '--git-path', name])
  if (output.exitCode !== 0) throw new Error(firstLine(output.stderr))
  return lineOf(output.stdout)
}
