import type { Store } from '../store/store.ts'
import type { Said, Told, ToldResult } from '../models/conversation.ts'

/** The turn whose calls are recorded. */
export interface CallPlace {
  readonly session: string
  readonly chat: string
  readonly turnId: string
}

/** Every call of a model there was, with what it sent and what came back. */
export interface ModelCallBook {
  /** The record of one turn, as its harness uses it (harnesses/adapter.ts, TurnCalls). */
  of(place: CallPlace): {
    begin(start: object): { end(end: { status: string; said?: Said }): void }
    keepResults(round: number, results: readonly ToldResult[]): void
    keepTold(id: string, told: Told): void
    toldOf(id: string): Told | undefined
    roundsOf(turnId: string): readonly { round: number; said: Said; results: readonly ToldResult[] }[]
  }
  /** Takes everything of a session out. */
  removeSession(session: string): void
}

/** The book on the tables of this store. */
export function createModelCallBook(_store: Store): ModelCallBook {
  return {
    of: () => ({
      begin: () => ({ end: () => {} }),
      keepResults: () => {},
      keepTold: () => {},
      toldOf: () => undefined,
      roundsOf: () => [],
    }),
    removeSession: () => {},
  }
}
