import type { Message } from '../../../protocol/channels/chat/message.ts'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import { roadsteadMeta, SteeringFacts } from '../../../protocol/roadstead.ts'

/** What the person said in a chat, oldest first; the same said twice in a row counts once. */
export function ownMessages(state: Pick<ChatState, 'turns' | 'activeTurn'>): readonly Message[] {
  const turns = state.activeTurn === undefined ? state.turns : [...state.turns, state.activeTurn]
  const said = turns.flatMap((turn) => [
    ...(turn.message.origin.kind === 'user' ? [turn.message] : []),
    ...turn.responseParts.flatMap((part) => {
      if (part.kind !== 'systemNotification') return []
      const facts = roadsteadMeta(SteeringFacts, part._meta)
      return facts === undefined ? [] : [facts.message]
    }),
  ])
  return said.filter((message, index) => message.text.trim() !== '' && message.text !== said[index - 1]?.text)
}

/** Where in the history the box is; undefined: at what is being written. */
export type HistoryPlace = number | undefined

/** One step back or forth; undefined as place is the end, where writing goes on. `count` is the length of the history. */
export function stepHistory(place: HistoryPlace, count: number, direction: 'back' | 'forth'): HistoryPlace {
  if (count === 0) return undefined
  if (direction === 'back') return place === undefined ? count - 1 : Math.max(0, place - 1)
  return place === undefined || place + 1 >= count ? undefined : place + 1
}

/** Whether an arrow key would leave the text: up on its first line, down on its last. */
export function leavesText(text: string, caret: number, direction: 'back' | 'forth'): boolean {
  return direction === 'back' ? !text.slice(0, caret).includes('\n') : !text.slice(caret).includes('\n')
}
