import type {
  ChatInputAnswer,
  ChatInputRequest,
  ChatInputResponseKind,
} from '../../protocol/channels/chat/input-request.ts'
import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'

/** A person's answer to an agent's question (SPEC 16). */
export interface QuestionAnswer {
  readonly response: ChatInputResponseKind
  readonly answers: Readonly<Record<string, ChatInputAnswer>>
}

/** Puts a question into a chat and waits for any client to answer it. */
export interface Questions {
  ask(chat: string, request: ChatInputRequest, signal: AbortSignal): Promise<QuestionAnswer>
}

/** Nothing is asked yet. */
export function createQuestions(channels: Channels): { questions: Questions; dispose: Dispose } {
  const waiting = new Map<string, (answer: QuestionAnswer) => void>()

  const dispose = channels.onApplied(({ envelope, before, after }) => {
    const { action, channel } = envelope
    if (action.type !== 'chat/inputCompleted' || after.kind !== 'chat' || before.state === after.state) return
    const part = after.state.activeTurn?.responseParts.find(
      (each) => each.kind === 'inputRequest' && each.request.id === action.requestId,
    )
    const answers = part?.kind === 'inputRequest' ? (part.request.answers ?? {}) : {}
    waiting.get(`${channel} ${action.requestId}`)?.({ response: action.response, answers })
  })

  return {
    dispose,
    questions: {
      ask(chat, request, signal) {
        return new Promise((resolve) => {
          const key = `${chat} ${request.id}`
          const settle = (answer: QuestionAnswer) => {
            waiting.delete(key)
            signal.removeEventListener('abort', cancel)
            resolve(answer)
          }
          const cancel = () => settle({ response: 'cancel', answers: {} })
          if (signal.aborted) return cancel()
          waiting.set(key, settle)
          signal.addEventListener('abort', cancel)
          channels.apply(chat, { type: 'chat/inputRequested', request })
        })
      },
    },
  }
}
