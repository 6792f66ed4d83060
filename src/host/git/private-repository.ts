import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Git } from './git.ts'
import { firstLine } from './read-facts.ts'

/** Never kept in a repository of ours: what tools can make again, and other repositories' data. */
const excluded = ['.git', 'node_modules/', '.venv/', '__pycache__/', '.cache/']

/**
 * A `Git` whose repository lies in `gitDir`, apart from the folder `root` it looks at: for folders that have no git of
 * their own. The folder gets no `.git`. `dispose` removes the repository.
 */
export async function openPrivateRepository(
  git: Git,
  root: string,
  gitDir: string,
): Promise<{ kind: 'opened'; git: Git; dispose(): Promise<void> } | { kind: 'unavailable'; reason: string }> {
  if (!existsSync(join(gitDir, 'HEAD'))) {
    try {
      await mkdir(dirname(gitDir), { recursive: true })
    } catch (error) {
      return {
        kind: 'unavailable',
        reason: `No place for checkpoints: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
    const made = await git.run(root, ['init', '--quiet', '--bare', '--template=', gitDir])
    if (made.exitCode !== 0)
      return { kind: 'unavailable', reason: `No place for checkpoints: ${firstLine(made.stderr)}` }
    await mkdir(join(gitDir, 'info'), { recursive: true })
    await writeFile(join(gitDir, 'info', 'exclude'), `${excluded.join('\n')}\n`)
  }
  const place = { GIT_DIR: gitDir, GIT_WORK_TREE: root }
  const opened: Git = {
    version: () => git.version(),
    facts: async () => ({ status: 'repository', root, gitDir }),
    head: () => undefined,
    headFacts: () => undefined,
    run: (folder, args, options = {}) => git.run(folder, args, { ...options, env: { ...place, ...options.env } }),
  }
  return { kind: 'opened', git: opened, dispose: () => rm(gitDir, { recursive: true, force: true }) }
}
