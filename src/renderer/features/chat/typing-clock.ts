import { typedMs } from './key-guard.ts'

/** The clock of this file and of the card's guard; milliseconds. */
export function nowMs(): number {
  return performance.now()
}

let typedAtMs: number | undefined
let isHearing = false

/** When something was last typed outside of an approval; milliseconds of `performance.now()`. */
export function lastTypedAtMs(): number | undefined {
  return typedAtMs
}

/** Begins to notice typing on the page. More than once does nothing more. */
export function noticeTyping(): void {
  if (isHearing) return
  isHearing = true
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[data-approval]') !== null) return
      typedAtMs = nowMs()
    },
    { capture: true },
  )
}

/** For tests: as if nothing had ever been typed. */
export function forgetTyping(): void {
  typedAtMs = undefined
}

/** Whether the person is in the middle of writing something. */
export function isWriting(atMs: number): boolean {
  if (typedAtMs !== undefined && atMs - typedAtMs < typedMs) return true
  const active = document.activeElement
  if (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) return active.value !== ''
  return active?.closest('.monaco-editor, .xterm, [contenteditable="true"]') != null
}
