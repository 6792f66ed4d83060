import type { ToolCallState, ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import type { ResponsePart } from '../../protocol/channels/chat/turn.ts'
import { factsOf, numberFact } from './call-facts.ts'
import type { ToldImage } from '../models/conversation.ts'
import type { CallResult, FinishedRound } from './reply.ts'

/** The text a source is given for a call whose end nobody saw. */
export const interruptedText =
  'This call was interrupted before it ended. It was not run again; what it did until then is unknown.'

const notBegunText = 'This call was interrupted before it began to run. It was not run again.'

/** The rounds of a turn that made tool calls, read back from its parts. Calls that never ended count as interrupted. */
export function finishedRounds(parts: readonly ResponsePart[]): FinishedRound[] {
  const rounds = new Map<number, CallResult[]>()
  for (const part of parts) {
    if (part.kind !== 'toolCall') continue
    const round = numberFact(factsOf(part.toolCall._meta), 'round') ?? Math.max(1, ...rounds.keys())
    rounds.set(round, [...(rounds.get(round) ?? []), resultOf(part.toolCall)])
  }
  return [...rounds].toSorted(([a], [b]) => a - b).map(([round, calls]) => ({ round, calls }))
}

const partRound = /\.r(\d+)\.p\d+$/

/** The round a text part of ours belongs to, by its id. */
export function roundOfPart(id: string): number | undefined {
  const round = partRound.exec(id)?.[1]
  return round === undefined ? undefined : Number(round)
}

/**
 * The last round that is over: one with tool calls, or one whose answer was followed by another's, or by something said
 * into the turn. An answer that an error cut off is not; its round is made again.
 */
export function lastRound(parts: readonly ResponsePart[]): number {
  let over = 0
  let answered = 0
  for (const part of parts) {
    if (part.kind === 'markdown' || part.kind === 'reasoning') {
      const round = roundOfPart(part.id) ?? answered
      if (round > answered) over = Math.max(over, answered)
      answered = round
    }
    if (part.kind === 'toolCall') over = Math.max(over, numberFact(factsOf(part.toolCall._meta), 'round') ?? 1)
    if (part.kind === 'systemNotification') over = Math.max(over, answered)
    if (part.kind === 'error') answered = over
  }
  return over
}

/** How many errors the turn has ended in since its last tool call. */
export function failuresSince(parts: readonly ResponsePart[]): number {
  const last = parts.findLastIndex((part) => part.kind === 'toolCall')
  return parts.slice(last + 1).filter((part) => part.kind === 'error').length
}

/** The number for the next text part of a round, so that no part id repeats within a turn. */
export function nextPartNumber(parts: readonly ResponsePart[], prefix: string): number {
  let next = 1
  for (const part of parts) {
    if ((part.kind !== 'markdown' && part.kind !== 'reasoning') || !part.id.startsWith(prefix)) continue
    const number = Number(part.id.slice(prefix.length))
    if (Number.isInteger(number)) next = Math.max(next, number + 1)
  }
  return next
}

/** What a call came to, as its state shows it; one that never ended counts as interrupted. */
export function resultOf(call: ToolCallState): CallResult {
  const base = { call: call.toolCallId, toolCallId: call.toolCallId, tool: call.toolName, facts: factsOf(call._meta) }
  if (call.status === 'completed') {
    const images = imagesOf(call.content)
    const told = { forModel: completedText(call), ...(images.length > 0 && { images }) }
    return { ...base, status: call.success ? 'succeeded' : 'failed', ...told }
  }
  if (call.status === 'cancelled' && call.reason !== 'skipped') {
    return { ...base, status: 'denied', forModel: deniedText(call.reasonMessage) }
  }
  // A call that was never ready has no invocation message (SPEC 14.1).
  const begun = call.status !== 'streaming' && call.invocationMessage !== ''
  return { ...base, status: 'interrupted', forModel: begun ? interruptedText : notBegunText }
}

/** The images among the contents of a result. */
export function imagesOf(content: readonly ToolResultContent[] | undefined): ToldImage[] {
  return (content ?? []).flatMap((item) =>
    item.type === 'embeddedResource' && item.contentType.startsWith('image/')
      ? [{ contentType: item.contentType, data: item.data }]
      : [],
  )
}

/** What a source reads when a call was refused. */
export function deniedText(reason: string | { markdown: string } | undefined): string {
  const said = typeof reason === 'object' ? reason.markdown : reason
  return said ? `The call was not allowed: ${said}` : 'The call was not allowed.'
}

function completedText(call: ToolCallState & { status: 'completed' }): string {
  const texts = (call.content ?? []).flatMap((item) => {
    if (item.type === 'text') return [item.text]
    if (item.type === 'terminal' && item.result?.preview !== undefined) return [item.result.preview]
    return []
  })
  const past = typeof call.pastTenseMessage === 'string' ? call.pastTenseMessage : call.pastTenseMessage.markdown
  return [past, ...(call.error ? [call.error.message] : []), ...texts].join('\n')
}
