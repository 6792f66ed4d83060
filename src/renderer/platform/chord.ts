/**
 * A chord is written as `mod+shift+K`: modifiers in the order mod, ctrl, alt, shift, then the key. `mod` is ⌘ on Apple's
 * keyboards and Ctrl elsewhere. A letter is the one that is typed, so that it is where the layout has it; any other key
 * goes by its place and is named after what stands there on a US keyboard. A sign typed without a modifier, `?` say, is
 * itself.
 */
export type Chord = string

/** What of a key press is looked at. */
export type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'isComposing'
>

const places: Readonly<Record<string, string>> = {
  Period: '.',
  Comma: ',',
  Slash: '/',
  Backslash: '\\',
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  IntlBackslash: '<',
}
const modifierKeys = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'OS', 'Dead', 'Process'])

/** The chord that is pressed; undefined for a modifier alone, for an input method's keys and for the Windows key. */
export function chordOf(press: KeyPress, apple: boolean): Chord | undefined {
  if (press.isComposing || press.key === 'Process') return undefined
  if (!apple && press.metaKey) return undefined
  const key = keyOf(press)
  if (key === undefined) return undefined
  const mod = apple ? press.metaKey : press.ctrlKey
  const ctrl = apple && press.ctrlKey
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key)
  if (!mod && !ctrl && !press.altKey && press.key.length === 1 && isSign && press.key !== ' ') return press.key
  return join({ mod, ctrl, alt: press.altKey, shift: press.shiftKey }, key)
}

function keyOf({ key, code }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  // ⌥N types ñ or begins an accent; other scripts have no Latin letters. There the place tells.
  if (letter !== undefined) return letter
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  if (digit !== undefined) return digit
  const place = places[code]
  if (place !== undefined) return place
  if (modifierKeys.has(key) || key === '' || key === 'Unidentified') return undefined
  if (key === ' ') return 'Space'
  return key
}

interface Held {
  readonly mod: boolean
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const order = ['mod', 'ctrl', 'alt', 'shift'] as const

function join(held: Held, key: string): Chord {
  return [...order.filter((name) => held[name]), key].join('+')
}

/** A chord as it is compared: modifiers in order, and `ctrl` is `mod` where there is no ⌘. Undefined for what is none. */
export function normalChord(text: string, apple: boolean): Chord | undefined {
  const parts = text.split('+')
  const key = parts.pop()
  if (key === undefined || key === '') return undefined
  const names = new Set<string>(parts)
  if (names.size !== parts.length || parts.some((name) => !(order as readonly string[]).includes(name)))
    return undefined
  const ctrl = names.has('ctrl')
  return join(
    {
      mod: names.has('mod') || (ctrl && !apple),
      ctrl: ctrl && apple,
      alt: names.has('alt'),
      shift: names.has('shift'),
    },
    /^[a-z]$/.test(key) ? key.toUpperCase() : key,
  )
}

/** Whether it can be meant while a text is being written: it types nothing. */
export function typesNothing(chord: Chord): boolean {
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  if (/^F\d{1,2}$/.test(key)) return true
  return parts.includes('mod') || parts.includes('ctrl') || parts.includes('alt')
}

const appleSigns: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
const words: Readonly<Record<string, string>> = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }
const keySigns: Readonly<Record<string, string>> = {
  Enter: '⏎',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
}

/** How a chord is written on this keyboard: `⇧⌘R` or `Ctrl+Shift+R`. */
export function chordText(chord: Chord, apple: boolean): string {
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  const last = keySigns[key] ?? key
  if (!apple) return [...parts.map((name) => words[name] ?? name), last].join('+')
  // Apple's own order: ⌃⌥⇧⌘.
  const held = ['ctrl', 'alt', 'shift', 'mod'].filter((name) => parts.includes(name))
  return held.map((name) => appleSigns[name]).join('') + last
}
