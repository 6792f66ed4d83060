import type { Found } from './found.ts'

/** How a private key in PEM begins. */
export const privateKeyStart = '-----BEGIN'

const header = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y
const headerSoFar = /^-----BEGIN[A-Z0-9 ]{0,60}-{0,5}$/
const lastLine = /-----END[A-Z0-9 ]{0,60}(?:-----)?/
const lastLineSoFar = /^-----END[A-Z0-9 ]{0,60}-{0,4}$/
const piece = /-----END|[A-Za-z0-9+/=]{16}/
const encoded = /[A-Za-z0-9+/=]+/y
/** What may stand between two lines of a key: line ends, quotes, numbers of lines, the few headers before the first. */
const widestGap = 240
/** Less than this is no key: the words of a program that deals with keys. */
const shortestBody = 40
const longestKey = 16_384

/**
 * The private key whose first line may begin at `index`, up to its last line; where that is missing, up to the end of what is
 * encoded. Only the lines' look is asked for, so that quotes, escapes or line numbers between them hide nothing.
 */
export function findPrivateKey(text: string, index: number, final: boolean): Found | 'open' | undefined {
  header.lastIndex = index
  if (!header.test(text)) return !final && headerSoFar.test(text.slice(index, index + 80)) ? 'open' : undefined
  let end = header.lastIndex
  let body = 0
  while (end - index < longestKey) {
    const near = text.slice(end, end + widestGap + 16)
    const next = piece.exec(near)
    if (next === null) {
      if (!final && end + near.length === text.length) return 'open'
      break
    }
    const at = end + next.index
    if (next[0] === '-----END') {
      const rest = text.slice(at, at + 80)
      if (!final && at + rest.length === text.length && lastLineSoFar.test(rest)) return 'open'
      end = at + (lastLine.exec(rest)?.[0].length ?? 0)
      break
    }
    encoded.lastIndex = at
    encoded.test(text)
    end = encoded.lastIndex
    body += end - at
    if (!final && end === text.length) return 'open'
  }
  return body < shortestBody ? undefined : { start: index, end, since: index, name: 'private key' }
}
