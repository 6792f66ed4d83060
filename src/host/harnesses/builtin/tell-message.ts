import type { Message } from '../../../protocol/channels/chat/message.ts'
import { fence } from '../../context/fence.ts'
import type { Told, ToldImage } from '../../models/conversation.ts'
import type { TurnContext } from '../adapter.ts'

type Teller = Pick<TurnContext, 'calls' | 'readAttachment'>

/**
 * What a message is to a model: its text and what is attached to it, read once and kept under `id`, so that it stays the
 * same for as long as the conversation lasts, whatever becomes of the files.
 */
export async function tellMessage(id: string, message: Message, { calls, readAttachment }: Teller): Promise<Told> {
  const kept = calls.toldOf(id)
  if (kept !== undefined) return kept
  const texts = [message.text]
  const images: ToldImage[] = []
  for (const attachment of message.attachments ?? []) {
    const read = await readAttachment(attachment)
    if (read.kind === 'text') texts.push(`Attached, ${read.label}:\n${fence(read.text)}`)
    else if (read.kind === 'image') {
      texts.push(`(Attached, an image: ${read.label})`)
      images.push({ contentType: read.contentType, data: read.data })
    } else texts.push(`(Attached, but it could not be read: ${read.label}. ${read.reason})`)
  }
  const told: Told = { text: texts.join('\n\n'), ...(images.length > 0 && { images }) }
  calls.keepTold(id, told)
  return told
}

/** What an earlier message was to a model; of one that no model was told, its text and the names of what was attached. */
export function toldBefore(id: string, message: Message, calls: TurnContext['calls']): Told {
  const kept = calls.toldOf(id)
  if (kept !== undefined) return kept
  const labels = (message.attachments ?? []).map(({ label }) => `(Attached: ${label})`)
  return { text: [message.text, ...labels].join('\n\n') }
}
