import { downgradeAction } from '../../protocol/downgrade.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { CommandContext } from './server.ts'

/**
 * The envelope as one client sees it; undefined when it does not. A rejection is for its sender, who knows the action it
 * offered whatever its version; what somebody types into a terminal is for nobody else (DESIGN, invariant 2).
 */
export function seeEnvelope(envelope: ActionEnvelope, who: CommandContext): ActionEnvelope | undefined {
  const isOwn = envelope.origin?.clientId === who.clientId
  if (envelope.rejectionReason !== undefined) return isOwn ? envelope : undefined
  const { action } = envelope
  const shown = action.type === 'terminal/input' && !isOwn ? { ...action, data: '' } : action
  const known = downgradeAction(who.protocolVersion, shown)
  if (known === action) return envelope
  return known && { ...envelope, action: known }
}
