/** Tool calls and their states (SPEC 15). */
import { z } from 'zod'
import { Message } from './message.ts'
import { McpAuthRequirement } from '../session/mcp-server.ts'
import { FileEdit, FileEditCollection } from '../../file-edit.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { ContentRef, FreeObject, StringOrMarkdown, Uri } from '../../values.ts'

/** Inline text, or a reference that must not be cached across a confirmation. */
export const ToolInput = z.union([z.string(), ContentRef])
export type ToolInput = z.infer<typeof ToolInput>

export const ToolCallClientContributor = z.object({
  kind: z.literal('client'),
  clientId: z.string(),
})
export type ToolCallClientContributor = z.infer<typeof ToolCallClientContributor>

export const ToolCallMcpContributor = z.object({
  kind: z.literal('mcp'),
  customizationId: z.string(),
})
export type ToolCallMcpContributor = z.infer<typeof ToolCallMcpContributor>

/** Who brought the tool; absent means the host. */
export const ToolCallContributor = openUnion('kind', [ToolCallClientContributor, ToolCallMcpContributor])
export type ToolCallContributor = z.infer<typeof ToolCallContributor>

export const ToolCallConfirmationReason = openEnum(['not-needed', 'user-action', 'setting'])
export type ToolCallConfirmationReason = z.infer<typeof ToolCallConfirmationReason>

export const ToolCallCancellationReason = openEnum(['denied', 'skipped', 'result-denied'])
export type ToolCallCancellationReason = z.infer<typeof ToolCallCancellationReason>

/** A judge’s view; it may arrive after the confirmation has been asked for. */
export const ToolCallRiskAssessment = openUnion('status', [
  z.object({
    kind: z.literal('judge'),
    status: z.literal('loading'),
  }),
  z.object({
    kind: z.literal('judge'),
    status: z.literal('complete'),
    reason: StringOrMarkdown,
    safety: z.number(),
  }),
])
export type ToolCallRiskAssessment = z.infer<typeof ToolCallRiskAssessment>

/** A choice offered instead of yes and no; `group` hints at separators. */
export const ConfirmationOption = z.object({
  id: z.string(),
  label: z.string(),
  kind: openEnum(['approve', 'deny']),
  group: z.optional(z.number()),
})
export type ConfirmationOption = z.infer<typeof ConfirmationOption>

export const TerminalCommandResult = z.object({
  exitCode: z.optional(z.number()),
  preview: z.optional(z.string()),
  truncated: z.optional(z.boolean()),
})
export type TerminalCommandResult = z.infer<typeof TerminalCommandResult>

export const ToolResultTextContent = z.object({
  type: z.literal('text'),
  text: z.string(),
})
export type ToolResultTextContent = z.infer<typeof ToolResultTextContent>

export const ToolResultEmbeddedResourceContent = z.object({
  type: z.literal('embeddedResource'),
  data: z.string(),
  contentType: z.string(),
})
export type ToolResultEmbeddedResourceContent = z.infer<typeof ToolResultEmbeddedResourceContent>

export const ToolResultResourceContent = z.object({
  ...ContentRef.shape,
  type: z.literal('resource'),
})
export type ToolResultResourceContent = z.infer<typeof ToolResultResourceContent>

export const ToolResultFileEditContent = z.object({
  ...FileEdit.shape,
  type: z.literal('fileEdit'),
})
export type ToolResultFileEditContent = z.infer<typeof ToolResultFileEditContent>

/** `resource` may name a terminal that has exited; `result` appears when the command has ended. */
export const ToolResultTerminalContent = z.object({
  type: z.literal('terminal'),
  resource: Uri,
  title: z.string(),
  isPty: z.optional(z.boolean()),
  result: z.optional(TerminalCommandResult),
})
export type ToolResultTerminalContent = z.infer<typeof ToolResultTerminalContent>

/** `resource` is the chat of the sub-agent. */
export const ToolResultSubagentContent = z.object({
  type: z.literal('subagent'),
  resource: Uri,
  title: z.string(),
  agentName: z.optional(z.string()),
  description: z.optional(z.string()),
})
export type ToolResultSubagentContent = z.infer<typeof ToolResultSubagentContent>

/** Told apart by `type`. */
export const ToolResultContent = openUnion('type', [
  ToolResultTextContent,
  ToolResultEmbeddedResourceContent,
  ToolResultResourceContent,
  ToolResultFileEditContent,
  ToolResultTerminalContent,
  ToolResultSubagentContent,
])
export type ToolResultContent = z.infer<typeof ToolResultContent>

/** What a finished call leaves. */
export const ToolCallResult = z.object({
  success: z.boolean(),
  pastTenseMessage: StringOrMarkdown,
  content: z.optional(z.array(ToolResultContent)),
  structuredContent: z.optional(FreeObject),
  error: z.optional(z.object({ message: z.string(), code: z.optional(z.string()) })),
})
export type ToolCallResult = z.infer<typeof ToolCallResult>

/** Kept in every state. */
export const ToolCallBase = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  displayName: z.string(),
  intention: z.optional(z.string()),
  contributor: z.optional(ToolCallContributor),
  _meta: z.optional(FreeObject),
})
export type ToolCallBase = z.infer<typeof ToolCallBase>

export const ToolCallStreamingState = z.object({
  ...ToolCallBase.shape,
  status: z.literal('streaming'),
  partialInput: z.optional(z.string()),
  invocationMessage: z.optional(StringOrMarkdown),
})
export type ToolCallStreamingState = z.infer<typeof ToolCallStreamingState>

export const ToolCallPendingConfirmationState = z.object({
  ...ToolCallBase.shape,
  status: z.literal('pending-confirmation'),
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  confirmationTitle: z.optional(StringOrMarkdown),
  riskAssessment: z.optional(ToolCallRiskAssessment),
  edits: z.optional(FileEditCollection),
  editable: z.optional(z.boolean()),
  options: z.optional(z.array(ConfirmationOption)),
})
export type ToolCallPendingConfirmationState = z.infer<typeof ToolCallPendingConfirmationState>

export const ToolCallRunningState = z.object({
  ...ToolCallBase.shape,
  status: z.literal('running'),
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  confirmed: ToolCallConfirmationReason,
  selectedOption: z.optional(ConfirmationOption),
  content: z.optional(z.array(ToolResultContent)),
})
export type ToolCallRunningState = z.infer<typeof ToolCallRunningState>

export const ToolCallAuthRequiredState = z.object({
  ...ToolCallBase.shape,
  status: z.literal('auth-required'),
  contributor: ToolCallMcpContributor,
  auth: McpAuthRequirement,
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  confirmed: ToolCallConfirmationReason,
  selectedOption: z.optional(ConfirmationOption),
  content: z.optional(z.array(ToolResultContent)),
})
export type ToolCallAuthRequiredState = z.infer<typeof ToolCallAuthRequiredState>

export const ToolCallPendingResultConfirmationState = z.object({
  ...ToolCallBase.shape,
  ...ToolCallResult.shape,
  status: z.literal('pending-result-confirmation'),
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  confirmed: ToolCallConfirmationReason,
  selectedOption: z.optional(ConfirmationOption),
})
export type ToolCallPendingResultConfirmationState = z.infer<typeof ToolCallPendingResultConfirmationState>

export const ToolCallCompletedState = z.object({
  ...ToolCallBase.shape,
  ...ToolCallResult.shape,
  status: z.literal('completed'),
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  confirmed: ToolCallConfirmationReason,
  selectedOption: z.optional(ConfirmationOption),
})
export type ToolCallCompletedState = z.infer<typeof ToolCallCompletedState>

export const ToolCallCancelledState = z.object({
  ...ToolCallBase.shape,
  status: z.literal('cancelled'),
  invocationMessage: StringOrMarkdown,
  toolInput: z.optional(ToolInput),
  reason: ToolCallCancellationReason,
  reasonMessage: z.optional(StringOrMarkdown),
  userSuggestion: z.optional(Message),
  selectedOption: z.optional(ConfirmationOption),
})
export type ToolCallCancelledState = z.infer<typeof ToolCallCancelledState>

/** Seven states told apart by `status`; SPEC 15.1 lists the transitions. */
export const ToolCallState = openUnion('status', [
  ToolCallStreamingState,
  ToolCallPendingConfirmationState,
  ToolCallRunningState,
  ToolCallAuthRequiredState,
  ToolCallPendingResultConfirmationState,
  ToolCallCompletedState,
  ToolCallCancelledState,
])
export type ToolCallState = z.infer<typeof ToolCallState>
