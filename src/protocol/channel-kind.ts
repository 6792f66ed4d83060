/** The kinds of state channels this version holds, and the states that go with them (SPEC 7.1). */
import type { AnnotationsState } from './channels/annotations/state.ts'
import type { ChangesetState } from './channels/changeset/state.ts'
import type { ChatState } from './channels/chat/state.ts'
import type { ResourceWatchState } from './channels/resource-watch/state.ts'
import type { RootState } from './channels/root/state.ts'
import type { SessionState } from './channels/session/state.ts'
import type { TerminalState } from './channels/terminal/state.ts'

/** Kind → state. */
export type StateOf = {
  root: RootState
  session: SessionState
  chat: ChatState
  terminal: TerminalState
  changeset: ChangesetState
  annotations: AnnotationsState
  resourceWatch: ResourceWatchState
}

/** What a channel is. */
export type ChannelKind = keyof StateOf

/** All kinds, in the order of the specification. */
export const channelKinds: readonly ChannelKind[] = [
  'root',
  'session',
  'chat',
  'terminal',
  'changeset',
  'annotations',
  'resourceWatch',
]

/** A state together with its kind. */
export type ChannelState = { [K in ChannelKind]: { kind: K; state: StateOf[K] } }[ChannelKind]

/** The kind an action belongs to, by the part of its type before the slash; `undefined` for kinds nobody knows. */
export function channelKindOfAction(type: string): ChannelKind | undefined {
  const slash = type.indexOf('/')
  const prefix = slash === -1 ? type : type.slice(0, slash)
  return channelKinds.find((kind) => kind === prefix)
}
