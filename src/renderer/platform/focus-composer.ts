/** On a touch screen the keyboard would come up and cover half of what was asked for. */
function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

/** The pane of the session in front, which is the only one where there is one. */
function frontPane(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.pane--focused') ?? document.querySelector<HTMLElement>('.pane')
}

/** The focus to the message box of a pane; to the pane itself until it has a box, which then takes it (`takeFocusOfPane`). */
function focusComposerOf(pane: HTMLElement | null): void {
  if (pane === null || isTouch()) return
  const field = pane.querySelector<HTMLElement>('.session-foot .composer .message-box__field:not(:disabled)')
  ;(field ?? pane).focus({ preventScroll: true })
}

/** The focus to the message box of the session in front, unless it is in that session already. */
export function focusFrontComposer(): void {
  const pane = frontPane()
  const at = document.activeElement
  if (pane === null || (at !== pane && pane.contains(at))) return
  focusComposerOf(pane)
}

/** The focus to the message box of the session an element stands in. */
export function focusComposerBeside(element: Element | null): void {
  focusComposerOf(element?.closest<HTMLElement>('.pane') ?? null)
}

/** Whether the focus is nowhere, or in a session that is not in front: then what is typed goes where nobody looks. */
export function isFocusAstray(): boolean {
  const at = document.activeElement
  if (at === null || at === document.body) return true
  const pane = at.closest('.pane')
  return pane !== null && pane !== frontPane()
}

/**
 * For the foot of a session, when it comes and goes with the box in it: takes the focus that its pane has kept for it.
 * @returns gives the focus back to the pane, if it is in the foot
 */
export function takeFocusOfPane(foot: HTMLElement): () => void {
  const pane = foot.closest<HTMLElement>('.pane')
  if (pane !== null && document.activeElement === pane) focusComposerOf(pane)
  return () => {
    if (foot.contains(document.activeElement)) pane?.focus({ preventScroll: true })
  }
}
