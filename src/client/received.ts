import { ActionEnvelope, ActionOrigin, SequenceNumber } from '../protocol/envelope.ts'
import { checkLeniently } from '../protocol/lenient.ts'
import { isNotificationName, notifications } from '../protocol/messages.ts'
import { matches } from '../protocol/schema.ts'

/** What a host sent without being asked, checked; told apart by `kind`. */
export type Received =
  | { readonly kind: 'envelope'; readonly envelope: ActionEnvelope }
  /** An envelope whose action cannot be read: it changes nothing, but its number and its origin count. */
  | { readonly kind: 'unreadable'; readonly serverSeq: number; readonly origin?: ActionOrigin }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** A method nobody here knows, or nothing that could be used. */
  | { readonly kind: 'nothing' }

/** What came, checked; a bad one is told apart from one that is not for us. */
export function readNotification(method: string, params: unknown): Received {
  if (!isNotificationName(method)) return { kind: 'nothing' }
  if (method === 'action') return readEnvelope(params)
  const checked = checkLeniently(notifications[method], params)
  return checked.ok ? { kind: 'notification', method, params: checked.value } : { kind: 'nothing' }
}

function readEnvelope(params: unknown): Received {
  if (typeof params !== 'object' || params === null) return { kind: 'nothing' }
  const { origin: told, ...rest } = params as Record<string, unknown>
  // Some hosts pass on what a client sent as its number, even when it sent none; then it is nobody's.
  const origin = matches(ActionOrigin, told) ? told : undefined
  const checked = checkLeniently(ActionEnvelope, origin === told ? params : rest)
  if (checked.ok) return { kind: 'envelope', envelope: checked.value }
  const { serverSeq } = rest
  if (!matches(SequenceNumber, serverSeq)) return { kind: 'nothing' }
  return { kind: 'unreadable', serverSeq, ...(origin !== undefined && { origin }) }
}
