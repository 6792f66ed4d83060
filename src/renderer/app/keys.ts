import { useEffect, useRef } from 'react'

/** What the keyboard can ask for anywhere. */
export type Command =
  | 'new'
  | 'palette'
  | 'next-needs-you'
  | 'stop'
  | 'dock'
  | 'sidebar'
  | 'review'
  | 'terminal'
  | 'settings'
  | 'shortcuts'
  | 'next-pane'
  | `session-${number}`

/** One way to ask: `mod` is ⌘ or Ctrl. `code` names the physical key, so that ⌥N works where it types ñ. */
interface Binding {
  readonly command: Command
  readonly mod?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
  readonly ctrl?: boolean
  readonly code: string
  /** Also while a text is being written. */
  readonly inFields: boolean
}

/** Keys a browser tab owns have an ⌥ variant; the window has both. */
export const bindings: readonly Binding[] = [
  { command: 'palette', mod: true, code: 'KeyK', inFields: true },
  { command: 'new', alt: true, code: 'KeyN', inFields: true },
  { command: 'new', mod: true, code: 'KeyN', inFields: true },
  { command: 'next-needs-you', alt: true, code: 'KeyA', inFields: true },
  { command: 'next-needs-you', mod: true, shift: true, code: 'KeyA', inFields: true },
  { command: 'review', alt: true, code: 'KeyR', inFields: true },
  { command: 'review', mod: true, shift: true, code: 'KeyR', inFields: true },
  { command: 'stop', mod: true, code: 'Period', inFields: true },
  { command: 'dock', mod: true, code: 'KeyJ', inFields: true },
  { command: 'sidebar', mod: true, code: 'KeyB', inFields: true },
  { command: 'terminal', ctrl: true, code: 'Backquote', inFields: true },
  { command: 'settings', mod: true, code: 'Comma', inFields: true },
  { command: 'next-pane', code: 'F6', inFields: true },
  { command: 'shortcuts', shift: true, code: 'Slash', inFields: false },
  ...Array.from({ length: 9 }, (_, index) => [
    { command: `session-${index + 1}` as const, alt: true, code: `Digit${index + 1}`, inFields: true },
    { command: `session-${index + 1}` as const, mod: true, code: `Digit${index + 1}`, inFields: true },
  ]).flat(),
]

type KeyFacts = Pick<KeyboardEvent, 'code' | 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'isComposing'>

/** What a key press asks for; undefined when it is none of ours. */
export function commandOf(event: KeyFacts, apple: boolean, inField: boolean): Command | undefined {
  if (event.isComposing) return undefined
  // The layout decides where the question mark is.
  if (event.key === '?' && !inField && !event.metaKey && !event.ctrlKey && !event.altKey) return 'shortcuts'
  const mod = apple ? event.metaKey : event.ctrlKey
  const otherMod = apple ? event.ctrlKey : event.metaKey
  return bindings.find((binding) => {
    if (binding.code !== event.code || binding.command === 'shortcuts') return false
    if (inField && !binding.inFields) return false
    const wantsCtrl = binding.ctrl === true
    const modFits = wantsCtrl ? event.ctrlKey && !event.metaKey : mod === (binding.mod === true) && !otherMod
    return modFits && event.altKey === (binding.alt === true) && event.shiftKey === (binding.shift === true)
  })?.command
}

/** Hears the keyboard of the whole page. */
export function useKeys(apple: boolean, run: (command: Command) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      const target = event.target instanceof HTMLElement ? event.target : undefined
      const inField =
        target?.closest('input, textarea, select, [contenteditable="true"], .monaco-editor, .xterm') != null
      const command = commandOf(event, apple, inField)
      if (command === undefined) return
      event.preventDefault()
      latest.current(command)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [apple])
}

/** How a key is written: `⌘K` or `Ctrl+K`. */
export function keyText(keys: string, apple: boolean): string {
  return keys
    .split('+')
    .map((part) => {
      if (part === 'mod') return apple ? '⌘' : 'Ctrl'
      if (part === 'alt') return apple ? '⌥' : 'Alt'
      if (part === 'shift') return apple ? '⇧' : 'Shift'
      if (part === 'ctrl') return apple ? '⌃' : 'Ctrl'
      return part
    })
    .join(apple ? '' : '+')
}
