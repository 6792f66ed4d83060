import { readPreference, writePreference } from '../../platform/preferences.ts'

/** The order with a session in it: before another, or last. A session is never in it twice. */
export function withPin(pinned: readonly string[], session: string, before?: string): readonly string[] {
  if (session === before) return pinned
  const rest = pinned.filter((uri) => uri !== session)
  const at = before === undefined ? -1 : rest.indexOf(before)
  return at === -1 ? [...rest, session] : rest.toSpliced(at, 0, session)
}

/** The order with a session moved up (-1) or down (1) among those that are shown; the same at an end. */
export function movePin(
  pinned: readonly string[],
  shown: readonly string[],
  session: string,
  step: -1 | 1,
): readonly string[] {
  const other = shown[shown.indexOf(session) + step]
  if (other === undefined || !shown.includes(session)) return pinned
  return pinned.map((uri) => (uri === session ? other : uri === other ? session : uri))
}

/** Pins a session: before another, or last. Kept in this browser. */
export function pin(session: string, before?: string): void {
  writePreference('pinnedSessions', [...withPin(readPreference('pinnedSessions'), session, before)].slice(-200))
}

/** Takes the pin out. */
export function unpin(session: string): void {
  const pinned = readPreference('pinnedSessions')
  if (pinned.includes(session))
    writePreference(
      'pinnedSessions',
      pinned.filter((uri) => uri !== session),
    )
}

/** Moves a pinned session among those that are shown. */
export function shiftPin(shown: readonly string[], session: string, step: -1 | 1): void {
  writePreference('pinnedSessions', [...movePin(readPreference('pinnedSessions'), shown, session, step)])
}
