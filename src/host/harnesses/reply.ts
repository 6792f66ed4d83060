import type { TranslatableText } from '../../protocol/roadstead.ts'
import type { UsageInfo } from '../../protocol/values.ts'
import type { ToldImage } from '../models/conversation.ts'

/** One piece of a reply, in the order it came. `call` is the source's own id of a tool call; ours is made by the loop. */
export type ReplyPart =
  /** The question goes out now: what the source did until here is the loop's own time, what follows is not. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** A call begins whose arguments follow piece by piece; `toolCall` with the same `call` ends it. */
  | { readonly kind: 'toolCallStart'; readonly call: string; readonly name: string }
  | { readonly kind: 'toolCallDelta'; readonly call: string; readonly text: string }
  /** A whole call. `arguments` is JSON text as the source wrote it: nothing about it is believed yet. */
  | { readonly kind: 'toolCall'; readonly call?: string; readonly name: string; readonly arguments: string }
  /** Tokens of this reply; the loop adds them up for the turn. */
  | { readonly kind: 'usage'; readonly usage: UsageInfo }
  /** The reply failed; nothing after it is read and none of its calls run. */
  | {
      readonly kind: 'error'
      readonly errorType: string
      readonly message: string
      readonly resumable: boolean
      readonly text?: TranslatableText
    }
  /** What is being waited for, shown while it lasts; the next part of any other kind ends it. */
  | { readonly kind: 'activity'; readonly text: string }

/** What came of one tool call, as the source is told. */
export interface CallResult {
  /** The source's id of the call, or ours where it had none (and always after a resume). */
  readonly call: string
  readonly toolCallId: string
  readonly tool: string
  /** `interrupted`: the host or the turn ended while it ran; what it did is unknown and it was not run again. */
  readonly status: 'succeeded' | 'failed' | 'denied' | 'interrupted'
  readonly forModel: string
  /** Images among its results, as a model may be shown them. */
  readonly images?: readonly ToldImage[]
  /** The call's `_meta['x-roadstead']` (exitCode, tests …). */
  readonly facts: Readonly<Record<string, unknown>>
}

/** A round of the turn that is over. */
export interface FinishedRound {
  /** From 1. */
  readonly round: number
  readonly calls: readonly CallResult[]
}

/** What a reply is made from. */
export interface ReplyInput {
  /** From 1; goes on counting after a resume. */
  readonly round: number
  /** All rounds of this turn that made tool calls, oldest first, those before a resume included. */
  readonly rounds: readonly FinishedRound[]
  /** How often this turn has ended in an error since its last tool call. */
  readonly failures: number
  readonly signal: AbortSignal
}

/**
 * Whatever writes an agent's replies: a script, a model. Asked once a round; a reply without tool calls ends the turn.
 * It may throw: the turn then fails with that message.
 */
export interface ReplySource {
  next(input: ReplyInput): AsyncIterable<ReplyPart>
  /** How many rounds of the turn it knows to be over, where it keeps what it said; the parts do not always show it. */
  roundsBefore?(): number
  /** Told of a round's results as soon as they are there, also of those of a run that ends with them or is stopped. */
  took?(round: FinishedRound): void
  /** Whether to ask again after a reply without calls, because something was said to the agent meanwhile. */
  goesOn?(): boolean
}

/** What one run may take at most. */
export interface RoundLimits {
  readonly rounds: number
  readonly toolCalls: number
  /** Bytes of UTF-8 of one reply: text, reasoning and arguments together. */
  readonly replyBytes: number
  /** Silence of a source within a reply. */
  readonly idleMs: number
  /** How long a tool may take to notice that it was stopped before it is abandoned. */
  readonly stopMs: number
}

/** Bounds on one answer. */
export const defaultLimits: RoundLimits = {
  rounds: 50,
  toolCalls: 500,
  replyBytes: 1024 * 1024,
  idleMs: 5 * 60_000,
  stopMs: 400,
}
