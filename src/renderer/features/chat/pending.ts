import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import type {
  ToolCallPendingConfirmationState,
  ToolCallPendingResultConfirmationState,
} from '../../../protocol/channels/chat/tool-call.ts'
import { waitsForPerson } from '../../../protocol/roadstead.ts'
import type { ChatInputRequest } from '../../../protocol/channels/chat/input-request.ts'

/** What a chat waits for the person with. */
export type Pending =
  | {
      readonly kind: 'confirmation'
      readonly id: string
      readonly turnId: string
      readonly call: ToolCallPendingConfirmationState
    }
  | {
      readonly kind: 'result'
      readonly id: string
      readonly turnId: string
      readonly call: ToolCallPendingResultConfirmationState
    }
  | { readonly kind: 'question'; readonly id: string; readonly request: ChatInputRequest }

/** Everything the running turn waits for, oldest first. */
export function pendingOf(chat: ChatState): readonly Pending[] {
  const turn = chat.activeTurn
  if (turn === undefined) return []
  return turn.responseParts.flatMap((part): Pending[] => {
    if (part.kind === 'inputRequest' && part.response === undefined)
      return [{ kind: 'question', id: part.request.id, request: part.request }]
    if (part.kind !== 'toolCall') return []
    const call = part.toolCall
    if (waitsForPerson(call)) return [{ kind: 'confirmation', id: call.toolCallId, turnId: turn.id, call }]
    if (call.status === 'pending-result-confirmation')
      return [{ kind: 'result', id: call.toolCallId, turnId: turn.id, call }]
    return []
  })
}
