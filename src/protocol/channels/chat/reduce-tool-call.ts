/** How actions move a tool call from state to state (SPEC 15.1, 15.2). What does not fit gives back the same call. */
import { withFields, withoutAbsent } from '../../reducer.ts'
import type {
  ChatToolCallAuthRequired,
  ChatToolCallAuthResolved,
  ChatToolCallComplete,
  ChatToolCallConfirmed,
  ChatToolCallContentChanged,
  ChatToolCallDelta,
  ChatToolCallReady,
  ChatToolCallResultConfirmed,
  ChatToolCallStart,
} from './actions.ts'
import type {
  ConfirmationOption,
  ToolCallBase,
  ToolCallCancelledState,
  ToolCallContributor,
  ToolCallState,
  ToolCallStreamingState,
} from './tool-call.ts'

/** A call that begins to stream its input. */
export function startToolCall(action: ChatToolCallStart): ToolCallStreamingState {
  const { toolCallId, toolName, displayName, intention, contributor, _meta } = action
  return withoutAbsent({
    status: 'streaming' as const,
    toolCallId,
    toolName,
    displayName,
    intention,
    contributor,
    _meta,
  })
}

/** More input; `partialInput` grows, the invocation message is replaced. */
export function extendToolCall(call: ToolCallState, action: ChatToolCallDelta): ToolCallState {
  if (call.status !== 'streaming') return call
  return withFields(call, {
    partialInput: action.content === undefined ? call.partialInput : (call.partialInput ?? '') + action.content,
    invocationMessage: action.invocationMessage ?? call.invocationMessage,
    _meta: action._meta ?? call._meta,
  })
}

/** The input is complete: the call runs when the action confirms it, else it waits for a confirmation. */
export function readyToolCall(call: ToolCallState, action: ChatToolCallReady): ToolCallState {
  if (call.status !== 'streaming' && call.status !== 'running' && call.status !== 'pending-confirmation') return call
  const ready = {
    ...baseOf(call, action),
    intention: action.intention ?? call.intention,
    contributor: refineContributor(call.contributor, action.contributor),
    invocationMessage: action.invocationMessage,
    // The partial input of a streaming call is not the input.
    toolInput: action.toolInput ?? (call.status === 'streaming' ? undefined : call.toolInput),
  }
  if (action.confirmed !== undefined) {
    return withoutAbsent({ ...ready, status: 'running' as const, confirmed: action.confirmed })
  }
  const asked = call.status === 'pending-confirmation' ? call : undefined
  return withoutAbsent({
    ...ready,
    status: 'pending-confirmation' as const,
    confirmationTitle: action.confirmationTitle ?? asked?.confirmationTitle,
    riskAssessment: action.riskAssessment ?? asked?.riskAssessment,
    edits: action.edits ?? asked?.edits,
    editable: action.editable ?? asked?.editable,
    options: action.options ?? asked?.options,
  })
}

/** The person's yes or no. Edited input counts only where the present input is text. */
export function confirmToolCall(call: ToolCallState, action: ChatToolCallConfirmed): ToolCallState {
  if (call.status !== 'pending-confirmation') return call
  const decided = {
    ...baseOf(call, action),
    invocationMessage: call.invocationMessage,
    selectedOption: optionOf(call.options, action.selectedOptionId),
  }
  if (!action.approved) {
    return withoutAbsent({
      ...decided,
      status: 'cancelled' as const,
      toolInput: call.toolInput,
      reason: action.reason ?? 'denied',
      reasonMessage: action.reasonMessage,
      userSuggestion: action.userSuggestion,
    })
  }
  const edited = typeof call.toolInput === 'string' ? action.editedToolInput : undefined
  return withoutAbsent({
    ...decided,
    status: 'running' as const,
    toolInput: edited ?? call.toolInput,
    confirmed: action.confirmed ?? 'user-action',
  })
}

/** The result. A call that waits for authentication can only fail; it then keeps the content it already had. */
export function completeToolCall(call: ToolCallState, action: ChatToolCallComplete): ToolCallState {
  if (call.status !== 'running' && call.status !== 'pending-confirmation' && call.status !== 'auth-required')
    return call
  const failedUnauthenticated = call.status === 'auth-required'
  if (failedUnauthenticated && action.result.success) return call
  const result = {
    // First, so that nothing in a result can pass for a field of the call.
    ...action.result,
    ...baseOf(call, action),
    invocationMessage: call.invocationMessage,
    toolInput: call.toolInput,
    confirmed: call.status === 'pending-confirmation' ? ('not-needed' as const) : call.confirmed,
    selectedOption: call.status === 'pending-confirmation' ? undefined : call.selectedOption,
    content: action.result.content ?? (failedUnauthenticated ? call.content : undefined),
  }
  if (action.requiresResultConfirmation === true && !failedUnauthenticated) {
    return withoutAbsent({ ...result, status: 'pending-result-confirmation' as const })
  }
  return withoutAbsent({ ...result, status: 'completed' as const })
}

/** Lets the result in, or not. */
export function confirmToolCallResult(call: ToolCallState, action: ChatToolCallResultConfirmed): ToolCallState {
  if (call.status !== 'pending-result-confirmation') return call
  if (action.approved) return withoutAbsent({ ...call, ...baseOf(call, action), status: 'completed' as const })
  return withoutAbsent({
    ...baseOf(call, action),
    status: 'cancelled' as const,
    invocationMessage: call.invocationMessage,
    toolInput: call.toolInput,
    selectedOption: call.selectedOption,
    reason: 'result-denied' as const,
  })
}

/** What a running call shows so far. */
export function replaceToolCallContent(call: ToolCallState, action: ChatToolCallContentChanged): ToolCallState {
  if (call.status !== 'running') return call
  return withFields(call, { content: action.content, _meta: action._meta ?? call._meta })
}

/** Only calls of MCP servers can wait for authentication. */
export function requireToolCallAuth(call: ToolCallState, action: ChatToolCallAuthRequired): ToolCallState {
  if (call.status !== 'running' || call.contributor?.kind !== 'mcp') return call
  return withoutAbsent({
    ...call,
    ...baseOf(call, action),
    contributor: call.contributor,
    status: 'auth-required' as const,
    auth: action.auth,
  })
}

/** The call goes on where it stopped. */
export function resolveToolCallAuth(call: ToolCallState, action: ChatToolCallAuthResolved): ToolCallState {
  if (call.status !== 'auth-required') return call
  const { auth: _, ...rest } = call
  return withoutAbsent({ ...rest, ...baseOf(call, action), status: 'running' as const })
}

const unfinished: ReadonlySet<string> = new Set<ToolCallState['status']>([
  'streaming',
  'pending-confirmation',
  'running',
  'auth-required',
  'pending-result-confirmation',
])

/**
 * What the end of a turn makes of a call: one that has not finished was skipped. A status nobody here knows may well be an
 * end of its own, and is kept (SPEC 27).
 */
export function endToolCall(call: ToolCallState): ToolCallState {
  if (call.status === 'completed' || call.status === 'cancelled' || !unfinished.has(call.status)) return call
  const skipped: ToolCallCancelledState = {
    ...baseOf(call, {}),
    status: 'cancelled',
    invocationMessage: call.invocationMessage ?? '',
    toolInput: call.status === 'streaming' ? undefined : call.toolInput,
    reason: 'skipped',
  }
  return withoutAbsent(skipped)
}

function baseOf(call: ToolCallState, action: { _meta?: ToolCallBase['_meta'] }): ToolCallBase {
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    displayName: call.displayName,
    intention: call.intention,
    contributor: call.contributor,
    _meta: action._meta ?? call._meta,
  }
}

/** A contributor may become more exact, but a call cannot pass from or to a client. */
function refineContributor(
  present: ToolCallContributor | undefined,
  offered: ToolCallContributor | undefined,
): ToolCallContributor | undefined {
  if (offered === undefined) return present
  if (present?.kind === 'client') {
    return offered.kind === 'client' && offered.clientId === present.clientId ? offered : present
  }
  return offered.kind === 'client' ? present : offered
}

function optionOf(options: ConfirmationOption[] | undefined, id: string | undefined): ConfirmationOption | undefined {
  return id === undefined ? undefined : options?.find((option) => option.id === id)
}
