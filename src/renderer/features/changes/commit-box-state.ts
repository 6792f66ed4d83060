import type { ChangesetOperation } from '../../../protocol/channels/changeset/state.ts'
import { changesetOperations } from '../../../protocol/roadstead.ts'

/** Why the button is off. */
export type CommitObstacle =
  'no-git' | 'no-changes' | 'all-committed' | 'no-message' | 'running' | 'offline' | 'not-offered'

export type CommitBoxState =
  | { readonly kind: 'off'; readonly because: CommitObstacle }
  | { readonly kind: 'on'; readonly operation: ChangesetOperation }

export interface CommitFacts {
  readonly operations: readonly ChangesetOperation[]
  /** Files of the shown changeset. */
  readonly shown: readonly { readonly id: string }[]
  /** Files of the uncommitted changeset; undefined where the folder has no git of its own. */
  readonly uncommitted: readonly { readonly id: string }[] | undefined
  readonly message: string
  readonly running: boolean
  readonly connected: boolean
}

/** Whether a commit can be made now, else why not: the weightiest reason first. */
export function commitBoxState(facts: CommitFacts): CommitBoxState {
  const off = (because: CommitObstacle): CommitBoxState => ({ kind: 'off', because })
  if (facts.uncommitted === undefined) return off('no-git')
  if (facts.running) return off('running')
  if (!facts.connected) return off('offline')
  if (facts.shown.length === 0) return off('no-changes')
  const open = new Set(facts.uncommitted.map((file) => file.id))
  if (!facts.shown.some((file) => open.has(file.id))) return off('all-committed')
  const operation = facts.operations.find((each) => each.id === changesetOperations.commit)
  if (operation === undefined || operation.status === 'disabled') return off('not-offered')
  if (operation.status === 'running') return off('running')
  return facts.message.trim() === '' ? off('no-message') : { kind: 'on', operation }
}

/** The operation with this id, if it is offered and can be asked for now. */
export function offeredOperation(
  operations: readonly ChangesetOperation[],
  id: string,
): ChangesetOperation | undefined {
  return operations.find((each) => each.id === id && each.status !== 'disabled' && each.status !== 'running')
}

/** What the message field starts with: the session's title, else the first line of the last thing asked for. */
export function draftMessage(title: string, lastPrompt: string | undefined): string {
  const text = title.trim() === '' ? (lastPrompt ?? '') : title
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 72 ? `${line.slice(0, 71).trimEnd()}…` : line
}
