/** What a key press in the message box means. */
export type ComposerIntent = 'send' | 'none'

interface KeyFacts {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  /** 229 while an input method has the key, in browsers that tell it no other way. */
  readonly keyCode: number
}

/** Enter sends (or queues), with Shift it is a new line; while an input method composes it belongs to that. */
export function composerIntent(key: KeyFacts): ComposerIntent {
  if (key.isComposing || key.keyCode === 229) return 'none'
  if (key.key === 'Enter' && !key.shiftKey && !key.altKey) return 'send'
  return 'none'
}
