/** Commands on chat channels (SPEC 14.3, 14.4). */
import { z } from 'zod'
import { MessageAttachment } from './message.ts'
import { ChatMoveDestination } from './state.ts'
import { BoundedUri, FreeObject, Uri } from '../../values.ts'

export const CompletionItem = z.object({
  insertText: z.string(),
  rangeStart: z.optional(z.number()),
  rangeEnd: z.optional(z.number()),
  attachment: MessageAttachment,
})
export type CompletionItem = z.infer<typeof CompletionItem>

/** To another session, a new one, or another place in the same. */
export const MoveChatParams = z.object({
  channel: BoundedUri,
  destination: ChatMoveDestination,
  _meta: z.optional(FreeObject),
})
export type MoveChatParams = z.infer<typeof MoveChatParams>

/** The owner afterwards. */
export const MoveChatResult = z.object({
  session: Uri,
})
export type MoveChatResult = z.infer<typeof MoveChatResult>

/** Ends the chat. */
export const DisposeChatParams = z.object({
  channel: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type DisposeChatParams = z.infer<typeof DisposeChatParams>

export const DisposeChatResult = z.null()
export type DisposeChatResult = z.infer<typeof DisposeChatResult>

/** Older turns arrive as `chat/turnsLoaded` before the answer. */
export const FetchTurnsParams = z.object({
  channel: BoundedUri,
  cursor: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type FetchTurnsParams = z.infer<typeof FetchTurnsParams>

export const FetchTurnsResult = z.object({})
export type FetchTurnsResult = z.infer<typeof FetchTurnsResult>

/** `offset` counts UTF-16 units. */
export const CompletionsParams = z.object({
  channel: BoundedUri,
  kind: z.literal('userMessage'),
  text: z.string(),
  offset: z.int().min(0),
  _meta: z.optional(FreeObject),
})
export type CompletionsParams = z.infer<typeof CompletionsParams>

export const CompletionsResult = z.object({
  items: z.array(CompletionItem),
})
export type CompletionsResult = z.infer<typeof CompletionsResult>
