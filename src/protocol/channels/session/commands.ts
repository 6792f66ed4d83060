/** Commands on session channels (SPEC 13.2, 14.4). */
import { z } from 'zod'
import { Message } from '../chat/message.ts'
import { ChatSource } from '../chat/state.ts'
import { SessionActiveClient } from './active-client.ts'
import { BoundedUri, FreeObject } from '../../values.ts'

/** On the URI the client has picked. */
export const CreateSessionParams = z.object({
  channel: BoundedUri,
  provider: z.optional(z.string()),
  workingDirectories: z.optional(z.array(BoundedUri)),
  config: z.optional(FreeObject),
  activeClient: z.optional(SessionActiveClient),
  progressToken: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type CreateSessionParams = z.infer<typeof CreateSessionParams>

export const CreateSessionResult = z.null()
export type CreateSessionResult = z.infer<typeof CreateSessionResult>

/** Ends the session and its chats. */
export const DisposeSessionParams = z.object({
  channel: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type DisposeSessionParams = z.infer<typeof DisposeSessionParams>

export const DisposeSessionResult = z.null()
export type DisposeSessionResult = z.infer<typeof DisposeSessionResult>

/** Sent on the session’s channel; `chat` is the URI the client has picked. */
export const CreateChatParams = z.object({
  channel: BoundedUri,
  chat: BoundedUri,
  initialMessage: z.optional(Message),
  source: z.optional(ChatSource),
  workingDirectories: z.optional(z.array(BoundedUri)),
  _meta: z.optional(FreeObject),
})
export type CreateChatParams = z.infer<typeof CreateChatParams>

export const CreateChatResult = z.null()
export type CreateChatResult = z.infer<typeof CreateChatResult>
