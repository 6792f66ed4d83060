import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import type { ActiveTurn, ResponsePart, Turn } from '../../../protocol/channels/chat/turn.ts'
import { roadsteadMeta, SteeringFacts } from '../../../protocol/roadstead.ts'
import type { Said, SaidPart, ToldResult } from '../../models/conversation.ts'
import type { KeptRound } from '../../models/turn-calls.ts'
import type { TurnContext } from '../adapter.ts'
import { factsOf, numberFact } from '../call-facts.ts'
import { resultOf, roundOfPart } from '../finished-rounds.ts'
import { roundEntry, toldEntry, type Entry } from './show-entry.ts'
import { toldBefore } from './tell-message.ts'

/** What a turn was made of, in its order, as its response parts show it. */
type Piece =
  | { readonly kind: 'round'; readonly round: number; readonly text: string; readonly calls: readonly ToolCallState[] }
  | { readonly kind: 'steering'; readonly facts: SteeringFacts }
  | { readonly kind: 'error' }

const cutOff = 'Your answer was cut off here. Go on from where it stopped, and do not repeat it.'
const stoppedHere = 'The person stopped the turn here.'

/** The id under which instructions met in a round are kept. */
export function instructionsId(turnId: string, round: number): string {
  return `${turnId}.r${round}.instructions`
}

/** The id under which what a model was reminded of before a round is kept, where it is kept. */
export function reminderId(turnId: string, round: number): string {
  return `${turnId}.r${round}.reminder`
}

/**
 * A turn that was, as a model is told of it: its message, its rounds as they were kept (byte for byte) or else as its parts
 * show them, what was said into it, and where it was cut off. `active`: it is about to go on.
 */
export function rebuildTurn(turn: Turn | ActiveTurn, calls: TurnContext['calls'], active: boolean): Entry[] {
  const entries = [toldEntry(toldBefore(turn.id, turn.message, calls), 'message')]
  const kept = new Map<number, KeptRound[]>()
  for (const round of calls.roundsOf(turn.id)) kept.set(round.round, [...(kept.get(round.round) ?? []), round])
  const pieces = piecesOf(turn.responseParts)
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'steering') {
      entries.push(toldEntry(toldBefore(piece.facts.id, piece.facts.message, calls), 'steering'))
    } else if (piece.kind === 'round') {
      const reminder = calls.toldOf(reminderId(turn.id, piece.round))
      if (reminder !== undefined) entries.push(toldEntry(reminder, 'reminder'))
      const again = pieces.slice(at + 1).some((other) => other.kind === 'round' && other.round === piece.round)
      const isWhole = kept.has(piece.round) && !again
      const cut = pieces[at + 1]?.kind === 'error' && !piece.calls.some(hasBegun) && !isWhole
      const entry = cut ? shownRound(piece) : (keptEntry(kept.get(piece.round)?.shift(), piece) ?? shownRound(piece))
      if (entry !== undefined) entries.push(entry)
      const instructions = calls.toldOf(instructionsId(turn.id, piece.round))
      if (instructions !== undefined && !cut) entries.push(toldEntry(instructions, 'instructions'))
      if (cut && entry !== undefined && (active || at + 2 < pieces.length))
        entries.push(toldEntry({ text: cutOff }, 'reminder'))
    }
  }
  if ('state' in turn && turn.state === 'cancelled') entries.push(toldEntry({ text: stoppedHere }, 'reminder'))
  return entries
}

function piecesOf(parts: readonly ResponsePart[]): Piece[] {
  const pieces: Piece[] = []
  let round: { round: number; text: string; calls: ToolCallState[] } | undefined
  const close = () => {
    if (round !== undefined) pieces.push({ kind: 'round', ...round })
    round = undefined
  }
  const open = (wanted: number | undefined, begins: boolean) => {
    // Other agents' parts name no rounds: what is said after a call is the next one.
    const number = wanted ?? (begins && round?.calls.length ? round.round + 1 : round?.round) ?? pieces.length + 1
    if (round?.round !== number) close()
    round ??= { round: number, text: '', calls: [] }
    return round
  }
  for (const part of parts) {
    if (part.kind === 'markdown' || part.kind === 'reasoning') {
      const own = open(roundOfPart(part.id), true)
      if (part.kind === 'markdown') own.text += part.content
    } else if (part.kind === 'toolCall') {
      open(numberFact(factsOf(part.toolCall._meta), 'round'), false).calls.push(part.toolCall)
    } else if (part.kind === 'systemNotification') {
      const facts = roadsteadMeta(SteeringFacts, part._meta)
      if (facts === undefined) continue
      close()
      pieces.push({ kind: 'steering', facts })
    } else if (part.kind === 'error') {
      close()
      pieces.push({ kind: 'error' })
    }
  }
  close()
  return pieces
}

type RoundPiece = Extract<Piece, { kind: 'round' }>

/** A kept round; results that were lost with the host are taken from what the parts show of the same call. */
function keptEntry(kept: KeptRound | undefined, { calls }: RoundPiece): Entry | undefined {
  if (kept === undefined) return undefined
  const asked = kept.said.parts.filter((part) => part.kind === 'toolCall')
  const results = asked.flatMap(({ call, name }, at): ToldResult[] => {
    const known = kept.results.find((result) => result.call === call)
    if (known !== undefined) return [known]
    const shown = calls[at]
    return shown?.toolName === name && hasBegun(shown) ? [toldResult(shown, call)] : []
  })
  return roundEntry(kept.said, results)
}

/** A round nobody kept: what people saw of it, said by nobody in particular. */
function shownRound({ text, calls }: RoundPiece): Entry | undefined {
  const begun = calls.filter(hasBegun)
  const parts: SaidPart[] = text.trim() === '' ? [] : [{ kind: 'text', text }]
  for (const call of begun) {
    parts.push({ kind: 'toolCall', call: call.toolCallId, name: call.toolName, arguments: argumentsOf(call) })
  }
  if (parts.length === 0) return undefined
  const said: Said = { wireApi: 'openai-chat', provider: '', model: '', parts }
  return roundEntry(
    said,
    begun.map((call) => toldResult(call, call.toolCallId)),
  )
}

/** A call whose arguments broke off never was one. */
function hasBegun(call: ToolCallState): boolean {
  return call.status !== 'streaming' && call.invocationMessage !== ''
}

function argumentsOf(call: ToolCallState): string {
  return 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '{}'
}

function toldResult(call: ToolCallState, id: string): ToldResult {
  const { tool, status, forModel, images } = resultOf(call)
  return { call: id, name: tool, succeeded: status === 'succeeded', text: forModel, ...(images && { images }) }
}
