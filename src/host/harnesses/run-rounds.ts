import type { RunEnd, TurnContext } from './adapter.ts'
import { metaOf } from './call-facts.ts'
import { callTool, type Called } from './call-tool.ts'
import { failuresSince, finishedRounds, lastRound, nextPartNumber } from './finished-rounds.ts'
import { addUsage, readReply, type AskedCall } from './read-reply.ts'
import { defaultLimits, type ReplySource, type RoundLimits } from './reply.ts'
import { createTextWriter } from './write-text.ts'

/** Somebody stopped the turn. */
export const stopped: RunEnd = {
  kind: 'error',
  errorType: 'stopped',
  message: 'The turn was stopped.',
  resumable: false,
  text: { key: 'run.stopped' },
}

/**
 * The loop every harness of ours shares. A round is one reply of `source` with the tool calls it asked for; the run ends
 * with a reply without calls, with a tool that ends the turn, with an error, or soon after `context.signal` (SPEC 14.3, 15).
 *
 * Each round emits one `chat/usage` after its reply, `usage` added up over the turn, with `_meta['x-roadstead']`:
 * `round`, `commandMs` (the commands of the round before, by their own clock), `waitedMs` (a person was waited for) and
 * `driverGapMs`: milliseconds from the last piece of the reply before (round 1: the start of the run) until this reply
 * was asked for, less those two. It is the loop's own time, the source's for its question, and the tools' besides their
 * commands.
 */
export async function runRounds(
  context: TurnContext,
  source: ReplySource,
  limits: RoundLimits = defaultLimits,
): Promise<RunEnd> {
  const { id: turnId, responseParts } = context.activeTurn
  const rounds = finishedRounds(responseParts)
  const first = Math.max(lastRound(responseParts), source.roundsBefore?.() ?? 0) + 1
  let usage = context.activeTurn.usage ?? {}
  let failures = failuresSince(responseParts)
  let toolCalls = 0
  let commandMs = 0
  let waitedMs = 0
  let handedInAt = context.monotonic()

  for (let round = first; ; round++) {
    if (context.signal.aborted) return stopped
    if (round - first >= limits.rounds) {
      return tooMuch(
        'too-many-rounds',
        `The agent did not finish within ${limits.rounds} rounds. Resume to let it go on.`,
        { rounds: limits.rounds },
      )
    }
    const prefix = `${turnId}.r${round}.p`
    let part = nextPartNumber(responseParts, prefix)
    const writer = createTextWriter(
      turnId,
      () => `${prefix}${part++}`,
      (action) => context.emit(action),
    )

    const beganAt = context.monotonic()
    const input = { round, rounds: [...rounds], failures, signal: context.signal }
    const reply = await readReply(() => source.next(input), round, context, writer, limits)
    if (reply.kind === 'stopped' || context.signal.aborted) return stopped
    usage = addUsage(usage, reply.usage)
    const timing = {
      round,
      driverGapMs: milliseconds(Math.max(0, (reply.askedAt ?? beganAt) - handedInAt - commandMs - waitedMs)),
      commandMs: milliseconds(commandMs),
      waitedMs: milliseconds(waitedMs),
    }
    const spent = reply.kind === 'replied' || Object.keys(reply.usage).length > 0
    if (spent) context.emit({ type: 'chat/usage', turnId, usage, _meta: metaOf(timing) })
    if (reply.kind === 'failed') {
      const { errorType, message, resumable, text } = reply
      return { kind: 'error', errorType, message, resumable, ...(text && { text }) }
    }
    handedInAt = reply.lastAt
    commandMs = 0
    waitedMs = 0

    if (reply.calls.length === 0) {
      if (source.goesOn?.()) continue
      return { kind: 'complete' }
    }
    toolCalls += reply.calls.length
    if (toolCalls > limits.toolCalls) {
      return tooMuch(
        'too-many-calls',
        `The agent asked for more than ${limits.toolCalls} tool calls. Resume to let it go on.`,
        { calls: limits.toolCalls },
      )
    }
    const called = await callAll(reply.calls, round, context, limits)
    const finished = { round, calls: called.map((call) => call.result) }
    source.took?.(finished)
    if (context.signal.aborted) return stopped
    commandMs = sum(called.map((call) => call.commandMs))
    waitedMs = sum(called.map((call) => call.waitedMs))
    rounds.push(finished)
    failures = 0
    if (called.some((call) => call.endsTurn)) return { kind: 'complete' }
  }
}

/** Runs neighbouring read-only calls together and everything else in order; stops between them. */
async function callAll(
  calls: readonly AskedCall[],
  round: number,
  context: TurnContext,
  limits: RoundLimits,
): Promise<Called[]> {
  const readOnly = new Set(context.tools.filter((tool) => tool.readOnly).map((tool) => tool.name))
  const called: Called[] = []
  for (let at = 0; at < calls.length && !context.signal.aborted;) {
    let until = at + 1
    if (readOnly.has(calls[at]?.name ?? '')) {
      while (readOnly.has(calls[until]?.name ?? '')) until++
    }
    const group = calls.slice(at, until)
    called.push(...(await Promise.all(group.map((call) => callTool(call, round, context, limits)))))
    at = until
  }
  return called
}

function tooMuch(errorType: string, message: string, params: Record<string, number>): RunEnd {
  return { kind: 'error', errorType, message, resumable: true, text: { key: `run.${errorType}`, params } }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function milliseconds(value: number): number {
  return Math.round(value * 100) / 100
}
