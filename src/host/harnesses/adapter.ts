import type { AgentInfo } from '../../protocol/channels/root/state.ts'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { Message, MessageAttachment } from '../../protocol/channels/chat/message.ts'
import type { ActiveTurn, Turn } from '../../protocol/channels/chat/turn.ts'
import type { TranslatableText } from '../../protocol/roadstead.ts'
import type { ModelSelection } from '../../protocol/channels/root/selection.ts'
import type { TurnCalls } from '../models/turn-calls.ts'
import type { Tool, ToolAccess, ToolContext, RecordedEdit } from '../tools/tool.ts'

/**
 * What came of asking policy and, where it says so, a person. `input` is what may run: the person may have edited it.
 * `facts` (reasons, decidedBy, rule, protects …) are kept in the call's `_meta`, which its completion would otherwise replace.
 */
export type Confirmation =
  | { readonly kind: 'approved'; readonly input: unknown; readonly facts?: Readonly<Record<string, unknown>> }
  | { readonly kind: 'denied'; readonly reason: string; readonly facts?: Readonly<Record<string, unknown>> }

/** A call that wants to run. */
export interface ConfirmRequest {
  readonly toolCallId: string
  readonly access: ToolAccess
  /** Already validated. */
  readonly input: unknown
  /** Present tense, plain text. */
  readonly invocationMessage: string
  readonly round: number
}

/** An attachment made readable for a model. */
export type ReadAttachment =
  | { readonly kind: 'text'; readonly label: string; readonly text: string }
  | { readonly kind: 'image'; readonly label: string; readonly contentType: string; readonly data: string }
  | { readonly kind: 'unreadable'; readonly label: string; readonly reason: string }

/** All a harness gets for one turn. It knows nothing of channels; it emits chat actions and asks through here. */
export interface TurnContext {
  readonly session: {
    readonly id: string
    readonly workspace: string
    readonly config: Readonly<Record<string, unknown>>
  }
  /** The turn to run. When it is resumed, `activeTurn.responseParts` holds what was done before the interruption. */
  readonly activeTurn: ActiveTurn
  /** Completed turns, oldest first. */
  readonly history: readonly Turn[]
  readonly signal: AbortSignal
  readonly tools: readonly Tool<never>[]
  /** A host-only chat action of this turn; applied at once. Late ones (turn over) are dropped. */
  emit(action: ChatAction): void
  /** Emits `toolCallReady` (and what follows) itself; settles when the call may run or may not. */
  confirm(request: ConfirmRequest): Promise<Confirmation>
  toolContext(toolCallId: string): ToolContext
  /** Keeps which hunks a call wrote, before its result is emitted. */
  recordEdits(toolCallId: string, edits: readonly RecordedEdit[]): void
  /**
   * The steering message, if one waits: it stops being pending and becomes a part of this turn in one step, so that it is
   * delivered once (SPEC 17).
   */
  takeSteering(): { readonly id: string; readonly message: Message } | undefined
  readAttachment(attachment: MessageAttachment): Promise<ReadAttachment>
  /** The model asked for: the message's own, else the one the chat used last. */
  readonly model: ModelSelection | undefined
  readonly calls: TurnCalls
  newId(): string
  /** Milliseconds, monotonic. */
  monotonic(): number
  /** Instant of now, ISO. */
  now(): string
}

/** How a run ended, when it ended by itself. The caller emits `turnComplete` or `chat/error` from it. */
export type RunEnd =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'error'
      readonly errorType: string
      readonly message: string
      readonly resumable: boolean
      readonly text?: TranslatableText
    }

/** One runtime of an agent's loop, translated to our seam. */
export interface HarnessAdapter {
  /** The `provider` id on the wire. */
  readonly provider: string
  info(): AgentInfo
  /** A problem with the session config it was given, in words; undefined when it is usable. */
  checkConfig(config: Readonly<Record<string, unknown>>): string | undefined
  /** Runs one turn until the agent yields. Never throws for what an agent may do; stops soon after `signal`. */
  run(context: TurnContext): Promise<RunEnd>
}
