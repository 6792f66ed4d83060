import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ChangesetOperation } from '../../../protocol/channels/changeset/state.ts'
import { CommitBox } from './commit-box.tsx'
import { commitBoxState, draftMessage, offeredOperation, type CommitFacts } from './commit-box-state.ts'

const commit: ChangesetOperation = { id: 'commit', label: 'Commit', scopes: ['changeset'], status: 'idle' }
const undo: ChangesetOperation = {
  id: 'undo-commit',
  label: 'Undo commit',
  description: 'Fix it',
  scopes: ['changeset'],
  status: 'idle',
}
const ready: CommitFacts = {
  operations: [commit],
  shown: [{ id: 'a' }],
  uncommitted: [{ id: 'a' }],
  message: 'Fix it',
  running: false,
  connected: true,
}

test('a commit can be made when there is a change, a message and a host', () => {
  expect(commitBoxState(ready)).toEqual({ kind: 'on', operation: commit })
})

test('the button is off with the weightiest reason', () => {
  const because = (facts: Partial<CommitFacts>) => {
    const state = commitBoxState({ ...ready, ...facts })
    return state.kind === 'off' ? state.because : 'on'
  }
  expect(because({ uncommitted: undefined, message: '' })).toBe('no-git')
  expect(because({ running: true })).toBe('running')
  expect(because({ connected: false })).toBe('offline')
  expect(because({ shown: [], uncommitted: [], operations: [] })).toBe('no-changes')
  expect(because({ uncommitted: [{ id: 'other' }] })).toBe('all-committed')
  expect(because({ operations: [] })).toBe('not-offered')
  expect(because({ operations: [{ ...commit, status: 'disabled' }] })).toBe('not-offered')
  expect(because({ operations: [{ ...commit, status: 'running' }] })).toBe('running')
  expect(because({ message: ' \n' })).toBe('no-message')
})

test('a commit that failed before may be tried again', () => {
  expect(commitBoxState({ ...ready, operations: [{ ...commit, status: 'error' }] }).kind).toBe('on')
})

test('undo is there while the host offers it', () => {
  expect(offeredOperation([commit, undo], 'undo-commit')).toBe(undo)
  expect(offeredOperation([{ ...undo, status: 'running' }], 'undo-commit')).toBe(undefined)
  expect(offeredOperation([commit], 'undo-commit')).toBe(undefined)
})

test('the message is drafted from the title, else from what was asked, in one line', () => {
  expect(draftMessage('Fix dates', 'please fix')).toBe('Fix dates')
  expect(draftMessage(' ', 'please fix\nthe dates')).toBe('please fix')
  expect(draftMessage('', undefined)).toBe('')
  expect(draftMessage('x'.repeat(100), undefined)).toHaveLength(72)
})

function show(overrides: Partial<Parameters<typeof CommitBox>[0]> = {}) {
  const props = {
    state: commitBoxState(ready),
    message: 'Fix it',
    files: 1,
    running: false,
    problem: undefined,
    undo: undefined,
    keyboard: 'other' as const,
    onMessage: vi.fn(),
    onCommit: vi.fn(),
    onUndo: vi.fn(),
    ...overrides,
  }
  render(<CommitBox {...props} />)
  return props
}

test('Ctrl+Enter and ⌘Enter commit, Enter alone makes a new line', () => {
  const { onCommit } = show()
  const field = screen.getByRole('textbox', { name: 'Commit message' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onCommit).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true })
  expect(onCommit).toHaveBeenCalledTimes(2)
})

test('a button that is off says why and does nothing, by key either', () => {
  const { onCommit } = show({ state: { kind: 'off', because: 'no-message' }, message: '' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Commit/ })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('Write a message to commit.')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true })
  expect(onCommit).not.toHaveBeenCalled()
})

test('after a failure the reason is said and the message is still there', () => {
  show({ problem: 'Nothing was committed. A hook said no.' })
  expect(screen.getByRole('alert').textContent).toBe('Nothing was committed. A hook said no.')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Fix it')
})

test('in a folder without git it is explained why there is nothing to press', () => {
  show({ state: { kind: 'off', because: 'no-git' } })
  expect(screen.queryByRole('button')).toBe(null)
  expect(screen.getByText(/not in a git repository/)).toBeTruthy()
})

test('with nothing to commit only the undo of the last commit is left, and without it nothing', () => {
  const { onUndo } = show({ state: { kind: 'off', because: 'no-changes' }, undo })
  expect(screen.queryByRole('textbox')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Undo commit' }))
  expect(onUndo).toHaveBeenCalledOnce()
  document.body.replaceChildren()
  show({ state: { kind: 'off', because: 'no-changes' } })
  expect(screen.queryByRole('region')).toBe(null)
})
