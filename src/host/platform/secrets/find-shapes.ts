import { escapeForRegExp, type Found, type Search } from './found.ts'
import { keyShapes, type KeyShape } from './key-shapes.ts'
import { findPrivateKey, privateKeyStart } from './private-keys.ts'

/** A run longer than this is data, not a key that is still coming. */
const longestToken = 4096

const shapeOf = new Map(keyShapes.flatMap((shape) => shape.starts.map((start) => [start, shape] as const)))
const starts = [...shapeOf.keys(), privateKeyStart]
const longestStart = Math.max(...starts.map(({ length }) => length))
const beginnings = new Set(starts.flatMap((start) => [...start].map((_, length) => start.slice(0, length + 1))))

const alternatives = (texts: readonly string[]) => [...new Set(texts)].map(escapeForRegExp).join('|')

/** Longer ones first: `sk-ant-` is tried before `sk-`. */
const anyStart = new RegExp(alternatives(starts.toSorted((a, b) => b.length - a.length)), 'g')

/*
 * Whether there is any start at all, asked first since nearly every text has none. Most starts have a separator early on, and
 * to look only at separators is several times as fast as to look at every letter.
 */
const separated = /^[A-Za-z0-9]+[-_.]/
const beforeSeparator = new RegExp(
  `[-_.](?<=${alternatives(starts.flatMap((each) => separated.exec(each)?.[0] ?? []))})`,
)
const withoutSeparator = new RegExp(alternatives(starts.filter((each) => !separated.test(each))))

/** What ends in a letter or digit and yet is no part of the word after it: escapes of JSON, URLs and terminals. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const escapeBefore = /(?:\\[nrtbfv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\x1b\[[0-9;]{0,12}[A-Za-z])$/
const longestEscape = 16

/** Looks for texts shaped like keys (the list is key-shapes.ts) and for private keys. */
export function findShapes(text: string, from: number, final: boolean): Search {
  const found: Found[] = []
  const open = final ? text.length : openTail(text, from)
  if (!beforeSeparator.test(text) && !withoutSeparator.test(text)) return { found, open }
  const measure = createMeasure(text)
  anyStart.lastIndex = from
  for (let match = anyStart.exec(text); match !== null; match = anyStart.exec(text)) {
    const [start] = match
    const shape = shapeOf.get(start)
    const at = shape
      ? findKey(text, match.index, start, shape, final, measure)
      : findPrivateKey(text, match.index, final)
    if (at === 'open') return { found, open: match.index }
    if (at !== undefined) found.push(at)
    anyStart.lastIndex = at?.end ?? match.index + 1
  }
  return { found, open }
}

/** Where the longest beginning of a start stands at the text's very end. */
function openTail(text: string, from: number): number {
  for (let length = Math.min(longestStart - 1, text.length - from); length > 0; length--) {
    if (beginnings.has(text.slice(text.length - length))) return text.length - length
  }
  return text.length
}

function findKey(
  text: string,
  index: number,
  start: string,
  shape: KeyShape,
  final: boolean,
  measure: (run: RegExp, begin: number) => number,
): Found | 'open' | undefined {
  if (!mayBegin(text, index, shape.before)) return undefined
  const afterStart = index + start.length
  const begin = shape.gap === undefined ? afterStart : endOf(shape.gap, text, afterStart)
  if (begin === undefined) {
    // What may yet become the gap: no more than it can be long.
    const isShort = text.length - afterStart < 24 && !final
    return isShort && /^[\s"'\\:=>A-Za-z]*$/.test(text.slice(afterStart)) ? 'open' : undefined
  }
  const runEnd = measure(shape.run, begin)
  if (!final && runEnd === text.length && runEnd - index < longestToken) return 'open'
  if (runEnd - begin < shape.least || runEnd - begin > shape.most) return undefined
  const end = shape.key === undefined ? runEnd : keyEnd(shape.key, text, begin, runEnd)
  if (end === undefined || !holds(text.slice(begin, Math.min(end, begin + 200)), shape.holds)) return undefined
  if (shape.before === 'strict' && /[+/=]/.test(text.charAt(end))) return undefined
  return { start: shape.gap === undefined ? index : begin, end, since: index, name: shape.name }
}

/** Tells where a run ends. Starts may stand close together in one long run: it is measured once. */
function createMeasure(text: string): (run: RegExp, begin: number) => number {
  const measured = new Map<RegExp, { readonly begin: number; readonly end: number }>()
  return (run, begin) => {
    const known = measured.get(run)
    if (known !== undefined && known.begin <= begin && begin < known.end) return known.end
    const end = endOf(run, text, begin) ?? begin
    measured.set(run, { begin, end })
    return end
  }
}

function keyEnd(key: RegExp, text: string, begin: number, runEnd: number): number | undefined {
  // A long run without a dot is no web token, and many starts may stand in it.
  return text.slice(begin, Math.min(runEnd, begin + 2048)).includes('.') ? endOf(key, text, begin) : undefined
}

function endOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at
  return sticky.test(text) ? sticky.lastIndex : undefined
}

function mayBegin(text: string, index: number, before: KeyShape['before']): boolean {
  if (before === 'any' || index === 0) return true
  const barred = before === 'word' ? /[A-Za-z0-9]/ : /[A-Za-z0-9+/=_-]/
  if (!barred.test(text.charAt(index - 1))) return true
  // `KEY=AIza…` is how keys are written; encoded data has `=` at its end only.
  if (text.charAt(index - 1) === '=') return true
  return escapeBefore.test(text.slice(Math.max(0, index - longestEscape), index))
}

function holds(key: string, what: KeyShape['holds']): boolean {
  return /[0-9]/.test(key) || (what === 'variety' && /[a-z]/.test(key) && /[A-Z]/.test(key))
}
