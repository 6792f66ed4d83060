import type { SecretStream } from '../secret-book.ts'
import { markOf, mergeFound, type Found, type Search, type Searcher } from './found.ts'

/** The most that is held back; what grows longer is judged as it is. */
const mostHeld = 20_480
/** Enough to tell whether an escape stands before a word. */
const context = 32

/**
 * Redacts a text that comes in pieces. What has been given out stays in sight as long as a secret may have begun in it: if it did,
 * the rest of the secret is removed.
 */
export function createSecretStream(search: Searcher, least: number): SecretStream {
  /** The raw text in sight; up to `given` it was given out. */
  let seen = ''
  let given = 0
  /** Where something begins that is not decided, and whether a mark was given out for it already. */
  let open = 0
  let marked = false

  function advance(text: string, final: boolean): string {
    seen += text
    const { found, hold: begin, since } = settle(search(seen, open, false))
    const hold = seen.length - begin < least ? seen.length : begin
    const mustEnd = final || seen.length - hold > mostHeld
    const upTo = mustEnd ? seen.length : Math.max(given, hold)
    const decided = mustEnd ? mergeFound(search(seen, open, true).found) : found.filter(({ end }) => end <= begin)
    const out = render(decided, upTo)
    marked = decided.some(({ start, end }) => start <= upTo && end > begin) || (marked && since === open)
    open = since
    given = upTo
    trim()
    return out
  }

  function render(found: readonly Found[], upTo: number): string {
    let out = ''
    let at = given
    for (const { start, end, name } of found) {
      if (end <= given) continue
      // It began in what was given out, and its mark may have been, too.
      if (start >= given) out += seen.slice(at, start) + markOf(name)
      else if (!marked) out += markOf(name)
      at = end
    }
    return out + seen.slice(at, upTo)
  }

  function trim(): void {
    const drop = Math.max(0, Math.min(open, given) - context)
    // A secret that goes on for ever is none.
    const dropped = seen.length - drop > 2 * mostHeld ? seen.length - context : drop
    seen = seen.slice(dropped)
    given -= dropped
    open = Math.max(0, open - dropped)
  }

  return {
    write: (text) => (text === '' ? '' : advance(text, false)),
    end: () => advance('', true),
    get heldBack() {
      return given === seen.length ? 0 : seen.length - open
    },
  }
}

/** What is open may reach back to the beginning of something found that it may make longer. */
function settle({ found, open }: Search): {
  readonly found: readonly Found[]
  readonly hold: number
  readonly since: number
} {
  const merged = mergeFound(found)
  const around = merged.find(({ start, end }) => start < open && end > open)
  return { found: merged, hold: around?.start ?? open, since: around?.since ?? open }
}
