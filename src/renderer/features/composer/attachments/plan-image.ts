/** Pictures models take as they are. */
export const plainImageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Larger pictures are scaled down: base64 makes four bytes of three, and a message of more than 8 MiB closes the connection. */
export const maxImageBytes = 6_000_000
/** No model looks closer than this. Pixels of the longer side. */
export const maxImageSide = 2000
/** Base64 of all attachments of one message, so that the rest of it fits beside them. Characters. */
export const maxAttachedCharacters = 7_500_000

export interface ImageFacts {
  readonly type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
}

/** What is to be done with a picture before it goes with a message. */
export type ImagePlan =
  | { readonly kind: 'keep' }
  | {
      readonly kind: 'draw'
      readonly width: number
      readonly height: number
      readonly type: 'image/png' | 'image/jpeg'
    }

/** Keeps what is small enough and of a kind that models take; everything else is drawn anew, no larger than allowed. */
export function planImage({ type, bytes, width, height }: ImageFacts): ImagePlan {
  const isPlain = plainImageTypes.includes(type)
  const side = Math.max(width, height)
  if (isPlain && bytes <= maxImageBytes && side <= maxImageSide) return { kind: 'keep' }
  const by = Math.min(1, maxImageSide / Math.max(1, side))
  return {
    kind: 'draw',
    width: Math.max(1, Math.round(width * by)),
    height: Math.max(1, Math.round(height * by)),
    // A photograph stays one. Anything else may have letters in it, which JPEG blurs.
    type: type === 'image/jpeg' || (by === 1 && isPlain) ? 'image/jpeg' : 'image/png',
  }
}

/** The next smaller plan, for a picture that came out too large; undefined when it is small enough to give up on. */
export function planSmaller(plan: Extract<ImagePlan, { kind: 'draw' }>): typeof plan | undefined {
  if (plan.type === 'image/png') return { ...plan, type: 'image/jpeg' }
  if (Math.max(plan.width, plan.height) < 400) return undefined
  return { ...plan, width: Math.round(plan.width * 0.7), height: Math.round(plan.height * 0.7) }
}

/** Characters of base64 for so many bytes. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}
