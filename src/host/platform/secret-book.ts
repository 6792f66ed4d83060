import type { Dispose } from './disposable.ts'

/**
 * Everything that must not be kept or shown: the secrets this host holds, and texts shaped like the keys of known services.
 * They are replaced before anything is appended, logged or exported (DESIGN, Storage).
 */
export interface SecretBook {
  /** From now on `secret` is replaced wherever it occurs; `name` is what stands there instead. */
  hold(secret: string, name: string): Dispose
  redact(text: string): string
  /** Redacts a text that is compared line by line: it has as many lines afterwards. */
  redactLines(text: string): string
  /** A JSON value with its texts redacted; the same object where nothing was found. Signatures of providers stay as they are. */
  redactValue<T>(value: T): T
  /**
   * Redacts a text that comes in pieces: what may be the beginning of a secret is held back until more comes, or the end. `least`:
   * of a beginning that is shorter nothing is held back; should it become a secret, so much of it has been shown. Default: 1.
   */
  stream(options?: { readonly least?: number }): SecretStream
}

/** A text that comes in pieces and goes on without its secrets. */
export interface SecretStream {
  /** What may be shown now: of this piece, and of what was held back before. */
  write(text: string): string
  /** What is still held back, redacted. More may follow: of a secret that began before, the rest is removed. */
  end(): string
  /** 0: nothing is held back; else how long that which may be a secret is by now, with what of it has been given out. */
  readonly heldBack: number
}
