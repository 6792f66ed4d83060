/** The form of a path before any look at the disk: rules P1, P2 and the text half of P11. */
import { hasControlCharacters, hasInvisibleCharacters, isWellFormed } from './characters.ts'
import { isAbsolute, splitParts, withoutDots } from './place.ts'
import type { PathPlatform, Place } from './place.ts'
import { windowsProblem } from './windows-names.ts'

/** How a path was handed over. `patch`: from a patch header. `link-target`: kept in a link as it is, so `~` is a name. */
export type PathVia = 'uri' | 'patch' | 'link-target'

/** What a relative path and `~` start from; absolute texts. */
export interface FormBase {
  readonly cwd: string
  readonly home: string
  readonly platform: PathPlatform
  readonly via?: PathVia
}

/** A path of good form. */
export interface FormedPath {
  /** Parts from the root, `.` and `..` kept: these are walked. A final slash has become a final `.`. */
  readonly steps: readonly string[]
  /** The same with dots taken out on the text. */
  readonly text: Place
  readonly endsAsFolder: boolean
  readonly invisible: boolean
}

/** A path's form, or the rule it breaks; a broken form is always a deny. */
export type FormResult =
  | { readonly ok: true; readonly form: FormedPath }
  | { readonly ok: false; readonly rule: string; readonly text: string }

const maxPathBytes = 4096
const maxPartBytes = 255

/** Checks the form of a path and makes it absolute. Reads nothing. */
export function readForm(path: string, base: FormBase): FormResult {
  const { platform } = base
  const decoded = base.via === 'uri' ? pathOfUri(path, platform) : { ok: true as const, path }
  if (!decoded.ok) return { ok: false, rule: 'P2', text: decoded.text }
  const raw = decoded.path

  const flaw = flawOf(raw, platform)
  if (flaw !== undefined) return { ok: false, rule: 'P1', text: flaw }
  const odd = platform === 'win32' ? windowsProblem(raw) : undefined
  if (odd !== undefined) return { ok: false, rule: 'P11', text: odd }

  const parts = splitParts(raw, platform)
  if (base.via === 'patch' && (isAbsolute(raw, platform) || parts.includes('..') || parts[0] === '~'))
    return { ok: false, rule: 'P2', text: 'A patch may only name files by a relative path without "..".' }

  let steps: string[]
  if (isAbsolute(raw, platform)) {
    const hasDrive = platform !== 'win32' || /^[A-Za-z]:/.test(raw)
    steps = hasDrive ? parts : [...splitParts(base.cwd, platform).slice(0, 1), ...parts]
  } else if (base.via !== 'link-target' && raw.startsWith('~')) {
    if (parts[0] !== '~') return { ok: false, rule: 'P2', text: 'Homes of other users ("~name") are not opened.' }
    steps = [...splitParts(base.home, platform), ...parts.slice(1)]
  } else {
    steps = [...splitParts(base.cwd, platform), ...parts]
  }
  const endsAsFolder = raw.endsWith('/') || (platform === 'win32' && raw.endsWith('\\')) || parts.at(-1) === '.'
  const text = withoutDots(steps, platform)
  // Windows takes dots out before it looks at the disk, so there the text is what is walked.
  const walked = platform === 'win32' ? [...text] : steps
  if (endsAsFolder) walked.push('.')
  return { ok: true, form: { steps: walked, text, endsAsFolder, invisible: hasInvisibleCharacters(raw) } }
}

function flawOf(path: string, platform: PathPlatform): string | undefined {
  if (path === '') return 'The path is empty.'
  if (!isWellFormed(path)) return 'The path has an unpaired surrogate.'
  if (hasControlCharacters(path)) return 'The path has control characters.'
  if (Buffer.byteLength(path) > maxPathBytes) return `The path is longer than ${maxPathBytes} bytes.`
  if (splitParts(path, platform).some((part) => Buffer.byteLength(part) > maxPartBytes))
    return `A name in the path is longer than ${maxPartBytes} bytes.`
  return undefined
}

/** The path in a file URI, decoded exactly once. */
function pathOfUri(uri: string, platform: PathPlatform): { ok: true; path: string } | { ok: false; text: string } {
  const match = /^file:(?:\/\/([^/]*))?(\/.*)$/is.exec(uri)
  if (match === null) return { ok: false, text: 'Only absolute file URIs name a file.' }
  const [, host = '', encoded = ''] = match
  if (host !== '' && host.toLowerCase() !== 'localhost') return { ok: false, text: 'The URI names another machine.' }
  if (/[?#]/.test(encoded)) return { ok: false, text: 'The URI has a query or a fragment.' }
  if (/%(?:2f|5c|00)/i.test(encoded)) return { ok: false, text: 'The URI hides a separator or a NUL.' }
  try {
    const path = decodeURIComponent(encoded)
    return { ok: true, path: platform === 'win32' && /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path }
  } catch {
    return { ok: false, text: 'The URI is not well encoded.' }
  }
}
