import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider'
import type { ToldImage } from './conversation.ts'
import type { PromptDialect, PromptTarget } from './to-prompt-target.ts'

/** What each wire takes, by the documentation of its image input. */
const taken: Record<PromptDialect, readonly string[]> = {
  anthropic: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  responses: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  chat: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  google: ['image/jpeg', 'image/png', 'image/webp', 'image/heic'],
  compatible: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
}

/** Anthropic's limit for one image, counted in base64; the others allow as much and more. */
const maxBase64 = 5 * 1024 * 1024

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The image as the wire takes it, or a text in its place that says why it is not shown. */
export function fitImage(image: ToldImage, target: PromptTarget): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const type = sniff(image.data)
  const note = (why: string): LanguageModelV4TextPart => ({ type: 'text', text: `[An image is not shown: ${why}.]` })
  if (!target.vision) return note('this model cannot see images')
  if (!type || image.data.length % 4 !== 0 || !base64.test(image.data))
    return note('it is damaged or of an unknown kind')
  if (!taken[target.dialect].includes(type)) return note(`this model does not take ${type}`)
  if (image.data.length > maxBase64) return note('it is larger than 5 MB')
  return { type: 'file', mediaType: type, data: { type: 'data', data: image.data } }
}

/** The kind of an image by its first bytes: a provider refuses one whose declared kind is not its real one. */
function sniff(data: string): string | undefined {
  const head = Buffer.from(data.slice(0, 24), 'base64')
  const text = head.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (text.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  if (/^ftyp(heic|heix|mif1)/.test(text.slice(4))) return 'image/heic'
  return undefined
}
