import type { Message } from '../../../protocol/channels/chat/message.ts'
import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import type { InputRequestResponsePart, ResponsePart } from '../../../protocol/channels/chat/turn.ts'
import { roadsteadMeta, SteeringFacts } from '../../../protocol/roadstead.ts'
import type { ErrorInfo } from '../../../protocol/values.ts'
import { inputOf, plainText, textField } from './tool-input.ts'
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
  /** What the person said while the turn ran. */
  | { readonly kind: 'steering'; readonly key: string; readonly message: Message }
  /** The agent said that the task is complete. */
  | { readonly kind: 'complete'; readonly key: string; readonly summary: string }
  | { readonly kind: 'notice'; readonly key: string; readonly text: string }
  | { readonly kind: 'error'; readonly key: string; readonly error: ErrorInfo; readonly resumable: boolean }

export type RunLabel = (typeof foldedAs)[keyof typeof foldedAs]

/** A part that has not changed is the same item as before, so that only what changed is drawn again. */
const itemsOfParts = new WeakMap<ResponsePart, TurnItem>()
const folded = new WeakMap<readonly ResponsePart[], readonly TurnItem[]>()
/** Runs of like steps, by their last call. */
const runs = new WeakMap<ToolCallState, Extract<TurnItem, { kind: 'run' }>>()

/** Turns the parts of an answer into what is shown: steps one line each, runs of like steps folded (UX, Chat). */
export function foldParts(parts: readonly ResponsePart[]): readonly TurnItem[] {
  let items = folded.get(parts)
  if (items === undefined) {
    items = fold(parts)
    folded.set(parts, items)
  }
  return items
}

function fold(parts: readonly ResponsePart[]): readonly TurnItem[] {
  const items: TurnItem[] = []
  parts.forEach((part, index) => {
    let item = itemsOfParts.get(part)
    if (item === undefined) {
      item = itemOf(part, index)
      if (item === undefined) return
      itemsOfParts.set(part, item)
    }
    const previous = items.at(-1)
    const label = item.kind === 'step' ? runLabelOf(item.call) : undefined
    if (item.kind !== 'step' || label === undefined) items.push(item)
    else if (previous?.kind === 'run' && previous.label === label)
      items[items.length - 1] = runOf(previous.key, label, [...previous.calls, item.call])
    else if (previous?.kind === 'step' && runLabelOf(previous.call) === label)
      items[items.length - 1] = runOf(previous.key, label, [previous.call, item.call])
    else items.push(item)
  })
  return items
}

function runOf(key: string, label: RunLabel, calls: readonly ToolCallState[]): TurnItem {
  const last = calls.at(-1)!
  const known = runs.get(last)
  if (known?.key === key && known.calls.length === calls.length && known.calls.every((call, at) => call === calls[at]))
    return known
  const run = { kind: 'run', key, label, calls } as const
  runs.set(last, run)
  return run
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
      const summary = completedSummary(call)
      if (summary !== undefined) return { kind: 'complete', key: call.toolCallId, summary }
      return { kind: 'step', key: call.toolCallId, call }
    }
    case 'inputRequest':
      return { kind: 'question', key: `question-${part.request.id}`, part }
    case 'systemNotification': {
      const steering = roadsteadMeta(SteeringFacts, part._meta)
      if (steering !== undefined) return { kind: 'steering', key: `steering-${steering.id}`, message: steering.message }
      return { kind: 'notice', key: `notice-${index}`, text: plainText(part.content) }
    }
    case 'error':
      return { kind: 'error', key: `error-${index}`, error: part.error, resumable: part.resumable === true }
    default:
      return undefined
  }
}

/** What the agent says of its work when it declares it done; undefined for every other call. */
function completedSummary(call: ToolCallState): string | undefined {
  if (call.status !== 'completed' || !call.success || stepKindOf(call.toolName) !== 'done') return undefined
  return textField(inputOf(call), 'summary') ?? ''
}

/** Only steps that went well fold: one that failed must be seen. */
function runLabelOf(call: ToolCallState): RunLabel | undefined {
  if (call.status !== 'completed' || !call.success) return undefined
  const kind = stepKindOf(call.toolName)
  return kind in foldedAs ? foldedAs[kind as keyof typeof foldedAs] : undefined
}
