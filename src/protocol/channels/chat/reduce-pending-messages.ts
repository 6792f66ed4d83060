/** Queued and steering messages (SPEC 14.2, 17). */
import { absentIfEmpty, removeWhere, upsert, withFields } from '../../reducer.ts'
import type { ChatPendingMessageRemoved, ChatPendingMessageSet, ChatQueuedMessagesReordered } from './actions.ts'
import type { ChatState } from './state.ts'

/** There is one steering message; queued ones are replaced in place by id, or appended. */
export function setPendingMessage(state: ChatState, { kind, id, message }: ChatPendingMessageSet): ChatState {
  const pending = { id, message }
  if (kind === 'steering') return withFields(state, { steeringMessage: pending })
  if (kind === 'queued') {
    return withFields(state, { queuedMessages: upsert(state.queuedMessages ?? [], pending, (each) => each.id) })
  }
  return state
}

/** An emptied queue becomes absent. */
export function removePendingMessage(state: ChatState, { kind, id }: ChatPendingMessageRemoved): ChatState {
  if (kind === 'steering') {
    return state.steeringMessage?.id === id ? withFields(state, { steeringMessage: undefined }) : state
  }
  if (kind !== 'queued' || state.queuedMessages === undefined) return state
  const left = removeWhere(state.queuedMessages, (each) => each.id === id)
  return left === state.queuedMessages ? state : withFields(state, { queuedMessages: absentIfEmpty(left) })
}

/** Those named come first, in the given order; the others follow in their old order. */
export function reorderQueuedMessages(state: ChatState, { order }: ChatQueuedMessagesReordered): ChatState {
  const queue = state.queuedMessages
  if (queue === undefined) return state
  const byId = new Map(queue.map((each) => [each.id, each]))
  const named = [...new Set(order)].map((id) => byId.get(id)).filter((each) => each !== undefined)
  const namedIds = new Set(named.map((each) => each.id))
  const reordered = [...named, ...queue.filter((each) => !namedIds.has(each.id))]
  const same = reordered.length === queue.length && reordered.every((each, index) => each === queue[index])
  return same ? state : withFields(state, { queuedMessages: reordered })
}
