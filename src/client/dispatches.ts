import type { DispatchOutcome } from './host-client.ts'

/** Own actions on their way: numbers them and tells each sender what came of it. */
export interface Dispatches {
  /** `echoed`: the channel is subscribed, so an answer will come; otherwise the outcome counts as applied at once. */
  begin(echoed: boolean): { clientSeq: number; outcome: Promise<DispatchOutcome> }
  settle(clientSeq: number, outcome: DispatchOutcome): void
  loseAll(reason: string): void
}

export function createDispatches(): Dispatches {
  const waiting = new Map<number, (outcome: DispatchOutcome) => void>()
  let lastSeq = 0
  return {
    begin(echoed) {
      lastSeq += 1
      const clientSeq = lastSeq
      if (!echoed) return { clientSeq, outcome: Promise.resolve({ kind: 'applied' }) }
      return { clientSeq, outcome: new Promise((resolve) => waiting.set(clientSeq, resolve)) }
    },
    settle(clientSeq, outcome) {
      waiting.get(clientSeq)?.(outcome)
      waiting.delete(clientSeq)
    },
    loseAll(reason) {
      for (const resolve of waiting.values()) resolve({ kind: 'lost', reason })
      waiting.clear()
    },
  }
}
