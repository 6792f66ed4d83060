/** A channel's state at a sequence number (SPEC 7.1). */
import { z } from 'zod'
import type { ChannelKind, ChannelState } from './channel-kind.ts'
import { AnnotationsState } from './channels/annotations/state.ts'
import { ChangesetState } from './channels/changeset/state.ts'
import { ChatState } from './channels/chat/state.ts'
import { ResourceWatchState } from './channels/resource-watch/state.ts'
import { RootState } from './channels/root/state.ts'
import { SessionState } from './channels/session/state.ts'
import { TerminalState } from './channels/terminal/state.ts'
import { SequenceNumber } from './envelope.ts'
import { openByShape } from './schema.ts'
import { Uri } from './values.ts'

const schemas = {
  root: RootState,
  session: SessionState,
  chat: ChatState,
  terminal: TerminalState,
  changeset: ChangesetState,
  annotations: AnnotationsState,
  resourceWatch: ResourceWatchState,
}

/**
 * Which kind of state an object is, by the fields only that kind requires: hosts use schemes of their own, so the URI
 * does not tell. `undefined` for kinds this version does not hold.
 */
export function kindOfState(state: object): ChannelKind | undefined {
  const has = (field: string) => Object.hasOwn(state, field)
  if (has('agents')) return 'root'
  if (has('lifecycle') && has('chats')) return 'session'
  if (has('turns')) return 'chat'
  if (has('lifecycle') && has('content')) return 'terminal'
  if (has('files') && has('status')) return 'changeset'
  if (has('recursive') && has('root')) return 'resourceWatch'
  if (has('annotations')) return 'annotations'
  return undefined
}

/** The state of any channel; one of a kind nobody knows passes and is kept. */
export const AnyState = openByShape(Object.values(schemas), (value) => {
  const kind = kindOfState(value)
  return kind && schemas[kind]
})
export type AnyState = z.infer<typeof AnyState>

/** Apply only envelopes with a larger `serverSeq` than `fromSeq` to it. */
export const Snapshot = z.object({
  resource: Uri,
  state: AnyState,
  fromSeq: SequenceNumber,
})
export type Snapshot = z.infer<typeof Snapshot>

/** The state with its kind; `undefined` when this version does not hold the kind. */
export function channelStateOf(snapshot: Snapshot): ChannelState | undefined {
  const kind = kindOfState(snapshot.state)
  return kind && ({ kind, state: snapshot.state } as ChannelState)
}
