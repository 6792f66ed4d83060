/** What of a key is looked at. */
export interface TerminalKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * `terminal`: goes to the program. `page`: the browser and the app get it, pasting included. The rest is ours; scrolling
 * by keys is for terminals nobody types in.
 */
export type KeyUse = 'terminal' | 'page' | 'copy' | 'page-up' | 'page-down' | 'top' | 'bottom'

export interface KeyFacts {
  readonly hasSelection: boolean
  readonly readOnly: boolean
  readonly keyboard: 'apple' | 'other'
}

/** Who gets a key that is pressed in a terminal. */
export function keyUse(press: TerminalKey, { hasSelection, readOnly, keyboard }: KeyFacts): KeyUse {
  const key = press.key.toLowerCase()
  const isMain = keyboard === 'apple' ? press.metaKey : press.ctrlKey && press.shiftKey
  if (key === 'c' && isMain) return hasSelection ? 'copy' : 'page'
  if (key === 'c' && readOnly && press.ctrlKey && hasSelection) return 'copy'
  if (key === 'v' && isMain) return 'page'
  if (press.key === 'F6') return 'page'
  if (keyboard === 'apple' && press.metaKey) return 'page'
  if (!readOnly) return 'terminal'
  if (press.key === 'PageUp') return 'page-up'
  if (press.key === 'PageDown') return 'page-down'
  if (press.key === 'Home') return 'top'
  return press.key === 'End' ? 'bottom' : 'page'
}
