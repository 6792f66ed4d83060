import type { ToolCallResult } from '../../protocol/channels/chat/tool-call.ts'
import { parseInput } from '../tools/define-tool.ts'
import type { Tool, ToolOutcome } from '../tools/tool.ts'
import type { TurnContext } from './adapter.ts'
import { metaOf, numberFact } from './call-facts.ts'
import { deniedText, imagesOf, interruptedText } from './finished-rounds.ts'
import { messageOf, type AskedCall } from './read-reply.ts'
import type { CallResult, RoundLimits } from './reply.ts'
import { waitFor } from './wait.ts'

/** What one call came to. The two durations are not the loop's own time. */
export interface Called {
  readonly result: CallResult
  readonly endsTurn: boolean
  /** How long the command itself ran, as its tool measured. */
  readonly commandMs: number
  /** How long a person was waited for. */
  readonly waitedMs: number
}

type Facts = Readonly<Record<string, unknown>>

/** Arguments that passed, or words for why not, naming the field. */
type Parsed =
  | { readonly kind: 'ok'; readonly tool: Tool<never>; readonly input: never }
  | { readonly kind: 'bad'; readonly code: string; readonly problem: string }

/** Finds the tool and checks the arguments; changes nothing. */
function parseCall(asked: AskedCall, tools: readonly Tool<never>[]): Parsed {
  const tool = tools.find((candidate) => candidate.name === asked.name)
  if (!tool) {
    const names = tools.map((candidate) => candidate.name).join(', ')
    return {
      kind: 'bad',
      code: 'unknown-tool',
      problem: `There is no tool "${asked.name}". The tools are: ${names || 'none'}.`,
    }
  }
  let value: unknown
  try {
    value = asked.arguments.trim() === '' ? {} : JSON.parse(asked.arguments)
  } catch (error) {
    return {
      kind: 'bad',
      code: 'invalid-arguments',
      problem: `The arguments of ${tool.name} are not JSON: ${messageOf(error)}.`,
    }
  }
  return checkInput(tool, value)
}

function checkInput(tool: Tool<never>, value: unknown): Parsed {
  const parsed = parseInput(tool, value)
  if (parsed.ok) return { kind: 'ok', tool, input: parsed.input }
  return { kind: 'bad', code: 'invalid-arguments', problem: parsed.problem }
}

/** Carries one call from its arguments to its result: check, ask, run, record, complete. Never throws. */
export async function callTool(
  asked: AskedCall,
  round: number,
  context: TurnContext,
  limits: RoundLimits,
): Promise<Called> {
  const turnId = context.activeTurn.id
  const { toolCallId } = asked
  let facts: Facts = { round }
  let waitedMs = 0

  const end = (status: CallResult['status'], forModel: string, outcome?: ToolOutcome): Called => {
    const images = imagesOf(outcome?.content)
    const result = { call: asked.call, toolCallId, tool: asked.name, status, forModel, facts }
    return {
      result: images.length === 0 ? result : { ...result, images },
      endsTurn: outcome?.endsTurn === true,
      commandMs: numberFact(outcome?.facts ?? {}, 'durationMs') ?? 0,
      waitedMs,
    }
  }
  const complete = (result: ToolCallResult) =>
    context.emit({ type: 'chat/toolCallComplete', turnId, toolCallId, result, _meta: metaOf(facts) })
  const fail = (past: string, message: string, code: string): Called => {
    complete({ success: false, pastTenseMessage: past, error: { message, code } })
    return end('failed', message)
  }
  const refuse = (parsed: Parsed & { kind: 'bad' }): Called => {
    const invocationMessage = asked.name
    const ready = {
      type: 'chat/toolCallReady',
      turnId,
      toolCallId,
      invocationMessage,
      confirmed: 'not-needed',
    } as const
    context.emit({ ...ready, toolInput: asked.arguments, _meta: metaOf(facts) })
    return fail(`Did not run ${asked.name}: ${parsed.problem}`, parsed.problem, parsed.code)
  }

  const parsed = parseCall(asked, context.tools)
  if (parsed.kind === 'bad') return refuse(parsed)
  const { tool } = parsed
  let input = parsed.input
  let ran = false
  try {
    const request = { toolCallId, access: tool.access(input), input, invocationMessage: tool.describe(input), round }
    const askedAt = context.monotonic()
    const confirmed = await waitFor(context.confirm(request), { signal: context.signal, stopMs: limits.stopMs })
    if (confirmed.kind !== 'settled') return end('interrupted', interruptedText)
    const confirmation = confirmed.value
    facts = { ...confirmation.facts, round }
    if (facts['decidedBy'] === 'person') waitedMs = context.monotonic() - askedAt
    if (confirmation.kind === 'denied') return end('denied', deniedText(confirmation.reason))
    if (confirmation.input !== input) {
      const edited = checkInput(tool, confirmation.input)
      if (edited.kind === 'bad') return fail(`Did not run ${tool.displayName}`, edited.problem, edited.code)
      input = edited.input
    }
    if (context.signal.aborted) return end('interrupted', interruptedText)
    ran = true
    const run = tool.run(input, context.toolContext(toolCallId))
    const waited = await waitFor(run, { signal: context.signal, stopMs: limits.stopMs })
    if (waited.kind !== 'settled') return end('interrupted', interruptedText)
    const outcome = waited.value
    facts = { ...facts, ...outcome.facts }
    if (outcome.edits && outcome.edits.length > 0) context.recordEdits(toolCallId, outcome.edits)
    complete({
      success: outcome.success,
      pastTenseMessage: outcome.pastTense,
      ...(outcome.content && { content: outcome.content }),
      ...(outcome.error && { error: outcome.error }),
    })
    return end(outcome.success ? 'succeeded' : 'failed', outcome.forModel, outcome)
  } catch (error) {
    if (context.signal.aborted) return end('interrupted', interruptedText)
    const message = `${tool.name} failed: ${messageOf(error)}.`
    if (ran) return fail(`${tool.displayName} failed`, message, 'tool-failed')
    return refuse({ kind: 'bad', code: 'tool-failed', problem: message })
  }
}
