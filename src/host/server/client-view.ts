import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import { isKnownIn } from '../../protocol/version.ts'
import type { CommandContext } from './server.ts'

/** A status of changesets that 0.9 does not know, and what it knows instead (SPEC 3.1). */
const newStatus = 'recomputing'
const oldStatus = 'computing'

const isOld = (protocolVersion: string) => protocolVersion.startsWith('0.')

/**
 * The envelope as one client sees it; undefined when it does not. A rejection is for its sender; what somebody types into a
 * terminal is for nobody else (DESIGN, invariant 2).
 */
export function seeEnvelope(envelope: ActionEnvelope, who: CommandContext): ActionEnvelope | undefined {
  const isOwn = envelope.origin?.clientId === who.clientId
  if (envelope.rejectionReason !== undefined && !isOwn) return undefined
  const { action } = envelope
  const shown = action.type === 'terminal/input' && !isOwn ? { ...envelope, action: { ...action, data: '' } } : envelope
  return viewEnvelope(who.protocolVersion, shown)
}

/** The envelope as a connection of that version may get it; undefined when it must not get it at all (SPEC 3, 3.1). */
function viewEnvelope(protocolVersion: string, envelope: ActionEnvelope): ActionEnvelope | undefined {
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
