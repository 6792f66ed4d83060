/** What a key asks of the list. */
export type ListIntent =
  | { readonly kind: 'move'; readonly to: 'next' | 'previous' | 'first' | 'last'; readonly extend: boolean }
  | { readonly kind: 'page'; readonly step: -1 | 1 }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'choose-all' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'archive' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'tools' }
  | { readonly kind: 'heading' }
  | { readonly kind: 'move-pin'; readonly step: -1 | 1 }
  | { readonly kind: 'beside' }
  | { readonly kind: 'type' }

interface ListKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
}

/** What a key that is pressed on a line of the list asks for. Enter is the line's own. */
export function listIntent(press: ListKey): ListIntent | undefined {
  const { key, shiftKey, altKey, isComposing } = press
  if (isComposing) return undefined
  const mod = press.ctrlKey || press.metaKey
  if (altKey) {
    if (!mod && key === 'ArrowUp') return { kind: 'move-pin', step: -1 }
    return !mod && key === 'ArrowDown' ? { kind: 'move-pin', step: 1 } : undefined
  }
  if (mod) {
    if (key === 'Enter') return { kind: 'beside' }
    return key.toLowerCase() === 'a' && !shiftKey ? { kind: 'choose-all' } : undefined
  }
  switch (key) {
    case 'ArrowDown':
      return { kind: 'move', to: 'next', extend: shiftKey }
    case 'ArrowUp':
      return { kind: 'move', to: 'previous', extend: shiftKey }
    case 'Home':
      return { kind: 'move', to: 'first', extend: shiftKey }
    case 'End':
      return { kind: 'move', to: 'last', extend: shiftKey }
    case 'PageDown':
      return { kind: 'page', step: 1 }
    case 'PageUp':
      return { kind: 'page', step: -1 }
    case 'ArrowRight':
      return { kind: 'tools' }
    case 'ArrowLeft':
      return { kind: 'heading' }
    case ' ':
      return { kind: 'toggle' }
    case 'Escape':
      return { kind: 'clear' }
    case 'F2':
      return { kind: 'rename' }
    case 'Delete':
      return { kind: shiftKey ? 'delete' : 'archive' }
  }
  return key.length === 1 && key !== '?' ? { kind: 'type' } : undefined
}

/** The line that ↑, ↓, Home and End lead to, among the sessions in their order. */
export function neighbour(
  order: readonly string[],
  at: string | undefined,
  to: 'next' | 'previous' | 'first' | 'last',
): string | undefined {
  if (to === 'first') return order[0]
  if (to === 'last') return order.at(-1)
  const index = at === undefined ? -1 : order.indexOf(at)
  if (index === -1) return to === 'next' ? order[0] : order.at(-1)
  return order[Math.min(order.length - 1, Math.max(0, index + (to === 'next' ? 1 : -1)))]
}
