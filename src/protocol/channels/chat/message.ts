/** A message and what is attached to it (SPEC 14.3). */
import { z } from 'zod'
import { AgentSelection, ModelSelection } from '../root/selection.ts'
import { openEnum, openUnion } from '../../schema.ts'
import { ContentRef, FreeObject, TextRange, TextSelection, Uri } from '../../values.ts'

export const MessageKind = openEnum(['user', 'agent', 'tool', 'automation', 'systemNotification'])
export type MessageKind = z.infer<typeof MessageKind>

/** Clients send only `user`; the others come from the host. */
export const MessageOrigin = z.object({
  kind: MessageKind,
})
export type MessageOrigin = z.infer<typeof MessageOrigin>

/** `range` points into the text of the message. */
export const MessageAttachmentBase = z.object({
  label: z.string(),
  range: z.optional(TextRange),
  displayKind: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type MessageAttachmentBase = z.infer<typeof MessageAttachmentBase>

export const SimpleMessageAttachment = z.object({
  ...MessageAttachmentBase.shape,
  type: z.literal('simple'),
  modelRepresentation: z.optional(z.string()),
})
export type SimpleMessageAttachment = z.infer<typeof SimpleMessageAttachment>

/** `data` is base64. */
export const MessageEmbeddedResourceAttachment = z.object({
  ...MessageAttachmentBase.shape,
  type: z.literal('embeddedResource'),
  data: z.string(),
  contentType: z.string(),
  selection: z.optional(TextSelection),
})
export type MessageEmbeddedResourceAttachment = z.infer<typeof MessageEmbeddedResourceAttachment>

export const MessageResourceAttachment = z.object({
  ...MessageAttachmentBase.shape,
  ...ContentRef.shape,
  type: z.literal('resource'),
  selection: z.optional(TextSelection),
})
export type MessageResourceAttachment = z.infer<typeof MessageResourceAttachment>

/** All annotations when `annotationIds` is absent. */
export const MessageAnnotationsAttachment = z.object({
  ...MessageAttachmentBase.shape,
  type: z.literal('annotations'),
  resource: Uri,
  annotationIds: z.optional(z.array(z.string())),
})
export type MessageAnnotationsAttachment = z.infer<typeof MessageAnnotationsAttachment>

/** The transcript of another chat up to `endTurn`, or to its latest completed turn. */
export const MessageChatAttachment = z.object({
  ...MessageAttachmentBase.shape,
  type: z.literal('chat'),
  resource: Uri,
  endTurn: z.optional(z.string()),
})
export type MessageChatAttachment = z.infer<typeof MessageChatAttachment>

/** Told apart by `type`. */
export const MessageAttachment = openUnion('type', [
  SimpleMessageAttachment,
  MessageEmbeddedResourceAttachment,
  MessageResourceAttachment,
  MessageAnnotationsAttachment,
  MessageChatAttachment,
])
export type MessageAttachment = z.infer<typeof MessageAttachment>

/** Model and agent chosen here are what the turn uses; absent means the default of the host. */
export const Message = z.object({
  text: z.string(),
  origin: MessageOrigin,
  attachments: z.optional(z.array(MessageAttachment)),
  model: z.optional(ModelSelection),
  agent: z.optional(AgentSelection),
  _meta: z.optional(FreeObject),
})
export type Message = z.infer<typeof Message>

export const PendingMessageKind = openEnum(['steering', 'queued'])
export type PendingMessageKind = z.infer<typeof PendingMessageKind>

/** A queued or steering message (SPEC 17). */
export const PendingMessage = z.object({
  id: z.string(),
  message: Message,
})
export type PendingMessage = z.infer<typeof PendingMessage>
