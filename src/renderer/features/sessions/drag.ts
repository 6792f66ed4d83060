import type { DragEvent } from 'react'

/** What a session of the list is as it is dragged; nothing else takes it. */
const sessionType = 'application/x-roadstead-session'

/** Takes a session along. */
export function startSessionDrag(event: DragEvent, session: string): void {
  event.dataTransfer.setData(sessionType, session)
  event.dataTransfer.effectAllowed = 'copyMove'
}

/** Whether a session is what is being dragged: its URI can be read only once it is dropped. */
export function isSessionDrag(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(sessionType)
}

/** The session that was dropped. */
export function droppedSession(event: DragEvent): string | undefined {
  const session = event.dataTransfer.getData(sessionType)
  return session === '' ? undefined : session
}
