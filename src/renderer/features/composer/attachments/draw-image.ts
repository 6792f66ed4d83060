import { maxImageBytes, planSmaller, type ImagePlan } from './plan-image.ts'

/** A picture that was drawn anew. */
export interface DrawnImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** Draws a picture as planned, and smaller still until it fits; undefined when the browser cannot. */
export async function drawImage(
  source: ImageBitmap,
  plan: Extract<ImagePlan, { kind: 'draw' }>,
): Promise<DrawnImage | undefined> {
  for (let next: typeof plan | undefined = plan; next !== undefined; next = planSmaller(next)) {
    const blob = await drawOnce(source, next)
    if (blob === null) return undefined
    if (blob.size <= maxImageBytes) return { blob, width: next.width, height: next.height }
  }
  return undefined
}

function drawOnce(
  source: ImageBitmap,
  { width, height, type }: Extract<ImagePlan, { kind: 'draw' }>,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  if (type === 'image/jpeg') {
    // JPEG has no transparency; what was clear would become black.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88))
}
