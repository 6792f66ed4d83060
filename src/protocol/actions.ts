/** All actions of all channels, and who may send which (SPEC 7.2). */
import type { z } from 'zod'
import type { ActionFacts } from './action-facts.ts'
import { annotationsActionFacts, annotationsActions } from './channels/annotations/actions.ts'
import { changesetActionFacts, changesetActions } from './channels/changeset/actions.ts'
import { chatActionFacts, chatActions } from './channels/chat/actions.ts'
import { resourceWatchActionFacts, resourceWatchActions } from './channels/resource-watch/actions.ts'
import { rootActionFacts, rootActions } from './channels/root/actions.ts'
import { sessionActionFacts, sessionActions } from './channels/session/actions.ts'
import { terminalActionFacts, terminalActions } from './channels/terminal/actions.ts'
import { openUnion } from './schema.ts'

/** Any action of any state channel; an unknown type passes and is kept. */
export const StateAction = openUnion('type', [
  ...rootActions,
  ...sessionActions,
  ...chatActions,
  ...terminalActions,
  ...changesetActions,
  ...annotationsActions,
  ...resourceWatchActions,
])
export type StateAction = z.infer<typeof StateAction>

/** An action this version does not know: kept, passed on, and a no-op in every reducer (SPEC 27). */
export type UnknownAction = { type: string }

const facts = new Map<string, ActionFacts>(
  [
    rootActionFacts,
    sessionActionFacts,
    chatActionFacts,
    terminalActionFacts,
    changesetActionFacts,
    annotationsActionFacts,
    resourceWatchActionFacts,
  ].flatMap((table) => Object.entries(table)),
)

/** The types of all actions a client may dispatch. */
export const clientDispatchable: ReadonlySet<string> = new Set(
  [...facts].filter(([, fact]) => fact.from === 'anyone').map(([type]) => type),
)

/** The release that first had an action type, for all known types. */
export const actionIntroducedIn: ReadonlyMap<string, string> = new Map(
  [...facts].map(([type, fact]) => [type, fact.since]),
)

/** Whether this version knows the action type; extensions of our own are in roadstead.ts. */
export function isKnownAction(action: UnknownAction): action is StateAction {
  return facts.has(action.type)
}
