/** What a key does in the pane. */
export type PaneCommand =
  'next-file' | 'previous-file' | 'next-change' | 'previous-change' | 'discard' | 'line-origin' | 'filter'

const commands: Readonly<Record<string, PaneCommand>> = {
  j: 'next-file',
  k: 'previous-file',
  n: 'next-change',
  p: 'previous-change',
  x: 'discard',
  w: 'line-origin',
  '/': 'filter',
}

/** What of a keyboard event is looked at. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing?: boolean
  readonly defaultPrevented?: boolean
  readonly target: EventTarget | null
}

/** The command of a key, unless a chord is pressed or the person is typing. */
export function paneCommand(press: KeyPress): PaneCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing === true || press.defaultPrevented === true)
    return undefined
  if (isTyping(press.target)) return undefined
  return Object.hasOwn(commands, press.key) ? commands[press.key] : undefined
}

/**
 * Whether keys go into a text. The read-only diff has a hidden field of its own that takes no text; its find box does.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field = target.closest<HTMLElement>('input, textarea, select, [contenteditable]:not([contenteditable="false"])')
  if (field === null) return target.isContentEditable
  if (field instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(field.type)) return false
  const ofDiff = field.closest('.monaco-editor') !== null && field.closest('.find-widget') === null
  return !ofDiff
}
