import type { AgentInfo } from '../../protocol/channels/root/state.ts'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ActiveTurn, Turn } from '../../protocol/channels/chat/turn.ts'
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
  newId(): string
  /** Milliseconds, monotonic. */
  monotonic(): number
}

/** How a run ended, when it ended by itself. The caller emits `turnComplete` or `chat/error` from it. */
export type RunEnd =
  | { readonly kind: 'complete' }
  | { readonly kind: 'error'; readonly errorType: string; readonly message: string; readonly resumable: boolean }

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
