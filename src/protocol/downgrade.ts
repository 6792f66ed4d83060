/** What a connection on an older version may be sent (SPEC 3.1). */
import type { StateAction } from './actions.ts'
import type { AnyState } from './snapshot.ts'
import { kindOfState } from './snapshot.ts'
import { isKnownIn } from './version.ts'

/** The action as that version has it; `undefined` if it must be withheld. */
export function downgradeAction(protocolVersion: string, action: StateAction): StateAction | undefined {
  if (isNewest(protocolVersion)) return action
  if (!isKnownIn(protocolVersion, action.type)) return undefined
  const isRecomputing = action.type === 'changeset/statusChanged' && action.status === 'recomputing'
  return isRecomputing ? { ...action, status: 'computing' } : action
}

/** The state as that version has it. New optional fields stay: an older client ignores them. */
export function downgradeState(protocolVersion: string, state: AnyState): AnyState {
  if (isNewest(protocolVersion) || kindOfState(state) !== 'changeset') return state
  if (!('status' in state) || state.status !== 'recomputing') return state
  return { ...state, status: 'computing' }
}

/** What is withheld, and the status "recomputing", came with 1.0.0. */
function isNewest(protocolVersion: string): boolean {
  return !protocolVersion.startsWith('0.')
}
