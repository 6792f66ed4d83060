/** What a connection on an older version may be sent (SPEC 3.1). */
import type { StateAction } from './actions.ts'
import type { AnyState } from './snapshot.ts'
import { kindOfState } from './snapshot.ts'
import { isKnownIn } from './version.ts'

/** The action as that version has it; `undefined` if it must be withheld. */
export function downgradeAction(protocolVersion: string, action: StateAction): StateAction | undefined {
  if (!isKnownIn(protocolVersion, action.type)) return undefined
  if (action.type !== 'changeset/statusChanged' || action.status !== 'recomputing') return action
  return isRecomputingKnown(protocolVersion) ? action : { ...action, status: 'computing' }
}

/** The state as that version has it. New optional fields stay: an older client ignores them. */
export function downgradeState(protocolVersion: string, state: AnyState): AnyState {
  if (isRecomputingKnown(protocolVersion) || kindOfState(state) !== 'changeset') return state
  if (!('status' in state) || state.status !== 'recomputing') return state
  return { ...state, status: 'computing' }
}

/** The status came with 1.0.0. */
function isRecomputingKnown(protocolVersion: string): boolean {
  return !protocolVersion.startsWith('0.')
}
