import type { CallResult, FinishedRound } from '../reply.ts'
import { lastExit } from './fill-in.ts'
import type { ScriptCall, ScriptFile, ScriptRound, ScriptTurn } from './script.ts'

/** The turn of a script that answers `message`; `earlier` are the messages before it, oldest first. */
export function chooseTurn(script: ScriptFile, message: string, earlier: readonly string[]): ScriptTurn | undefined {
  const special = (text: string) =>
    script.turns.find((turn) => turn.when && text.toLowerCase().includes(turn.when.contains.toLowerCase()))
  const plain = script.turns.filter((turn) => !turn.when)
  return special(message) ?? plain[earlier.filter((text) => !special(text)).length]
}

/** What the next reply plays: whole rounds, the last of which may make calls; or calls whose end nobody saw, again. */
export type NextReply =
  | { readonly kind: 'play'; readonly rounds: readonly ScriptRound[] }
  | { readonly kind: 'again'; readonly calls: readonly ScriptCall[] }

/**
 * Where a turn stands, found anew from what was done (so a resumed turn goes on where it was): plays the script's rounds
 * against the finished rounds, passing over those whose conditions did not hold then.
 */
export function chooseRounds(turn: ScriptTurn, finished: readonly FinishedRound[], failures: number): NextReply {
  let position = 0
  let due: readonly ScriptCall[] = []
  for (const [index, { calls }] of finished.entries()) {
    if (due.length === 0) {
      const before = resultsOf(finished.slice(0, index))
      while (position < turn.rounds.length && !(holds(turn.rounds[position], before) && turn.rounds[position]?.calls))
        position++
      due = turn.rounds[position]?.calls ?? []
      position++
    }
    due = due.filter((_, at) => (calls[at]?.status ?? 'interrupted') === 'interrupted')
  }
  if (due.length > 0) return { kind: 'again', calls: due }

  const results = resultsOf(finished)
  const rounds: ScriptRound[] = []
  for (const round of turn.rounds.slice(position)) {
    if (!holds(round, results)) continue
    const { fail, ...without } = round
    rounds.push(fail && failures >= (fail.times ?? 1) ? without : round)
    if (round.calls) break
  }
  return { kind: 'play', rounds }
}

function resultsOf(rounds: readonly FinishedRound[]): CallResult[] {
  return rounds.flatMap((round) => round.calls)
}

function holds(round: ScriptRound | undefined, results: readonly CallResult[]): boolean {
  if (!round) return false
  const { ifExit, ifSeen, ifNotSeen, ifLast } = round
  const exit = lastExit(results)
  const seen = (text: string) => results.some((result) => result.forModel.includes(text))
  if (ifExit === 'nonzero' && (exit === undefined || exit === 0)) return false
  if (ifExit === 'none' && exit !== undefined) return false
  if (typeof ifExit === 'number' && exit !== ifExit) return false
  if (ifSeen !== undefined && !seen(ifSeen)) return false
  if (ifNotSeen !== undefined && seen(ifNotSeen)) return false
  return ifLast === undefined || results.at(-1)?.status === ifLast
}
