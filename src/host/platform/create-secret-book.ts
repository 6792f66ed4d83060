import type { SecretBook } from './secret-book.ts'
import { findShapes } from './secrets/find-shapes.ts'
import { markFound, mergeFound, type Searcher } from './secrets/found.ts'
import { createHeldSecrets } from './secrets/held-secrets.ts'
import { redactValue } from './secrets/redact-value.ts'
import { createSecretStream } from './secrets/secret-stream.ts'

/** An empty book: it knows the shapes of keys and holds no secret yet. */
export function createSecretBook(): SecretBook {
  const held = createHeldSecrets()

  const search: Searcher = (text, from, final) => {
    const shapes = findShapes(text, from, final)
    if (held.isEmpty) return shapes
    const own = held.find(text, from, final)
    // The host's own first: what is held has the better name.
    return { found: [...own.found, ...shapes.found], open: Math.min(own.open, shapes.open) }
  }
  const redactWith = (find: Searcher) => (text: string) => {
    const { found } = find(text, 0, true)
    return found.length === 0 ? text : markFound(text, mergeFound(found))
  }
  const redact = redactWith(search)
  const redaction = { all: redact, held: redactWith(held.find) }

  return {
    hold: held.add,
    redact,
    redactLines(text) {
      const { found } = search(text, 0, true)
      return found.length === 0 ? text : markFound(text, mergeFound(found), 'keep-lines')
    },
    // What comes back is what came in, with other texts.
    redactValue: <T>(value: T) => redactValue(value, redaction) as T,
    stream: ({ least = 1 } = {}) => createSecretStream(search, least),
  }
}
