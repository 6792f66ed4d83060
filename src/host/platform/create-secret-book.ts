import type { SecretBook } from './secret-book.ts'

/** An empty book. */
export function createSecretBook(): SecretBook {
  return {
    hold: () => () => {},
    redact: (text) => text,
    redactValue: (value) => value,
    stream: () => ({ write: (text) => text, end: () => '' }),
  }
}
