import type { ChatAction } from '../../protocol/channels/chat/actions.ts'

type Kind = 'markdown' | 'reasoning'

/** Turns a stream of pieces into parts and deltas. */
export interface TextWriter {
  write(kind: Kind, text: string): void
  /** A piece of the arguments of a call that has started. */
  writeArguments(toolCallId: string, text: string): void
  /** Emits what is held back, now: call before anything else is emitted, and at the end. */
  flush(): void
  /** What comes next begins a new part. */
  close(): void
}

/**
 * Emits the first piece of a part as `chat/responsePart`, further ones as `chat/delta` or `chat/reasoning`, arguments as
 * `chat/toolCallDelta`; pieces that arrive in one tick become one action (SPEC 14.3). `partId` names each new part.
 */
export function createTextWriter(
  turnId: string,
  partId: () => string,
  emit: (action: ChatAction) => void,
  later: (run: () => void) => void = setImmediate,
): TextWriter {
  let open: { readonly kind: Kind; readonly id: string } | undefined
  let held: { readonly kind: Kind | 'arguments'; readonly toolCallId?: string; text: string } | undefined
  let scheduled = false

  const flush = () => {
    if (held === undefined || held.text === '') return
    const { kind, text, toolCallId = '' } = held
    held = undefined
    if (kind === 'arguments') {
      emit({ type: 'chat/toolCallDelta', turnId, toolCallId, content: text })
    } else if (open?.kind !== kind) {
      open = { kind, id: partId() }
      emit({ type: 'chat/responsePart', turnId, part: { kind, id: open.id, content: text } })
    } else {
      emit({ type: kind === 'markdown' ? 'chat/delta' : 'chat/reasoning', turnId, partId: open.id, content: text })
    }
  }

  const hold = (kind: Kind | 'arguments', text: string, toolCallId?: string) => {
    if (held !== undefined && (held.kind !== kind || held.toolCallId !== toolCallId)) flush()
    held = { kind, text: (held?.text ?? '') + text, ...(toolCallId !== undefined && { toolCallId }) }
    if (scheduled) return
    scheduled = true
    later(() => {
      scheduled = false
      flush()
    })
  }

  return {
    write: (kind, text) => hold(kind, text),
    writeArguments(toolCallId, text) {
      // Text after it begins a new part, as it does after every other action.
      if (held?.kind !== 'arguments') flush()
      open = undefined
      hold('arguments', text, toolCallId)
    },
    flush,
    close() {
      flush()
      open = undefined
    },
  }
}
