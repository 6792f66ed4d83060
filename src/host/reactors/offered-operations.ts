import type { ChangesetOperation } from '../../protocol/channels/changeset/state.ts'
import { changesetOperations } from '../../protocol/roadstead.ts'
import type { ChangesetPlace } from './changeset-places.ts'
import type { LastDone } from './undo-book.ts'

/**
 * What a changeset lets a person do now: commit and discard while it has files, and taking back what was done last. A
 * commit can be taken back while it is the newest.
 */
export function offeredOperations(place: ChangesetPlace, hasFiles: boolean, last: LastDone): ChangesetOperation[] {
  if (place.isPrivate) return []
  const operations: ChangesetOperation[] = []
  if (hasFiles) {
    operations.push(
      {
        id: changesetOperations.commit,
        label: 'Commit',
        scopes: ['changeset'],
        icon: 'git-commit',
        group: 'commit',
        status: 'idle',
      },
      {
        id: changesetOperations.discard,
        label: 'Discard',
        scopes: ['resource'],
        icon: 'discard',
        group: 'discard',
        status: 'idle',
      },
    )
  }
  if (last.commit !== undefined && place.git.head(place.root) === last.commit.hash) {
    operations.push({
      id: changesetOperations.undoCommit,
      label: 'Undo commit',
      description: last.commit.summary,
      scopes: ['changeset'],
      group: 'undo',
      status: 'idle',
    })
  }
  if (last.discard !== undefined) {
    operations.push({
      id: changesetOperations.undoDiscard,
      label: 'Undo discard',
      description: last.discard.name,
      scopes: ['changeset'],
      group: 'undo',
      status: 'idle',
    })
  }
  return operations
}
