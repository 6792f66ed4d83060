/** What a key press in the message box means. `steer`: into the running turn rather than behind it. */
export type ComposerIntent = 'send' | 'steer' | 'none'

export interface KeyFacts {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  /** 229 while an input method has the key, in browsers that tell it no other way. */
  readonly keyCode: number
  /** Milliseconds of the page's clock, as of `composedAtMs`. */
  readonly timeStamp?: number
}

/** Safari ends a composition before it tells of the Enter that ended it; the two come together. Milliseconds. */
export const composedMs = 50

/** Whether a key press belongs to an input method, not to us. `composedAtMs`: when the last composition ended. */
export function isOfInputMethod(key: KeyFacts, composedAtMs?: number): boolean {
  if (key.isComposing || key.keyCode === 229) return true
  return composedAtMs !== undefined && key.timeStamp !== undefined && key.timeStamp - composedAtMs < composedMs
}

/** Enter sends (or queues), with ⌘ or Ctrl it steers, with Shift it is a new line; while an input method composes it belongs to that. */
export function composerIntent(key: KeyFacts, composedAtMs?: number): ComposerIntent {
  if (key.key !== 'Enter' || key.shiftKey || key.altKey) return 'none'
  if (isOfInputMethod(key, composedAtMs)) return 'none'
  return key.ctrlKey || key.metaKey ? 'steer' : 'send'
}
