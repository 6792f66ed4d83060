/** Into the box for the first task, where it stands on the page itself. */
export function focusFirstTask(): void {
  // After what covered it has gone.
  setTimeout(() => document.querySelector<HTMLElement>('[data-view="first-run"] textarea')?.focus(), 0)
}
