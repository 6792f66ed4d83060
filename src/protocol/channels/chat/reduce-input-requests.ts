/** How input requests are asked, answered and settled inside the active turn (SPEC 16). */
import { updateFirst, withFields } from '../../reducer.ts'
import type { ChatInputAnswerChanged, ChatInputCompleted, ChatInputRequested } from './actions.ts'
import type { ChatInputAnswer, ChatInputRequest } from './input-request.ts'
import { changeActiveTurn, markUnread, refreshActivity } from './reduce-turns.ts'
import type { ChatState } from './state.ts'
import type { InputRequestResponsePart, ResponsePart } from './turn.ts'

/** Asks; an open request with the same id is replaced in place and keeps its answers unless new ones come along. */
export function openInputRequest(state: ChatState, { request }: ChatInputRequested): ChatState {
  const turn = state.activeTurn
  if (turn === undefined) return state
  const asked = changeActiveTurn(state, turn.id, () => {
    const isOpen = turn.responseParts.some((part) => isOpenRequest(part, request.id))
    const responseParts = isOpen
      ? changeOpenRequest(turn.responseParts, request.id, (part) =>
          withFields(part, {
            request: withFields({ ...request }, { answers: request.answers ?? part.request.answers }),
          }),
        )
      : [...turn.responseParts, { kind: 'inputRequest' as const, request }]
    return withFields(turn, { responseParts })
  })
  return markUnread(refreshActivity(asked))
}

/** Sets one answer, or deletes it. Whether the chat waits does not change by that. */
export function changeInputAnswer(state: ChatState, action: ChatInputAnswerChanged): ChatState {
  const { requestId, questionId, answer } = action
  return changeRequest(state, requestId, (part) =>
    withFields(part, { request: withAnswers(part.request, answersWith(part.request.answers, questionId, answer)) }),
  )
}

/** Settles a request where it stands. */
export function completeInputRequest(state: ChatState, action: ChatInputCompleted): ChatState {
  const { requestId, response, answers } = action
  const completed = changeRequest(state, requestId, (part) => {
    const request =
      answers === undefined ? part.request : withAnswers(part.request, { ...part.request.answers, ...answers })
    return withFields(part, { request, response })
  })
  return completed === state ? state : refreshActivity(completed)
}

/** The open request with that id in the active turn, for those who validate an answer to it. */
export function findOpenInputRequest(state: ChatState, requestId: string): ChatInputRequest | undefined {
  const part = state.activeTurn?.responseParts.find((each) => isOpenRequest(each, requestId))
  return part?.kind === 'inputRequest' ? part.request : undefined
}

function changeRequest(
  state: ChatState,
  requestId: string,
  change: (part: InputRequestResponsePart) => InputRequestResponsePart,
): ChatState {
  if (state.activeTurn === undefined) return state
  return changeActiveTurn(state, state.activeTurn.id, (turn) =>
    withFields(turn, { responseParts: changeOpenRequest(turn.responseParts, requestId, change) }),
  )
}

function changeOpenRequest(
  parts: ResponsePart[],
  requestId: string,
  change: (part: InputRequestResponsePart) => InputRequestResponsePart,
): ResponsePart[] {
  return updateFirst(
    parts,
    (part) => isOpenRequest(part, requestId),
    (part) => (part.kind === 'inputRequest' ? change(part) : part),
  )
}

function isOpenRequest(part: ResponsePart, requestId: string): boolean {
  return part.kind === 'inputRequest' && part.request.id === requestId && part.response === undefined
}

type Answers = Record<string, ChatInputAnswer>

function answersWith(answers: Answers | undefined, questionId: string, answer: ChatInputAnswer | undefined): Answers {
  if (answer !== undefined) return { ...answers, [questionId]: answer }
  return Object.fromEntries(Object.entries(answers ?? {}).filter(([id]) => id !== questionId))
}

/** An empty map becomes absent. */
function withAnswers(request: ChatInputRequest, answers: Answers): ChatInputRequest {
  return withFields(request, { answers: Object.keys(answers).length === 0 ? undefined : answers })
}
