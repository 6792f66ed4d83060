import { typedMs } from './key-guard.ts'
import { isWriting, lastTypedAtMs, nowMs } from './typing-clock.ts'

/** What a person does that may be the end of writing. */
const events = ['keydown', 'input', 'pointerup'] as const

/**
 * The focus goes to a card once, as soon as the person is not typing: at once, else when a message box that is empty has been left
 * alone for `typedMs`. Never out of a dialog, a menu or another session.
 * @returns how to stop waiting for that
 */
export function focusWhenIdle(card: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Timers count whole milliseconds, and one that is a fraction early would find somebody typing.
  const waitMs = () => Math.ceil(Math.max(0, (lastTypedAtMs() ?? -Infinity) + typedMs - nowMs()))
  function stop(): void {
    clearTimeout(timer)
    for (const event of events) document.removeEventListener(event, wait, { capture: true })
  }
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(look, typedMs)
  }
  function look(): void {
    if (card.contains(document.activeElement)) return stop()
    if (waitMs() > 0) {
      timer = setTimeout(look, waitMs())
      return
    }
    if (isWriting(nowMs()) || !isIdleAt(document.activeElement, card)) return
    stop()
    card.focus({ preventScroll: true })
  }
  if (!isWriting(nowMs()) && !isElsewhere(document.activeElement, card)) {
    card.focus({ preventScroll: true })
    return stop
  }
  timer = setTimeout(look, waitMs())
  for (const event of events) document.addEventListener(event, wait, { capture: true })
  return stop
}

/** In what is not to be left by itself. */
function isElsewhere(at: Element | null, card: Element): boolean {
  if (at === null || at.contains(card)) return false
  if (at.closest('[role="dialog"], [role="menu"]') !== null) return true
  const pane = at.closest('.pane')
  return pane !== null && pane !== card.closest('.pane')
}

/** Nowhere, or in a field of the same session. */
function isIdleAt(at: Element | null, card: Element): boolean {
  if (isElsewhere(at, card)) return false
  return at === null || at.contains(card) || at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement
}
