import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import type { InputRequestResponsePart, ResponsePart } from '../../../protocol/channels/chat/turn.ts'
import type { ErrorInfo } from '../../../protocol/values.ts'
import { plainText } from './tool-input.ts'
import { foldedAs, stepKindOf } from './step-kind.ts'

/** A line, card or paragraph of a turn. `key` stays the same while the turn grows. */
export type TurnItem =
  | { readonly kind: 'prose'; readonly key: string; readonly text: string }
  | { readonly kind: 'reasoning'; readonly key: string; readonly text: string }
  | { readonly kind: 'step'; readonly key: string; readonly call: ToolCallState }
  /** Two or more like steps in a row, all of which went well. */
  | { readonly kind: 'run'; readonly key: string; readonly label: RunLabel; readonly calls: readonly ToolCallState[] }
  | { readonly kind: 'denied'; readonly key: string; readonly call: Extract<ToolCallState, { status: 'cancelled' }> }
  | { readonly kind: 'question'; readonly key: string; readonly part: InputRequestResponsePart }
  | { readonly kind: 'notice'; readonly key: string; readonly text: string }
  | { readonly kind: 'error'; readonly key: string; readonly error: ErrorInfo; readonly resumable: boolean }

export type RunLabel = (typeof foldedAs)[keyof typeof foldedAs]

/** Turns the parts of an answer into what is shown: steps one line each, runs of like steps folded (UX, Chat). */
export function foldParts(parts: readonly ResponsePart[]): readonly TurnItem[] {
  const items: TurnItem[] = []
  parts.forEach((part, index) => {
    const item = itemOf(part, index)
    if (item === undefined) return
    const previous = items.at(-1)
    const label = item.kind === 'step' ? runLabelOf(item.call) : undefined
    if (item.kind !== 'step' || label === undefined) items.push(item)
    else if (previous?.kind === 'run' && previous.label === label)
      items[items.length - 1] = { ...previous, calls: [...previous.calls, item.call] }
    else if (previous?.kind === 'step' && runLabelOf(previous.call) === label)
      items[items.length - 1] = { kind: 'run', key: previous.key, label, calls: [previous.call, item.call] }
    else items.push(item)
  })
  return items
}

function itemOf(part: ResponsePart, index: number): TurnItem | undefined {
  switch (part.kind) {
    case 'markdown':
      return part.content.trim() === '' ? undefined : { kind: 'prose', key: part.id, text: part.content }
    case 'reasoning':
      return part.content.trim() === '' ? undefined : { kind: 'reasoning', key: part.id, text: part.content }
    case 'toolCall': {
      const call = part.toolCall
      if (call.status === 'cancelled') return { kind: 'denied', key: call.toolCallId, call }
      return { kind: 'step', key: call.toolCallId, call }
    }
    case 'inputRequest':
      return { kind: 'question', key: `question-${part.request.id}`, part }
    case 'systemNotification':
      return { kind: 'notice', key: `notice-${index}`, text: plainText(part.content) }
    case 'error':
      return { kind: 'error', key: `error-${index}`, error: part.error, resumable: part.resumable === true }
    default:
      return undefined
  }
}

/** Only steps that went well fold: one that failed must be seen. */
function runLabelOf(call: ToolCallState): RunLabel | undefined {
  if (call.status !== 'completed' || !call.success) return undefined
  const kind = stepKindOf(call.toolName)
  return kind in foldedAs ? foldedAs[kind as keyof typeof foldedAs] : undefined
}
