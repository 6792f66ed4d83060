/** The reducer of changeset channels (SPEC 18). */
import { type Reducer, reducerOf, removeWhere, updateFirst, upsert, withFields } from '../../reducer.ts'
import type { ChangesetAction } from './actions.ts'
import type { ChangesetFile, ChangesetState } from './state.ts'

export const reduceChangeset: Reducer<ChangesetState> = reducerOf<ChangesetState, ChangesetAction>({
  'changeset/statusChanged': (state, { status, error }) =>
    withFields(state, { status, error: status === 'error' ? error : undefined }),
  'changeset/fileSet': (state, { file }) => withFields(state, { files: upsert(state.files, file, (each) => each.id) }),
  'changeset/fileRemoved': (state, { fileId }) =>
    withFields(state, { files: removeWhere(state.files, (file) => file.id === fileId) }),
  'changeset/filesReviewChanged': (state, { files, reviewed }) =>
    withFields(state, { files: withReviewed(state.files, files, reviewed) }),
  'changeset/contentChanged': (state, { files, operations }) =>
    withFields(state, operations === undefined ? { files } : { files, operations }),
  'changeset/operationsChanged': (state, { operations }) => withFields(state, { operations }),
  'changeset/operationStatusChanged': (state, { operationId, status, error }) => {
    if (state.operations === undefined) return state
    const operations = updateFirst(
      state.operations,
      (operation) => operation.id === operationId,
      (operation) => withFields(operation, { status, error: status === 'error' ? error : undefined }),
    )
    return withFields(state, { operations })
  },
  'changeset/cleared': (state) => (state.files.length === 0 ? state : withFields(state, { files: [] })),
})

function withReviewed(files: ChangesetFile[], ids: readonly string[], reviewed: boolean): ChangesetFile[] {
  const named = new Set(ids)
  const changed = files.map((file) => (named.has(file.id) ? withFields(file, { reviewed }) : file))
  return changed.every((file, index) => file === files[index]) ? files : changed
}
