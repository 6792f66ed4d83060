import type { AttachedFile } from '../written.ts'

/** Characters of base64 that go with a message. */
export function attachedCharacters(files: readonly AttachedFile[]): number {
  return files.reduce(
    (sum, { attachment }) => sum + (attachment.type === 'embeddedResource' ? attachment.data.length : 0),
    0,
  )
}

/** Whether the attachment is a picture, which not every model sees. */
export function isImage({ attachment }: AttachedFile): boolean {
  return attachment.type === 'embeddedResource' && attachment.contentType.startsWith('image/')
}
