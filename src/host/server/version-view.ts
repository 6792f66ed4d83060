import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import { isKnownIn } from '../../protocol/version.ts'

/** A status of changesets that 0.9 does not know, and what it knows instead (SPEC 3.1). */
const newStatus = 'recomputing'
const oldStatus = 'computing'

const isOld = (protocolVersion: string) => protocolVersion.startsWith('0.')

/** The envelope as a connection of that version may get it; undefined when it must not get it at all (SPEC 3, 3.1). */
export function viewEnvelope(protocolVersion: string, envelope: ActionEnvelope): ActionEnvelope | undefined {
  if (!isOld(protocolVersion)) return envelope
  const { action } = envelope
  if (!isKnownIn(protocolVersion, action.type)) return undefined
  if (action.type !== 'changeset/statusChanged' || String(action.status) !== newStatus) return envelope
  return { ...envelope, action: { ...action, status: oldStatus } }
}

/** The state as a connection of that version may get it. */
export function viewState(protocolVersion: string, { kind, state }: ChannelState): ChannelState['state'] {
  if (!isOld(protocolVersion) || kind !== 'changeset' || String(state.status) !== newStatus) return state
  return { ...state, status: oldStatus }
}
