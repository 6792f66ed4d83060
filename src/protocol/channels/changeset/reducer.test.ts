import { describe, expect, it } from 'vitest'
import type { ChangesetAction } from './actions.ts'
import { reduceChangeset } from './reducer.ts'
import type { ChangesetState } from './state.ts'

const file = (id: string) => ({ id, edit: {} })
const error = { errorType: 'git', message: 'broken' }
const commit = { id: 'commit', label: 'Commit', scopes: ['changeset' as const], status: 'idle' as const }
const state: ChangesetState = { status: 'ready', files: [file('a'), file('b')], operations: [commit] }

describe('a changeset', () => {
  it('keeps an error only while that is its status', () => {
    const failed = reduceChangeset(state, { type: 'changeset/statusChanged', status: 'error', error })
    expect(failed).toEqual({ ...state, status: 'error', error })
    expect(reduceChangeset(failed, { type: 'changeset/statusChanged', status: 'recomputing', error })).toEqual({
      ...state,
      status: 'recomputing',
    })
  })

  it('marks only the files it holds as reviewed', () => {
    const action = { type: 'changeset/filesReviewChanged', files: ['b', 'z'], reviewed: true } as const
    expect(reduceChangeset(state, action).files).toEqual([file('a'), { ...file('b'), reviewed: true }])
  })

  it('keeps status, error and operations when its content changes', () => {
    const failed: ChangesetState = { ...state, status: 'error', error }
    expect(reduceChangeset(failed, { type: 'changeset/contentChanged', files: [] })).toEqual({ ...failed, files: [] })
  })

  it('keeps the error of an operation only while that is its status', () => {
    const status = { type: 'changeset/operationStatusChanged', operationId: 'commit' } as const
    const failed = reduceChangeset(state, { ...status, status: 'error', error })
    expect(failed.operations).toEqual([{ ...commit, status: 'error', error }])
    expect(reduceChangeset(failed, { ...status, status: 'idle', error }).operations).toEqual([commit])
  })

  it.each<ChangesetAction>([
    { type: 'changeset/fileRemoved', fileId: 'z' },
    { type: 'changeset/filesReviewChanged', files: ['z'], reviewed: true },
    { type: 'changeset/operationStatusChanged', operationId: 'z', status: 'running' },
    { type: 'changeset/statusChanged', status: 'ready' },
  ])('is not touched by $type that changes nothing', (action) => {
    expect(reduceChangeset(state, action)).toBe(state)
  })
})
