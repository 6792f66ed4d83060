import type { ReplyInput, ReplyPart, ReplySource } from '../reply.ts'
import { chooseRounds } from './choose.ts'
import { fillIn } from './fill-in.ts'
import type { Pace, ScriptCall, ScriptFile, ScriptRound, ScriptTurn } from './script.ts'

/** Waits `ms` milliseconds, or rejects soon after `signal`. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>

const stepMs = 40

/** Replies of one turn as a script has them. */
export function scriptedSource(script: ScriptFile, turn: ScriptTurn, delay: Delay): ReplySource {
  return {
    async *next(input: ReplyInput) {
      const next = chooseRounds(turn, input.rounds, input.failures)
      if (next.kind === 'again') {
        const steps = next.calls.length === 1 ? 'The last step was' : 'Some of the last steps were'
        yield { kind: 'text', text: `${steps} interrupted, and what came of it is unknown. I do it again.\n\n` }
        yield* callsOf(next.calls)
        return
      }
      for (const [index, round] of next.rounds.entries()) {
        if (index > 0) yield { kind: 'text', text: '\n\n' }
        yield* playRound(round, round.pace ?? script.pace ?? 'instant', input, delay)
      }
    },
  }
}

async function* playRound(round: ScriptRound, pace: Pace, input: ReplyInput, delay: Delay): AsyncGenerator<ReplyPart> {
  if (round.think !== undefined) yield* paced('reasoning', fillIn(round.think, input.rounds), pace, input.signal, delay)
  if (round.say !== undefined) yield* paced('text', fillIn(round.say, input.rounds), pace, input.signal, delay)
  if (round.usage) {
    const { inputTokens, outputTokens } = round.usage
    yield {
      kind: 'usage',
      usage: { ...(inputTokens !== undefined && { inputTokens }), ...(outputTokens !== undefined && { outputTokens }) },
    }
  }
  if (round.hang) {
    await new Promise<void>((resolve) => input.signal.addEventListener('abort', () => resolve(), { once: true }))
    return
  }
  while (round.endless && !input.signal.aborted) {
    yield { kind: 'text', text: 'This answer has no end. '.repeat(40) }
    await delay(1, input.signal)
  }
  if (round.fail) {
    const { message, resumable } = round.fail
    yield { kind: 'error', errorType: 'scripted-failure', message, resumable: resumable ?? true }
    return
  }
  yield* callsOf(round.calls ?? [])
}

function* callsOf(calls: readonly ScriptCall[]): Generator<ReplyPart> {
  for (const call of calls) {
    yield { kind: 'toolCall', name: call.tool, arguments: 'raw' in call ? call.raw : JSON.stringify(call.input) }
  }
}

/** Cut at code points, so that no half character is ever shown. */
async function* paced(
  kind: 'text' | 'reasoning',
  text: string,
  pace: Pace,
  signal: AbortSignal,
  delay: Delay,
): AsyncGenerator<ReplyPart> {
  if (pace === 'instant') {
    yield { kind, text }
    return
  }
  const points = Array.from(text)
  const size = Math.max(1, Math.round((pace.charsPerSecond * stepMs) / 1000))
  const pauseMs = (size * 1000) / pace.charsPerSecond
  for (let at = 0; at < points.length; at += size) {
    yield { kind, text: points.slice(at, at + size).join('') }
    await delay(pauseMs, signal)
  }
}
