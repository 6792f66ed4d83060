import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ConfirmationOption } from '../../protocol/channels/chat/tool-call.ts'
import { withRoadsteadMeta, type PermissionLevel, type Reason } from '../../protocol/roadstead.ts'
import type { Verdict } from '../approvals/verdict.ts'
import type { Channels } from '../channels/channels.ts'
import type { Confirmation, ConfirmRequest } from '../harnesses/adapter.ts'

/** How a call came to run or not, for the audit and for "why was this allowed". */
export interface Decision {
  readonly toolCallId: string
  /** The call in words, such as `Run npm test`: a denied one is told nowhere else. */
  readonly call: string
  readonly outcome: 'allowed' | 'denied'
  readonly by: 'policy' | 'person' | 'remembered'
  readonly actor: string
  readonly reasons: readonly Reason[]
  readonly level: PermissionLevel
  readonly reason?: string
  readonly rememberedFor?: 'session'
}

/** The turn a call belongs to, and who judges, asks and remembers. */
export interface ConfirmNeeds {
  readonly channels: Channels
  readonly chat: string
  readonly turnId: string
  readonly signal: AbortSignal
  readonly waits: ConfirmationWaits
  emit(action: ChatAction): void
  judge(request: ConfirmRequest): {
    readonly verdict: Verdict
    readonly level: PermissionLevel
    readonly protects: 'sandbox' | 'none'
  }
  /** Parses an edited input; a text is what is wrong with it. */
  parseEdited(request: ConfirmRequest, text: string): { kind: 'ok'; input: unknown } | { kind: 'bad'; problem: string }
  /** `places`: the real places the person was asked about. */
  remember(request: ConfirmRequest, places: ReadonlyMap<string, string> | undefined): void
  /** The real places the rules looked at: what runs must find the same (attacks README, P12). */
  judged(toolCallId: string, places: ReadonlyMap<string, string>): void
  decided(decision: Decision): void
}

/** What a call's `_meta` says of its approval. */
type CallFacts = Readonly<Record<string, unknown>>

/** A client's answer to a call that waits. */
export interface Answer {
  readonly approved: boolean
  readonly clientId: string
  readonly selectedOptionId?: string
  readonly editedToolInput?: string
  readonly reasonText?: string
}

/** Where answers arrive: one wait for each call, settled by the reactor that sees the applied confirmation. */
export interface ConfirmationWaits {
  /** Settles with the answer, or with undefined once `signal` fires. */
  wait(chat: string, toolCallId: string, signal: AbortSignal): Promise<Answer | undefined>
}

/**
 * Policy first, then a person (DESIGN, second walk). Emits `toolCallReady` and what follows; the call may run only after
 * the yes is on disk.
 */
export async function confirmCall(needs: ConfirmNeeds, request: ConfirmRequest): Promise<Confirmation> {
  const { verdict, level, protects } = needs.judge(request)
  const facts: CallFacts = { round: request.round, reasons: verdict.reasons, protects }
  const base = { turnId: needs.turnId, toolCallId: request.toolCallId }
  const ready = {
    ...base,
    type: 'chat/toolCallReady' as const,
    invocationMessage: request.invocationMessage,
    toolInput: JSON.stringify(request.input),
  }

  if (verdict.kind === 'allow') {
    const by = verdict.decidedBy
    needs.emit({
      ...ready,
      confirmed: by === 'remembered' ? 'setting' : 'not-needed',
      _meta: withRoadsteadMeta(undefined, { ...facts, decidedBy: by }),
    })
    needs.decided({
      toolCallId: request.toolCallId,
      call: request.invocationMessage,
      outcome: 'allowed',
      by,
      actor: 'policy',
      reasons: verdict.reasons,
      level,
    })
    await needs.channels.settled()
    if (needs.signal.aborted) return { kind: 'denied', reason: 'The turn was stopped.' }
    if (verdict.places !== undefined) needs.judged(request.toolCallId, verdict.places)
    return { kind: 'approved', input: request.input, facts: { ...facts, decidedBy: by } }
  }

  if (verdict.kind === 'deny') {
    const text = `Refused by policy: ${wordsOf(verdict.reasons)}`
    needs.emit({ ...ready, _meta: withRoadsteadMeta(undefined, { ...facts, decidedBy: 'policy' }) })
    needs.emit({ ...base, type: 'chat/toolCallConfirmed', approved: false, reason: 'denied', reasonMessage: text })
    needs.decided({
      toolCallId: request.toolCallId,
      call: request.invocationMessage,
      outcome: 'denied',
      by: 'policy',
      actor: 'policy',
      reasons: verdict.reasons,
      level,
      reason: text,
    })
    return { kind: 'denied', reason: text }
  }

  needs.emit({
    ...ready,
    confirmationTitle: titleFor(request),
    editable: request.access.kind === 'command',
    options: optionsFor(verdict.rememberable),
    _meta: withRoadsteadMeta(undefined, facts),
  })
  const answer = await needs.waits.wait(needs.chat, request.toolCallId, needs.signal)
  if (answer === undefined) return { kind: 'denied', reason: 'The turn was stopped.' }
  return settleAnswer(needs, request, answer, { verdict, level, facts })
}

function settleAnswer(
  needs: ConfirmNeeds,
  request: ConfirmRequest,
  answer: Answer,
  asked: {
    readonly verdict: Extract<Verdict, { kind: 'ask' }>
    readonly level: PermissionLevel
    readonly facts: CallFacts
  },
): Confirmation {
  const { toolCallId } = request
  const { verdict, level } = asked
  const { reasons } = verdict
  const facts = { ...asked.facts, decidedBy: 'person' }
  const base = {
    toolCallId,
    call: request.invocationMessage,
    by: 'person' as const,
    actor: `client:${answer.clientId}`,
    reasons,
    level,
  }
  if (!answer.approved) {
    const text = answer.reasonText === undefined ? 'The person said no.' : `The person said no: ${answer.reasonText}`
    needs.decided({ ...base, outcome: 'denied', reason: text })
    return { kind: 'denied', reason: text }
  }
  if (answer.editedToolInput !== undefined) {
    const edited = needs.parseEdited(request, answer.editedToolInput)
    if (edited.kind === 'bad') return { kind: 'denied', reason: edited.problem }
    needs.decided({ ...base, outcome: 'allowed', reason: 'with edited input' })
    return { kind: 'approved', input: edited.input, facts }
  }
  const forSession = answer.selectedOptionId === 'allow-session'
  if (forSession) needs.remember(request, verdict.places)
  if (verdict.places !== undefined) needs.judged(toolCallId, verdict.places)
  needs.decided({ ...base, outcome: 'allowed', ...(forSession ? { rememberedFor: 'session' as const } : {}) })
  return { kind: 'approved', input: request.input, facts }
}

function optionsFor(rememberable: boolean): ConfirmationOption[] {
  return [
    { id: 'allow-once', label: 'Allow once', kind: 'approve', group: 1 },
    ...(rememberable ? [{ id: 'allow-session', label: 'Allow for session', kind: 'approve' as const, group: 1 }] : []),
    { id: 'deny', label: 'Deny', kind: 'deny', group: 2 },
  ]
}

function titleFor(request: ConfirmRequest): string {
  switch (request.access.kind) {
    case 'command':
      return 'Allow this command?'
    case 'commit':
      return 'Allow this commit?'
    case 'write':
      return 'Allow this change?'
    default:
      return 'Allow this?'
  }
}

function wordsOf(reasons: readonly Reason[]): string {
  return reasons.map((reason) => `${reason.text} (${reason.rule})`).join('; ')
}
