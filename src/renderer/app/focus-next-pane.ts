/** F6: the next of sidebar, session and dock. */
export function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(at + 1) % Math.max(1, panes.length)]
  const target = next?.querySelector<HTMLElement>(
    '[aria-current="true"], textarea, [role="tab"][data-state="active"], button',
  )
  ;(target ?? next)?.focus()
}
