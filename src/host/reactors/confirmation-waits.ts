import { plainTextOf } from '../../protocol/values.ts'
import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Answer, ConfirmationWaits } from './confirm.ts'

/** Hands each applied `chat/toolCallConfirmed` of a client to the call that waits for it. A decision is final. */
export function createConfirmationWaits(channels: Channels): { waits: ConfirmationWaits; dispose: Dispose } {
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  const keyOf = (chat: string, toolCallId: string) => `${chat} ${toolCallId}`

  const dispose = channels.onApplied(({ envelope, before, after }) => {
    const { action, origin, channel } = envelope
    if (action.type !== 'chat/toolCallConfirmed' || before.state === after.state || origin === undefined) return
    const settle = waiting.get(keyOf(channel, action.toolCallId))
    settle?.({
      approved: action.approved,
      clientId: origin.clientId,
      ...(action.selectedOptionId === undefined ? {} : { selectedOptionId: action.selectedOptionId }),
      ...(action.editedToolInput === undefined ? {} : { editedToolInput: action.editedToolInput }),
      ...(action.reasonMessage === undefined ? {} : { reasonText: plainTextOf(action.reasonMessage) }),
    })
  })

  return {
    dispose,
    waits: {
      wait(chat, toolCallId, signal) {
        return new Promise((resolve) => {
          const key = keyOf(chat, toolCallId)
          const settle = (answer: Answer | undefined) => {
            waiting.delete(key)
            signal.removeEventListener('abort', cancel)
            resolve(answer)
          }
          const cancel = () => settle(undefined)
          if (signal.aborted) return resolve(undefined)
          waiting.set(key, settle)
          signal.addEventListener('abort', cancel)
        })
      },
    },
  }
}
