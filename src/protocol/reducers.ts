/** All reducers, by kind of channel (SPEC 7.4). */
import type { StateAction, UnknownAction } from './actions.ts'
import type { ChannelKind, ChannelState, StateOf } from './channel-kind.ts'
import { reduceAnnotations } from './channels/annotations/reducer.ts'
import { reduceChangeset } from './channels/changeset/reducer.ts'
import { reduceChat } from './channels/chat/reducer.ts'
import { reduceResourceWatch } from './channels/resource-watch/reducer.ts'
import { reduceRoot } from './channels/root/reducer.ts'
import { reduceSession } from './channels/session/reducer.ts'
import { reduceTerminal } from './channels/terminal/reducer.ts'
import type { Reducer } from './reducer.ts'

const reducers: { [K in ChannelKind]: Reducer<StateOf[K]> } = {
  root: reduceRoot,
  session: reduceSession,
  chat: reduceChat,
  terminal: reduceTerminal,
  changeset: reduceChangeset,
  annotations: reduceAnnotations,
  resourceWatch: reduceResourceWatch,
}

/** Reduces a state of any kind; the same object when nothing changes. */
export function reduceChannel<C extends ChannelState>(channel: C, action: StateAction | UnknownAction): C {
  // Kind and state belong together in every ChannelState, which the compiler cannot follow through the table.
  const reduce = reducers[channel.kind] as Reducer<C['state']>
  const state = reduce(channel.state, action)
  return state === channel.state ? channel : { ...channel, state }
}
