import type { Message, MessageAttachment } from '../../../protocol/channels/chat/message.ts'
import type { ModelSelection } from '../../../protocol/channels/root/selection.ts'
import { offsetsOf, rangeOf, type Mention } from './mentions.ts'

/** What goes with a message without a place in its text, a picture say. `id` is for lists; `note`: what was done to it, in words. */
export interface AttachedFile {
  readonly id: string
  readonly attachment: MessageAttachment
  readonly note?: string
}

/** A message while it is written. Mentions point into the text by UTF-16 offsets and stand in order. */
export interface Written {
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly files: readonly AttachedFile[]
}

export const nothingWritten: Written = { text: '', mentions: [], files: [] }

/** Whether there is anything to send. */
export function isEmpty({ text, files }: Written): boolean {
  return text.trim() === '' && files.length === 0
}

/** What goes over the wire; attachments keep everything they came with (SPEC 14.3). */
export function toMessage(written: Written, model?: ModelSelection): Message {
  const attachments: MessageAttachment[] = [
    ...written.mentions.map(({ start, end, attachment }) => ({
      ...attachment,
      range: rangeOf(written.text, start, end),
    })),
    ...written.files.map(({ attachment }) => attachment),
  ]
  return {
    text: written.text,
    origin: { kind: 'user' },
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(model === undefined ? {} : { model }),
  }
}

/** The other way round: for editing what was sent or waits. Attachments without a place in the text stand beside it. */
export function fromMessage(message: Pick<Message, 'text' | 'attachments'>, newId: () => string): Written {
  const mentions: Mention[] = []
  const files: AttachedFile[] = []
  for (const attachment of message.attachments ?? []) {
    const offsets = attachment.range === undefined ? undefined : offsetsOf(message.text, attachment.range)
    if (offsets !== undefined) mentions.push({ ...offsets, attachment })
    else files.push({ id: newId(), attachment })
  }
  mentions.sort((a, b) => a.start - b.start)
  return { text: message.text, mentions, files }
}

/** What could not be sent, before whatever was written meanwhile. */
export function putBack(sent: Written, now: Written): Written {
  if (isEmpty(now)) return sent
  const between = sent.text === '' || now.text === '' ? '' : '\n'
  const by = sent.text.length + between.length
  return {
    text: `${sent.text}${between}${now.text}`,
    mentions: [
      ...sent.mentions,
      ...now.mentions.map((mention) => ({ ...mention, start: mention.start + by, end: mention.end + by })),
    ],
    files: [...sent.files, ...now.files],
  }
}

/** Two messages as one, the first first, with an empty line between them. The later choice of a model counts. */
export function mergeMessages(first: Message, second: Message): Message {
  const before = `${first.text}\n\n`
  const lines = before.split('\n').length - 1
  const moved = (second.attachments ?? []).map((attachment): MessageAttachment => {
    if (attachment.range === undefined) return attachment
    const { start, end } = attachment.range
    return {
      ...attachment,
      range: { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } },
    }
  })
  const attachments = [...(first.attachments ?? []), ...moved]
  const model = second.model ?? first.model
  return {
    ...first,
    text: `${before}${second.text}`,
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(model === undefined ? {} : { model }),
  }
}
