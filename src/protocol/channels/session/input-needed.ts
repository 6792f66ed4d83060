/** Everything any chat of a session waits for (SPEC 13.4). */
import { z } from 'zod'
import { ChatInputRequest } from '../chat/input-request.ts'
import {
  ToolCallAuthRequiredState,
  ToolCallPendingConfirmationState,
  ToolCallPendingResultConfirmationState,
  ToolCallRunningState,
} from '../chat/tool-call.ts'
import { openUnion } from '../../schema.ts'
import { Uri } from '../../values.ts'

export const SessionChatInputRequest = z.object({
  id: z.string(),
  chat: Uri,
  kind: z.literal('chatInput'),
  request: ChatInputRequest,
})
export type SessionChatInputRequest = z.infer<typeof SessionChatInputRequest>

export const SessionToolConfirmationRequest = z.object({
  id: z.string(),
  chat: Uri,
  kind: z.literal('toolConfirmation'),
  turnId: z.string(),
  toolCall: openUnion('status', [ToolCallPendingConfirmationState, ToolCallPendingResultConfirmationState]),
})
export type SessionToolConfirmationRequest = z.infer<typeof SessionToolConfirmationRequest>

export const SessionToolClientExecutionRequest = z.object({
  id: z.string(),
  chat: Uri,
  kind: z.literal('toolClientExecution'),
  turnId: z.string(),
  clientId: z.string(),
  toolCall: ToolCallRunningState,
})
export type SessionToolClientExecutionRequest = z.infer<typeof SessionToolClientExecutionRequest>

export const SessionToolAuthenticationRequest = z.object({
  id: z.string(),
  chat: Uri,
  kind: z.literal('toolAuthentication'),
  turnId: z.string(),
  toolCall: ToolCallAuthRequiredState,
})
export type SessionToolAuthenticationRequest = z.infer<typeof SessionToolAuthenticationRequest>

/** Answered by a chat action on the `chat` channel, or by `authenticate`. */
export const SessionInputRequest = openUnion('kind', [
  SessionChatInputRequest,
  SessionToolConfirmationRequest,
  SessionToolClientExecutionRequest,
  SessionToolAuthenticationRequest,
])
export type SessionInputRequest = z.infer<typeof SessionInputRequest>
