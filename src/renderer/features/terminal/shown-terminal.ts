import { perSession } from '../../platform/per-session.ts'

/** The terminal that is shown in a session's pane. `takesFocus`: it was just opened, and is to be typed in. */
export interface ShownTerminal {
  readonly uri: string
  readonly takesFocus: boolean
}

const shown = perSession<ShownTerminal>()
const listeners = new Set<() => void>()

/** What a person last chose to see, by session; kept for when the pane is shown again. */
export function shownTerminal(session: string): ShownTerminal | undefined {
  return shown.get(session)
}

export function showTerminal(session: string, uri: string, takesFocus: boolean): void {
  shown.set(session, { uri, takesFocus })
  for (const listener of [...listeners]) listener()
}

/** The pane is gone: what is shown in it when it comes back does not take the focus. */
export function leaveTerminals(session: string): void {
  const last = shown.get(session)
  if (last !== undefined) shown.set(session, { ...last, takesFocus: false })
}

/** Called after each choice. Returns how to stop. */
export function onShownTerminal(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
