import { statSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { MessageAttachment, MessageResourceAttachment } from '../../protocol/channels/chat/message.ts'
import { filePathOf, parseChannelUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { ReadAttachment } from '../harnesses/adapter.ts'
import { decidePath, workspaceScope } from '../platform/paths/decide-path.ts'
import { listJudged, readJudged } from '../platform/paths/judged-files.ts'
import { maxTextBytes } from '../tools/text-file.ts'
import { largestImage, readBytes, readOutput, readText, unreadable } from './attached-content.ts'
import { transcriptOf } from './transcript.ts'

/** Content behind a URI of our own schemes; undefined for every other scheme. */
export type ReadOwn = (
  uri: string,
) => Promise<{ kind: 'content'; data: Uint8Array } | { kind: 'missing' } | { kind: 'malformed' } | undefined>

/** What attachments are read with. */
export interface AttachmentNeeds {
  readonly channels: Channels
  readonly home: string
  readonly dataFolder: string
  readOwn: ReadOwn
  /** Output of a terminal of this session that is no longer open as a channel. */
  readRetired(session: string, uri: string): { readonly text: string } | undefined
}

/** What all attachments of one turn may take together: characters of text, bytes of images. */
const mostText = 600_000
const mostImages = 16 * 1024 * 1024

const mostEntries = 1000

/**
 * Reads what is attached to the messages of one turn, for a model: inside the session's workspace, by the path rules, with
 * nobody asked (attacks README, P). What cannot be read says why.
 */
export function createAttachmentReader(
  needs: AttachmentNeeds,
  place: { readonly session: string; readonly workspace: string },
): (attachment: MessageAttachment) => Promise<ReadAttachment> {
  let text = 0
  let images = 0
  return async (attachment) => {
    const read = await readOne(needs, place, attachment)
    if (read.kind === 'text') {
      if (text + read.text.length > mostText) return unreadable(read.label, 'too much is attached to this turn already')
      text += read.text.length
    } else if (read.kind === 'image') {
      if (images + read.data.length > mostImages)
        return unreadable(read.label, 'too many images are attached to this turn already')
      images += read.data.length
    }
    return read
  }
}

async function readOne(
  needs: AttachmentNeeds,
  place: { readonly session: string; readonly workspace: string },
  attachment: MessageAttachment,
): Promise<ReadAttachment> {
  const { label } = attachment
  switch (attachment.type) {
    case 'simple':
      return attachment.modelRepresentation === undefined
        ? unreadable(label, 'it came without a text to read')
        : readText(label, attachment.modelRepresentation, undefined)
    case 'embeddedResource':
      return readBytes(label, Buffer.from(attachment.data, 'base64'), attachment.selection)
    case 'resource':
      return readResource(needs, place, attachment)
    case 'chat': {
      const chat = needs.channels.state(attachment.resource, 'chat')
      if (chat === undefined) return unreadable(label, 'that chat is not there any more')
      const text = transcriptOf(chat, attachment.endTurn)
      return text === undefined
        ? unreadable(label, 'that chat has no such turn any more')
        : { kind: 'text', label, text: text === '' ? 'Nothing was said in that chat yet.' : text }
    }
    case 'annotations':
      return unreadable(label, 'this host keeps no annotations')
    default:
      return unreadable(label, 'this kind of attachment is not known here')
  }
}

async function readResource(
  needs: AttachmentNeeds,
  { session, workspace }: { readonly session: string; readonly workspace: string },
  { uri, label, selection }: MessageResourceAttachment,
): Promise<ReadAttachment> {
  if (parseChannelUri(uri)?.kind === 'terminal') return readTerminal(needs, session, uri, label)
  const own = await needs.readOwn(uri)
  if (own !== undefined)
    return own.kind === 'content'
      ? readBytes(label, own.data, selection)
      : unreadable(label, 'its content is not kept any more')
  const path = filePathOf(uri)
  if (path === undefined) return unreadable(label, 'only files of this machine can be read')
  const decision = decidePath('read', path, workspaceScope({ ...needs, workspace }))
  const { real } = decision
  if (decision.answer !== 'allow' || real === undefined)
    return unreadable(label, decision.reasons.map(({ text }) => text).join(' ') || 'the path rules refuse it')
  const shown = relative(workspace, real).split(sep).join('/')
  if (statSync(real, { throwIfNoEntry: false })?.isDirectory() === true)
    return readFolder(real, shown === '' ? label : shown)
  const used = readJudged(real, { maxBytes: Math.max(maxTextBytes, largestImage) })
  return used.kind === 'done' ? readBytes(shown, used.value.bytes, selection) : unreadable(shown, used.text)
}

function readFolder(real: string, label: string): ReadAttachment {
  const used = listJudged(real)
  if (used.kind !== 'done') return unreadable(label, used.text)
  const names = used.value.map(({ name, kind }) => (kind === 'dir' ? `${name}/` : name)).sort()
  const more = names.length - mostEntries
  const lines = more > 0 ? [...names.slice(0, mostEntries), `… ${more} more …`] : names
  return { kind: 'text', label, text: lines.length === 0 ? 'The folder is empty.' : lines.join('\n') }
}

/** Terminals of this session, and shells of the person's own, who names them; no other session's. */
function readTerminal(needs: AttachmentNeeds, session: string, uri: string, label: string): ReadAttachment {
  const state = needs.channels.state(uri, 'terminal')
  if (state === undefined) {
    const kept = needs.readRetired(session, uri)
    return kept === undefined ? unreadable(label, 'that terminal is not there any more') : readOutput(label, kept.text)
  }
  if (state.claim.kind === 'session' && state.claim.session !== session)
    return unreadable(label, 'that terminal belongs to another session')
  return readOutput(label, state.content.map((part) => (part.type === 'command' ? part.output : part.value)).join(''))
}
