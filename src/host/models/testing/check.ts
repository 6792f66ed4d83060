/** What checks of requests know beside the body. */
export interface Issued {
  /** Signatures and encrypted contents this very model has given out, with the reasoning each belongs to. */
  readonly signatures: ReadonlyMap<string, string>
}

/** A check of a request body: the message of the 400 it would be answered with, `undefined` where it is taken. */
export type CheckBody = (body: Json, issued: Issued) => string | undefined

/** An object as it came over the wire. */
export type Json = { readonly [key: string]: unknown }

/** Ends a check; caught by `checked`. */
class Refused extends Error {}

/** Refuses the request in the provider's words. */
export function refuse(message: string): never {
  throw new Refused(message)
}

/** A check made of code that calls `refuse`. */
export function checked(check: (body: Json, issued: Issued) => void): CheckBody {
  return (body, issued) => {
    try {
      check(body, issued)
      return undefined
    } catch (error) {
      if (error instanceof Refused) return error.message
      throw error
    }
  }
}

/** Whether it is an object, and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `value` as an object; else refuses with `message`. */
export function object(value: unknown, message: string): Json {
  return isObject(value) ? value : refuse(message)
}

/** `value` as a list; else refuses with `message`. */
export function list(value: unknown, message: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(message)
}

/** `value` as a text; else refuses with `message`. */
export function text(value: unknown, message: string): string {
  return typeof value === 'string' ? value : refuse(message)
}

/** Refuses where `value` has a key that is not listed. */
export function onlyKeys(value: Json, keys: readonly string[], message: (key: string) => string): void {
  for (const key of Object.keys(value)) if (!keys.includes(key) && value[key] !== undefined) refuse(message(key))
}

/** Refuses where a text anywhere in `value` is not Unicode: no JSON parser behind any provider takes a lone surrogate. */
export function wellFormed(value: unknown, message: string): void {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value) || value.includes('\0')) refuse(message)
  } else if (Array.isArray(value)) {
    for (const item of value) wellFormed(item, message)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      wellFormed(key, message)
      wellFormed(item, message)
    }
  }
}

/** How deep objects and lists stand in each other. */
export function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** First bytes by kind, read as Latin-1. */
const starts: readonly (readonly [type: string, fits: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1A\n')],
  ['image/jpeg', (start) => start.startsWith('\xFF\xD8\xFF')],
  ['image/gif', (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)],
]

/** The kind of a base64 image by its first bytes; `undefined` where it is no base64 or none of the usual kinds. */
export function imageKind(data: string): string | undefined {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined
  const start = Buffer.from(data.slice(0, 32), 'base64').toString('latin1')
  return starts.find(([, fits]) => fits(start))?.[0]
}
