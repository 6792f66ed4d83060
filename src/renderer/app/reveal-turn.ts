import { revealTurn as reveal } from '../features/chat/reveal.ts'

/** Brings a turn into view and gives it the focus, in the conversation that has it; `chat` is its URI, where it is known. */
export function revealTurn(turnId: string, chat?: string): void {
  reveal({ turnId, chat })
}
