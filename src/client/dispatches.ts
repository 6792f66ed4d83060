import type { Timers } from './timers.ts'

/**
 * What came of an action that was offered. `lost`: the connection went, or no answer came; it may have been applied, unless
 * `isUnsent` says that it never left.
 */
export type DispatchOutcome =
  | { readonly kind: 'applied' }
  | { readonly kind: 'rejected'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string; readonly isUnsent?: true }

/** Own actions on their way: numbers them and tells each sender what came of it. */
export interface Dispatches {
  /** Numbers an action for a channel. Its outcome is `lost` when no echo has come within the time allowed. */
  begin(channel: string): { readonly clientSeq: number; readonly outcome: Promise<DispatchOutcome> }
  settle(clientSeq: number, outcome: DispatchOutcome): void
  /** The channel is gone: no echo will come. */
  loseChannel(channel: string, reason: string): void
  loseAll(reason: string): void
}

/** An action to a channel the host does not have is never echoed (SPEC 7.2), so each wait has an end. */
const answerWithinMs = 30_000

interface Waiting {
  readonly channel: string
  settle(outcome: DispatchOutcome): void
}

/** `onUnanswered`: nobody will hear about this action any more, so it is not shown as pending any longer either. */
export function createDispatches(
  timers: Timers,
  onUnanswered: (channel: string, clientSeq: number) => void = () => {},
): Dispatches {
  const waiting = new Map<number, Waiting>()
  let lastSeq = 0

  function settle(clientSeq: number, outcome: DispatchOutcome): void {
    waiting.get(clientSeq)?.settle(outcome)
  }

  return {
    begin(channel) {
      lastSeq += 1
      const clientSeq = lastSeq
      const outcome = new Promise<DispatchOutcome>((resolve) => {
        const callOff = timers.after(answerWithinMs, () => {
          settle(clientSeq, { kind: 'lost', reason: 'The host did not answer.' })
          onUnanswered(channel, clientSeq)
        })
        waiting.set(clientSeq, {
          channel,
          settle(came) {
            waiting.delete(clientSeq)
            callOff()
            resolve(came)
          },
        })
      })
      return { clientSeq, outcome }
    },
    settle,
    loseChannel(channel, reason) {
      for (const entry of [...waiting.values()]) if (entry.channel === channel) entry.settle({ kind: 'lost', reason })
    },
    loseAll(reason) {
      for (const entry of [...waiting.values()]) entry.settle({ kind: 'lost', reason })
    },
  }
}
