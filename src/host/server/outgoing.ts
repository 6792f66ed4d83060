import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { Transport } from '../../protocol/transport.ts'
import type { After } from '../platform/timers.ts'

/** What may be held back and merged: it only appends text, and merging does not change the resulting state. */
const mergeable: ReadonlySet<string> = new Set(['terminal/data', 'chat/delta', 'chat/reasoning'])

/** Sends envelopes in order, holding back what only appends text for as long as every receiver allows (SPEC 7.1). */
export interface Outgoing {
  /** `text`: the notification as JSON, used when the envelope goes out as it is. */
  send(envelope: ActionEnvelope, text: string, maxLatencyMs: number): void
  /** Sends what is held back: before anything else goes out. */
  flush(): void
  dispose(): void
}

/**
 * While something is held back nothing with a higher number may overtake it: the client would believe it has seen
 * everything below. So whatever cannot be merged sends the held text first.
 */
export function createOutgoing(transport: Transport, after: After): Outgoing {
  let held: { envelope: ActionEnvelope; text: string | undefined } | undefined
  let callOff: (() => void) | undefined

  function flush(): void {
    callOff?.()
    callOff = undefined
    if (held === undefined) return
    const { envelope, text } = held
    held = undefined
    transport.send(text ?? notificationText(envelope))
  }

  return {
    flush,
    send(envelope, text, maxLatencyMs) {
      const merged = held && merge(held.envelope, envelope)
      if (held !== undefined && merged !== undefined) {
        held = { envelope: merged, text: undefined }
        return
      }
      flush()
      if (maxLatencyMs > 0 && mergeable.has(envelope.action.type) && envelope.origin === undefined) {
        held = { envelope, text }
        callOff = after(maxLatencyMs, flush)
      } else transport.send(text)
    },
    dispose() {
      callOff?.()
      held = undefined
    },
  }
}

/** An envelope as the JSON text of its notification. */
export function notificationText(envelope: ActionEnvelope): string {
  return `{"jsonrpc":"2.0","method":"action","params":${JSON.stringify(envelope)}}`
}

/** Both in one, under the later number; undefined when they do not continue the same text. */
function merge(first: ActionEnvelope, second: ActionEnvelope): ActionEnvelope | undefined {
  if (first.channel !== second.channel || second.origin !== undefined || second.rejectionReason !== undefined)
    return undefined
  const [a, b] = [first.action, second.action]
  if (a.type === 'terminal/data' && b.type === 'terminal/data') {
    return { ...second, action: { ...b, data: a.data + b.data } }
  }
  if (
    (a.type === 'chat/delta' && b.type === 'chat/delta') ||
    (a.type === 'chat/reasoning' && b.type === 'chat/reasoning')
  ) {
    if (a.turnId !== b.turnId || a.partId !== b.partId || '_meta' in a || '_meta' in b) return undefined
    return { ...second, action: { ...b, content: a.content + b.content } }
  }
  return undefined
}
