import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import type { Git } from '../git/git.ts'
import { openPrivateRepository } from '../git/private-repository.ts'

/** Where a session's changes are looked for. `git` is the repository's, or one of our own for a folder without git. */
export interface ChangesetPlace {
  readonly git: Git
  readonly root: string
  /** Paths below `root` that belong to the session's folder; empty means all. */
  readonly scope: readonly string[]
  /** The folder has no git of its own: changes can be seen and taken back, but not committed. */
  readonly isPrivate: boolean
  readonly branch?: string
  removePrivate(): Promise<void>
}

/** Where a private repository lies. Ids of channels are never used as paths (attacks README, W10). */
export function privatePlace(dataFolder: string, sessionId: string): string {
  const name = createHash('sha256').update(sessionId).digest('hex').slice(0, 32)
  return join(dataFolder, 'checkpoints', `${name}.git`)
}

/** Finds the repository of a session's folder, or opens a private one in the data folder. A text says why there is neither. */
export async function findChangesetPlace(
  git: Git,
  folder: string,
  sessionId: string,
  dataFolder: string,
): Promise<{ kind: 'place'; place: ChangesetPlace } | { kind: 'none'; reason: string }> {
  const facts = await git.facts(folder)
  if (facts.status === 'unavailable') return { kind: 'none', reason: facts.reason }
  if (facts.status === 'repository') {
    const below = relative(facts.root, folder)
    const place: ChangesetPlace = {
      git,
      root: facts.root,
      scope: below === '' ? [] : [below],
      isPrivate: false,
      ...(facts.branch === undefined ? {} : { branch: facts.branch }),
      removePrivate: async () => {},
    }
    return { kind: 'place', place }
  }
  const opened = await openPrivateRepository(git, folder, privatePlace(dataFolder, sessionId))
  if (opened.kind === 'unavailable') return { kind: 'none', reason: opened.reason }
  return {
    kind: 'place',
    place: { git: opened.git, root: folder, scope: [], isPrivate: true, removePrivate: () => opened.dispose() },
  }
}
