import { clientDispatchable, isKnownAction, StateAction, type UnknownAction } from '../../protocol/actions.ts'
import { channelKindOfAction } from '../../protocol/channel-kind.ts'
import { limits } from '../../protocol/limits.ts'
import { check } from '../../protocol/schema.ts'
import { isKnownIn } from '../../protocol/version.ts'
import type { Channels } from '../channels/channels.ts'
import { mayDispatch } from './scope.ts'
import type { ActionRule, CommandContext } from './server.ts'

/** The action as it may be applied, or why not (SPEC 7.2, W11). */
export type CheckedAction = { kind: 'fine'; action: StateAction } | { kind: 'refused'; reason: string }

const refused = (reason: string): CheckedAction => ({ kind: 'refused', reason })

/** Judges a client's action for a channel that exists. Pure but for what `rules` looks at. */
export function checkAction(
  channels: Channels,
  rules: ActionRule,
  channel: string,
  offered: UnknownAction,
  who: CommandContext,
): CheckedAction {
  const { type } = offered
  if (!isKnownAction(offered) || !isKnownIn(who.protocolVersion, type)) return refused('unknown action')
  if (!clientDispatchable.has(type)) return refused('only the host may produce this action')
  if (channelKindOfAction(type) !== channels.kindOf(channel))
    return refused('the action belongs to another kind of channel')
  const checked = check(StateAction, withMessageOrigin(offered))
  if (!checked.ok) return refused(`malformed action: ${checked.problem}`)
  if (!mayDispatch(who.scope, type)) return refused('this device is not allowed to do that')
  const action = toWellFormed(checked.value)
  if (action.type === 'terminal/input' && Buffer.byteLength(action.data) > limits.terminalInputBytes) {
    return refused(`more than ${limits.terminalInputBytes} bytes of terminal input in one action`)
  }
  const reason = rules(channel, action, who)
  return reason === undefined ? { kind: 'fine', action } : refused(reason)
}

/** A message that a client sends without saying where it comes from comes from its person; some clients leave it out. */
function withMessageOrigin(action: StateAction): StateAction {
  if (action.type !== 'chat/turnStarted' && action.type !== 'chat/pendingMessageSet') return action
  const message: unknown = action.message
  if (typeof message !== 'object' || message === null || 'origin' in message) return action
  // What comes out is checked against the schema next.
  return { ...action, message: { ...message, origin: { kind: 'user' } } } as StateAction
}

const loneSurrogate = /\p{Surrogate}/u
const loneSurrogates = /\p{Surrogate}/gu

/** Half surrogate pairs become U+FFFD, so that what is stored, sent and read again is the same text. */
function toWellFormed<T>(value: T): T {
  // The mapping keeps the shape, which the compiler cannot see.
  return hasLoneSurrogate(value) ? (mapText(value) as T) : value
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return loneSurrogate.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => loneSurrogate.test(key) || hasLoneSurrogate(inner))
}

function mapText(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(loneSurrogates, '\uFFFD')
  if (Array.isArray(value)) return value.map(mapText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll(loneSurrogates, '\uFFFD'), mapText(inner)]),
  )
}
