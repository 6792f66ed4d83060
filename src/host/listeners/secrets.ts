import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 as hex: what is kept of a credential. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}

/** Exact comparison that takes the same time wherever the texts differ, and whatever their lengths. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(a, 'utf8').digest(),
    createHash('sha256').update(b, 'utf8').digest(),
  )
}
