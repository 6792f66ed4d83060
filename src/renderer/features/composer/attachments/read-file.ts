import type { MessageAttachment } from '../../../../protocol/channels/chat/message.ts'
import { drawImage } from './draw-image.ts'
import { base64Length, maxAttachedCharacters, planImage } from './plan-image.ts'

/** Text files up to this size go with a message; larger ones are better mentioned, and read by the agent. Bytes. */
export const maxTextBytes = 512 * 1024

/** What came of a file that was chosen, dropped or pasted. `scaled`: pixels it was scaled down to. */
export type ReadFileOutcome =
  | {
      readonly kind: 'attached'
      readonly attachment: MessageAttachment
      readonly characters: number
      readonly scaled?: { readonly width: number; readonly height: number }
    }
  | { readonly kind: 'refused'; readonly why: 'too-large' | 'not-text' | 'unreadable' | 'no-room' | 'empty' }

/** Makes an attachment of a file, or says why not. `used`: characters of base64 that go with the message already. */
export async function readFile(file: File, used: number): Promise<ReadFileOutcome> {
  try {
    if (file.size === 0) return { kind: 'refused', why: 'empty' }
    return file.type.startsWith('image/') && file.type !== 'image/svg+xml'
      ? await readImage(file, used)
      : await readText(file, used)
  } catch {
    return { kind: 'refused', why: 'unreadable' }
  }
}

async function readImage(file: File, used: number): Promise<ReadFileOutcome> {
  const source = await createImageBitmap(file)
  try {
    const plan = planImage({ type: file.type, bytes: file.size, width: source.width, height: source.height })
    const drawn = plan.kind === 'keep' ? undefined : await drawImage(source, plan)
    if (plan.kind === 'draw' && drawn === undefined) return { kind: 'refused', why: 'unreadable' }
    const blob = drawn?.blob ?? file
    const characters = base64Length(blob.size)
    if (used + characters > maxAttachedCharacters) return { kind: 'refused', why: 'no-room' }
    const isSmaller = drawn !== undefined && (drawn.width !== source.width || drawn.height !== source.height)
    return {
      kind: 'attached',
      characters,
      attachment: {
        type: 'embeddedResource',
        label: file.name || 'image',
        displayKind: 'image',
        contentType: blob.type || file.type,
        data: toBase64(new Uint8Array(await blob.arrayBuffer())),
      },
      ...(isSmaller ? { scaled: { width: drawn.width, height: drawn.height } } : {}),
    }
  } finally {
    source.close()
  }
}

async function readText(file: File, used: number): Promise<ReadFileOutcome> {
  if (file.size > maxTextBytes) {
    // What is no text at all is told so, however large.
    return { kind: 'refused', why: isText(await bytesOf(file.slice(0, 4096)), true) ? 'too-large' : 'not-text' }
  }
  const bytes = await bytesOf(file)
  if (!isText(bytes, false)) return { kind: 'refused', why: 'not-text' }
  const characters = base64Length(bytes.length)
  if (used + characters > maxAttachedCharacters) return { kind: 'refused', why: 'no-room' }
  const attachment: MessageAttachment = {
    type: 'embeddedResource',
    label: file.name || 'text.txt',
    displayKind: 'document',
    contentType: file.type.startsWith('text/') ? file.type : 'text/plain',
    data: toBase64(bytes),
  }
  return { kind: 'attached', characters, attachment }
}

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

/** UTF-8 without NUL. A piece may end within a letter. */
function isText(bytes: Uint8Array, isPiece: boolean): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isPiece })
    return true
  } catch {
    return false
  }
}

/** Base64 in slices: one call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
