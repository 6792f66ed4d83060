/** F6: from one of sidebar, sessions and dock to the next, or with -1 to the one before. */
export function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = at === -1 ? panes[0] : panes[(at + step + panes.length) % panes.length]
  const target = next?.querySelector<HTMLElement>(
    '[aria-current="true"], textarea, [role="tab"][data-state="active"], button',
  )
  ;(target ?? next)?.focus()
}
