import { hash } from 'node:crypto'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { fence } from '../../context/fence.ts'
import type { Told, ToldImage } from '../../models/conversation.ts'
import { showHidden } from '../../platform/paths/characters.ts'
import type { TurnContext } from '../adapter.ts'

type Teller = Pick<TurnContext, 'calls' | 'readAttachment'>

/**
 * What a message is to a model: its text and what is attached to it, read once and kept under `id`, so that it stays the
 * same for as long as the conversation lasts, whatever becomes of the files.
 */
export async function tellMessage(id: string, message: Message, { calls, readAttachment }: Teller): Promise<Told> {
  const place = toldId(id, message)
  const kept = calls.toldOf(place)
  if (kept !== undefined) return kept
  const texts = [message.text]
  const images: ToldImage[] = []
  for (const attachment of message.attachments ?? []) {
    const read = await readAttachment(attachment)
    const label = labelText(read.label)
    if (read.kind === 'text') texts.push(`Attached, ${label}:\n${fence(read.text)}`)
    else if (read.kind === 'image') {
      texts.push(`(Attached, an image: ${label})`)
      images.push({ contentType: read.contentType, data: read.data })
    } else texts.push(`(Attached, but it could not be read: ${label}. ${read.reason})`)
  }
  const told: Told = { text: texts.join('\n\n'), ...(images.length > 0 && { images }) }
  calls.keepTold(place, told)
  return told
}

/** What an earlier message was to a model; of one that no model was told, its text and the names of what was attached. */
export function toldBefore(id: string, message: Message, calls: TurnContext['calls']): Told {
  const kept = calls.toldOf(toldId(id, message))
  if (kept !== undefined) return kept
  const labels = (message.attachments ?? []).map(({ label }) => `(Attached: ${labelText(label)})`)
  return { text: [message.text, ...labels].join('\n\n') }
}

/** Clients choose the ids of their messages and may give one away again: the same id with other words is another message. */
function toldId(id: string, { text, attachments = [] }: Message): string {
  const attached = attachments.map((each) => [each.type, each.label, 'uri' in each ? each.uri : ''])
  return `${id} ${hash('sha256', JSON.stringify([text, attached])).slice(0, 16)}`
}

/** A file's name may be anything, also a line that pretends to be ours. */
function labelText(label: string): string {
  const shown = showHidden(label)
  return shown.length > longestLabel ? `${shown.slice(0, longestLabel)}…` : shown
}

const longestLabel = 300
