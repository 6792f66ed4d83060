/** Turns and the parts of a response (SPEC 14). */
import { z } from 'zod'
import { ChatInputRequest, ChatInputResponseKind } from './input-request.ts'
import { Message } from './message.ts'
import { ToolCallState } from './tool-call.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { ContentRef, ErrorInfo, FreeObject, StringOrMarkdown, UsageInfo } from '../../values.ts'

export const MarkdownResponsePart = z.object({
  kind: z.literal('markdown'),
  id: z.string(),
  content: z.string(),
})
export type MarkdownResponsePart = z.infer<typeof MarkdownResponsePart>

export const ReasoningResponsePart = z.object({
  kind: z.literal('reasoning'),
  id: z.string(),
  content: z.string(),
})
export type ReasoningResponsePart = z.infer<typeof ReasoningResponsePart>

export const ResourceResponsePart = z.object({
  ...ContentRef.shape,
  kind: z.literal('contentRef'),
})
export type ResourceResponsePart = z.infer<typeof ResourceResponsePart>

export const ToolCallResponsePart = z.object({
  kind: z.literal('toolCall'),
  toolCall: ToolCallState,
})
export type ToolCallResponsePart = z.infer<typeof ToolCallResponsePart>

export const SystemNotificationResponsePart = z.object({
  kind: z.literal('systemNotification'),
  content: StringOrMarkdown,
  _meta: z.optional(FreeObject),
})
export type SystemNotificationResponsePart = z.infer<typeof SystemNotificationResponsePart>

/** Open while `response` is absent. */
export const InputRequestResponsePart = z.object({
  kind: z.literal('inputRequest'),
  request: ChatInputRequest,
  response: z.optional(ChatInputResponseKind),
})
export type InputRequestResponsePart = z.infer<typeof InputRequestResponsePart>

/** Comes only through `chat/error`. */
export const ErrorResponsePart = z.object({
  kind: z.literal('error'),
  error: ErrorInfo,
  resumable: z.optional(z.boolean()),
})
export type ErrorResponsePart = z.infer<typeof ErrorResponsePart>

/** Told apart by `kind`. */
export const ResponsePart = openUnion('kind', [
  MarkdownResponsePart,
  ResourceResponsePart,
  ToolCallResponsePart,
  ReasoningResponsePart,
  SystemNotificationResponsePart,
  InputRequestResponsePart,
  ErrorResponsePart,
])
export type ResponsePart = z.infer<typeof ResponsePart>

export const TurnState = openEnum(['complete', 'cancelled', 'error'])
export type TurnState = z.infer<typeof TurnState>

/** A finished turn; `duration` in milliseconds. */
export const Turn = z.object({
  id: z.string(),
  startedAt: z.optional(z.string()),
  duration: z.optional(z.number()),
  message: Message,
  responseParts: z.array(ResponsePart),
  usage: z.optional(UsageInfo),
  state: TurnState,
})
export type Turn = z.infer<typeof Turn>

/** The turn that is running. */
export const ActiveTurn = z.object({
  id: z.string(),
  startedAt: z.string(),
  message: Message,
  responseParts: z.array(ResponsePart),
  usage: z.optional(UsageInfo),
})
export type ActiveTurn = z.infer<typeof ActiveTurn>
