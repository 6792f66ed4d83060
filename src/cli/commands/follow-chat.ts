import type { HostClient } from '../../client/host-client.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ToolCallPendingConfirmationState } from '../../protocol/channels/chat/tool-call.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'
import { waitsForPerson } from '../../protocol/roadstead.ts'

/** The chat's state now; undefined while it is loading. */
export function chatStateOf(view: ReturnType<ReturnType<HostClient['watch']>['view']['get']>): ChatState | undefined {
  return view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state : undefined
}

/** Tool calls of the active turn that wait for a person. */
export function waitingCalls(chat: ChatState): ToolCallPendingConfirmationState[] {
  return (chat.activeTurn?.responseParts ?? []).flatMap((part) =>
    part.kind === 'toolCall' && waitsForPerson(part.toolCall) ? [part.toolCall] : [],
  )
}

/** Questions of the active turn that wait for an answer. */
export function openQuestions(chat: ChatState): string[] {
  return (chat.activeTurn?.responseParts ?? []).flatMap((part) =>
    part.kind === 'inputRequest' && part.response === undefined ? [part.request.id] : [],
  )
}

/**
 * Watches one turn to its end, answering what waits: yes with `yes`, else no, since nobody is there (table L, one-shot).
 * `onChange` is told after each change of the chat.
 */
export function followTurn(
  client: HostClient,
  chat: string,
  turnId: string,
  options: {
    readonly yes: boolean
    onChange?(state: ChatState): void
    onAnswer?(toolCallId: string, approved: boolean): void
  },
): Promise<Turn | undefined> {
  const answered = new Set<string>()
  const watched = client.watch(chat)
  return new Promise((resolve) => {
    const finish = (turn: Turn | undefined) => {
      stop()
      watched.release()
      resolve(turn)
    }
    const look = () => {
      const view = watched.view.get()
      if (view.status === 'gone') return finish(undefined)
      const state = chatStateOf(view)
      if (state === undefined) return
      options.onChange?.(state)
      for (const call of waitingCalls(state)) {
        if (answered.has(call.toolCallId)) continue
        answered.add(call.toolCallId)
        options.onAnswer?.(call.toolCallId, options.yes)
        void client.dispatch(chat, answerFor(call, turnId, options.yes))
      }
      for (const requestId of openQuestions(state)) {
        if (answered.has(requestId)) continue
        answered.add(requestId)
        void client.dispatch(chat, { type: 'chat/inputCompleted', requestId, response: 'decline' })
      }
      if (state.activeTurn?.id === turnId) return
      const done = state.turns.find((turn) => turn.id === turnId)
      if (done !== undefined) finish(done)
    }
    const stop = watched.view.subscribe(look)
    look()
  })
}

/** The answer to a waiting call when nobody is there: yes with `--yes`, else no with the reason. */
export function answerFor(call: ToolCallPendingConfirmationState, turnId: string, yes: boolean) {
  const base = { type: 'chat/toolCallConfirmed' as const, turnId, toolCallId: call.toolCallId, approved: yes }
  const option = call.options?.find((each) => (each.kind === 'approve') === yes)
  const selected = option === undefined ? {} : { selectedOptionId: option.id }
  if (yes) return { ...base, confirmed: 'user-action' as const, ...selected }
  const reasonMessage = 'Nobody was there to answer; run again with --yes or in a window.'
  return { ...base, reason: 'denied' as const, reasonMessage, ...selected }
}
