import type { Message } from '../../protocol/channels/chat/message.ts'
import { limits } from '../../protocol/limits.ts'
import type { Channels } from '../channels/channels.ts'

/** Why a person's message is refused; undefined when it is not (SPEC 14.3). */
export function validateMessage(channels: Channels, message: Message): string | undefined {
  if (message.origin.kind !== 'user') return 'clients send messages of people only'
  if (message.text.length > limits.messageCharacters)
    return `a message has at most ${limits.messageCharacters} characters; attach a file instead`
  const attachments = message.attachments ?? []
  if (attachments.length > limits.attachments) return `a message has at most ${limits.attachments} attachments`
  if (message.text.trim() === '' && attachments.length === 0) return 'the message is empty'
  for (const attachment of attachments) {
    if (attachment.type !== 'chat') continue
    const chat = channels.state(attachment.resource, 'chat')
    if (chat === undefined) return 'the attached chat does not exist'
    const { endTurn } = attachment
    if (endTurn !== undefined && !chat.turns.some(({ id }) => id === endTurn))
      return 'the attached chat has no such turn that is over'
  }
  return undefined
}
