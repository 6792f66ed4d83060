import type { Turn } from '../../../protocol/channels/chat/turn.ts'
import type { Entry } from './show-entry.ts'

/** Earlier turns as a model is told of them. Whatever is forgotten is made again from the record, and is the same. */
export interface TurnMemory {
  /** What the turns are told as, in their order; `tell` makes what is not remembered. */
  recall(turns: readonly Turn[], tell: (turn: Turn) => readonly Entry[]): readonly Entry[]
  /** How much is remembered, in characters. */
  readonly size: number
}

/** A turn that was told. Without `entries` it is forgotten. */
interface Told {
  entries: readonly Entry[] | undefined
  readonly size: number
}

/**
 * Remembers up to `most` characters of all chats together, those that were recalled last, and in any case what was recalled
 * the very last time. What else is known of the entries hangs on their objects and goes with them.
 */
export function createTurnMemory(most: number): TurnMemory {
  const ofTurns = new WeakMap<Turn, Told>()
  // By recency. It must not keep turns alive that their chat no longer has.
  const remembered = new Set<Told>()
  let size = 0

  function forgetAllBut(kept: ReadonlySet<Told>): void {
    for (const told of remembered) {
      if (size <= most || kept.has(told)) return
      remembered.delete(told)
      told.entries = undefined
      size -= told.size
    }
  }

  return {
    recall(turns, tell) {
      const all: Entry[] = []
      const now = new Set<Told>()
      for (const turn of turns) {
        const before = ofTurns.get(turn)
        const entries = before?.entries ?? tell(turn)
        const told = before?.entries === undefined ? { entries, size: sizeOf(entries) } : before
        if (!remembered.delete(told)) size += told.size
        remembered.add(told)
        now.add(told)
        ofTurns.set(turn, told)
        all.push(...entries)
      }
      forgetAllBut(now)
      return all
    },
    get size() {
      return size
    },
  }
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { item, parts }) => {
    const images = item.kind === 'told' ? item.told.images : item.results.flatMap((result) => result.images ?? [])
    const ofImages = (images ?? []).reduce((all, { data }) => all + data.length, 0)
    return parts.reduce((all, { text }) => all + text.length, sum + ofImages)
  }, 0)
}
