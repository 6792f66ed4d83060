import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider'
import type { ConversationItem, ToldImage } from './conversation.ts'
import { readImage } from './to-prompt-image-facts.ts'
import type { PromptDialect, PromptTarget } from './to-prompt-target.ts'

/** What each wire takes, by the documentation of its image input. */
const taken: Record<PromptDialect, readonly string[]> = {
  anthropic: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  responses: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  chat: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  google: ['image/jpeg', 'image/png', 'image/webp'],
  compatible: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
}

/** Anthropic's limit for one image, counted in base64; the others allow as much and more. */
const maxBase64 = 5 * 1024 * 1024
/** Anthropic's limits for a side, in pixels: of any image, and of each where there are more than `manyImages` (Vision). */
const maxSide = { few: 8000, many: 2000 }
const manyImages = 20
/** Anthropic takes a hundred in a request, Google 20 MB in all. */
const maxImages = 100
const maxAllBase64 = 18 * 1024 * 1024
/** Images leave a prompt so many at a time, for each time nothing after them can be read from a cache. */
const hideStep = 10

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Which images of a conversation are shown, and how large they may be. Equal `key`s: equal rules for images that are shown. */
export interface ImageRules {
  readonly key: string
  readonly maxSide: number
  readonly hidden: ReadonlySet<ToldImage>
}

/** The rules for a conversation with these images, the oldest first. */
export function imageRules(images: readonly ToldImage[], { dialect }: PromptTarget): ImageRules {
  let bytes = images.reduce((sum, image) => sum + image.data.length, 0)
  let hide = 0
  while (images.length - hide > maxImages || bytes > maxAllBase64) {
    for (const image of images.slice(hide, hide + hideStep)) bytes -= image.data.length
    hide += hideStep
  }
  const limit = dialect !== 'anthropic' ? Infinity : images.length > manyImages ? maxSide.many : maxSide.few
  return { key: String(limit), maxSide: limit, hidden: new Set(images.slice(0, hide)) }
}

/** The images of an item, in their order. */
export function imagesOf(item: ConversationItem): readonly ToldImage[] {
  if (item.kind === 'told') return item.told.images ?? []
  return item.results.flatMap((result) => result.images ?? [])
}

/** The image as the wire takes it, or a text in its place that says why it is not shown. */
export function fitImage(
  image: ToldImage,
  target: PromptTarget,
  rules: ImageRules,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const note = (why: string): LanguageModelV4TextPart => ({ type: 'text', text: `[An image is not shown: ${why}.]` })
  if (!target.vision) return note('this model cannot see images')
  if (rules.hidden.has(image)) return note('there are too many newer ones')
  if (image.data.length > maxBase64) return note('it is larger than 5 MB')
  const facts =
    image.data.length % 4 === 0 && base64.test(image.data) ? readImage(Buffer.from(image.data, 'base64')) : undefined
  if (!facts) return note('it is damaged or of an unknown kind')
  if (!taken[target.dialect].includes(facts.type)) return note(`this model does not take ${facts.type}`)
  if (Math.max(facts.width, facts.height) > rules.maxSide) {
    return note(`it is ${facts.width} by ${facts.height} pixels, more than ${rules.maxSide}`)
  }
  return { type: 'file', mediaType: facts.type, data: { type: 'data', data: image.data } }
}
