import type { Dispose } from '../disposable.ts'
import { escapeForRegExp, type Found, type Search } from './found.ts'

/** The secrets a host holds, as texts are searched for them. */
export interface HeldSecrets {
  add(secret: string, name: string): Dispose
  find(text: string, from: number, final: boolean): Search
  readonly isEmpty: boolean
}

/** A text that is looked for; `form` is the whole it is a part of, `offset` where. */
interface Needle {
  readonly text: string
  readonly form: string
  readonly offset: number
  readonly name: string
}

/** Shorter ones would be found in ordinary words. */
const shortestSecret = 8
/** A half that is at least this long gives the whole away. */
const shortestHalf = 16
/** In a shorter text all needles are looked for at once, in a longer one the system's own search for each is faster. */
const longestShort = 8192
/** `ollama`, `not-needed`, `sk-no-key-required`: what people give where a key is asked for and none is needed. */
const placeholder = /^(?=.{1,20}$)[A-Za-z]+(?:[-_ ][A-Za-z]+)*$/

/** Whether a secret can be replaced without replacing ordinary words. */
function isHoldable(secret: string): boolean {
  return secret.length >= shortestSecret && !placeholder.test(secret)
}

/**
 * The texts in which a secret is the same secret: as it is, inside JSON text, inside a URL, and inside anything encoded in
 * base64 (`user:key` of a header, a file), where it looks different after each third byte. Other disguises are not looked for:
 * whoever may run code with the key in hand can think of any.
 */
function formsOf(secret: string): { readonly plain: readonly string[]; readonly encoded: readonly string[] } {
  const url = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  return {
    plain: [secret, json, json.replaceAll('/', '\\/'), url, url.replaceAll(/%../g, (code) => code.toLowerCase())],
    encoded: [0, 1, 2].flatMap((before) => encodedAfter(secret, before)),
  }
}

/** The characters that are the same whatever stands around the secret, in both alphabets. */
function encodedAfter(secret: string, bytesBefore: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)])
  const first = Math.ceil((bytesBefore * 8) / 6)
  const text = bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6))
  return text.length < shortestSecret + 2 ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')]
}

/** No secrets yet. The same one may be added twice; it is held until both are disposed. */
export function createHeldSecrets(): HeldSecrets {
  const held = new Set<{ readonly secret: string; readonly name: string }>()
  let needles: readonly Needle[] = []
  let byFirst: ReadonlyMap<string, readonly string[]> = new Map()
  let longest = 0
  let any: RegExp | undefined

  function rebuild(): void {
    const byText = new Map<string, Needle>()
    for (const { secret, name } of held) {
      const { plain, encoded } = formsOf(secret)
      const all = [...plain.flatMap((form) => needlesOf(form, name)), ...encoded.map((form) => wholeOf(form, name))]
      for (const needle of all) if (!byText.has(needle.text)) byText.set(needle.text, needle)
    }
    needles = [...byText.values()]
    const texts = [...byText.keys()]
    const grouped = new Map<string, string[]>()
    for (const text of texts) grouped.set(text.charAt(0), [...(grouped.get(text.charAt(0)) ?? []), text])
    byFirst = grouped
    longest = Math.max(0, ...texts.map(({ length }) => length))
    any = texts.length === 0 ? undefined : new RegExp(texts.map(escapeForRegExp).join('|'))
  }

  /** Where the longest beginning of a needle stands at the text's very end. */
  function openTail(text: string, from: number): number {
    for (let at = Math.max(from, text.length - longest + 1); at < text.length; at++) {
      const candidates = byFirst.get(text.charAt(at))
      if (candidates === undefined) continue
      const tail = text.slice(at)
      if (candidates.some((needle) => needle.length > tail.length && needle.startsWith(tail))) return at
    }
    return text.length
  }

  return {
    add(text, name) {
      const secret = text.trim()
      if (!isHoldable(secret)) return () => {}
      const entry = { secret, name: name.replaceAll(/[[\]\r\n]/g, ' ') }
      held.add(entry)
      rebuild()
      return () => {
        if (held.delete(entry)) rebuild()
      }
    },
    find(text, from, final) {
      const found: Found[] = []
      let open = final ? text.length : openTail(text, from)
      if (any === undefined || (text.length < longestShort && !any.test(text))) return { found, open }
      for (const needle of needles) {
        for (let at = text.indexOf(needle.text, from); at !== -1; at = text.indexOf(needle.text, at + 1)) {
          const end = extend(text, at, needle)
          found.push({ start: at, end, since: at, name: needle.name })
          if (!final && end === text.length && needle.offset + end - at < needle.form.length) open = Math.min(open, at)
        }
      }
      return { found, open }
    },
    get isEmpty() {
      return needles.length === 0
    },
  }
}

/** A long secret is looked for by its halves, so that one cut off in the middle is found, too. */
function needlesOf(form: string, name: string): readonly Needle[] {
  const half = Math.floor(form.length / 2)
  if (half < shortestHalf) return [wholeOf(form, name)]
  const [first, second] = [form.slice(0, half), form.slice(half)]
  return [
    { text: first, form, offset: 0, name },
    { text: second, form, offset: half, name },
  ]
}

function wholeOf(form: string, name: string): Needle {
  return { text: form, form, offset: 0, name }
}

/** How far the text goes on as the secret does. */
function extend(text: string, at: number, { text: needle, form, offset }: Needle): number {
  let length = needle.length
  while (offset + length < form.length && text[at + length] === form[offset + length]) length++
  return at + length
}
