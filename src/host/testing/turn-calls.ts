import type { Said, Told, ToldResult } from '../models/conversation.ts'
import type { KeptRound, TurnCalls } from '../models/turn-calls.ts'

/** A record of model calls in memory, for one turn; `starts` and `ends` are what a test looks at. */
export function createTurnCalls(turnId = 't', kept: Readonly<Record<string, readonly KeptRound[]>> = {}) {
  const starts: Parameters<TurnCalls['begin']>[0][] = []
  const ends: Parameters<ReturnType<TurnCalls['begin']>['end']>[0][] = []
  const told = new Map<string, Told>()
  const said = new Map<number, Said>()
  const results = new Map<number, readonly ToldResult[]>()
  const calls: TurnCalls = {
    begin(start) {
      starts.push(start)
      return {
        end(end) {
          ends.push(end)
          if (end.status === 'succeeded' && end.said !== undefined) said.set(start.round, end.said)
        },
      }
    },
    keepResults: (round, of) => void results.set(round, of),
    keepTold: (id, of) => void told.set(id, of),
    toldOf: (id) => told.get(id),
    roundsOf(id) {
      if (id !== turnId) return kept[id] ?? []
      const own = [...said].map(([round, each]) => ({ round, said: each, results: results.get(round) ?? [] }))
      return [...(kept[id] ?? []), ...own]
    },
  }
  return { calls, starts, ends }
}
