import type { Git } from '../../git/git.ts'
import { isObjectId } from '../../git/object-id.ts'
import { lineOf } from '../../git/read-facts.ts'
import { headCommit } from '../object-format.ts'
import { accepted } from '../private-index.ts'
import { unfinishedWork } from './repository-state.ts'

/** `head` is the commit HEAD is at afterwards; absent when the first commit was taken back. */
export type UndoCommitResult =
  | { readonly kind: 'undone'; readonly head?: string; readonly summary: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly kept: string }

/**
 * Takes the last commit back and keeps its change: the files stay, the change is staged again. Only while HEAD is still
 * `hash`, and not for a merge or for what a remote has. HEAD moves only if nobody moved it meanwhile.
 */
export async function undoCommit(git: Git, root: string, hash: string): Promise<UndoCommitResult> {
  const failed = (reason: string): UndoCommitResult => ({
    kind: 'failed',
    reason,
    kept: 'The commit and your files are as they were.',
  })
  if (!isObjectId(hash)) return failed(`${JSON.stringify(hash.slice(0, 80))} is not a commit.`)
  const facts = await git.facts(root)
  if (facts.status === 'none') return failed(`${root} is not in a git repository.`)
  if (facts.status === 'unavailable') return failed(facts.reason)
  const busy = unfinishedWork(facts.gitDir)
  if (busy !== undefined) return failed(busy)
  try {
    const head = await headCommit(git, root)
    if (head !== hash) return failed(`${short(hash)} is no longer the last commit${head ? `; ${short(head)} is` : ''}.`)
    const shown = lineOf(accepted(await git.run(root, ['log', '-1', '--format=%P%x00%s', hash, '--'])))
    const [parentList = '', summary = ''] = shown.split('\0')
    const parents = parentList.split(' ').filter(Boolean)
    if (parents.length > 1)
      return failed('The last commit is a merge; undoing it would lose which branches were joined.')
    const remotes = accepted(
      await git.run(root, ['for-each-ref', '--contains', hash, '--format=%(refname:short)', 'refs/remotes/']),
    )
    const pushed = remotes.toString('utf8').split('\n')[0]
    if (pushed) return failed(`The commit has been pushed: ${pushed} has it.`)
    const parent = parents[0]
    if (parent === undefined && facts.branch === undefined) {
      return failed('This is the first commit and HEAD is on no branch, so there is nothing to go back to.')
    }
    const how = parent === undefined ? ['-d', 'HEAD', hash] : ['HEAD', parent, hash]
    accepted(await git.run(root, ['update-ref', '-m', `undo commit: ${summary}`, ...how]))
    return { kind: 'undone', ...(parent !== undefined && { head: parent }), summary }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

function short(hash: string): string {
  return hash.slice(0, 8)
}
