import { useState, type DragEvent } from 'react'
import { readPreference } from '../../platform/preferences.ts'
import { droppedSession, isSessionDrag } from './drag.ts'
import type { ListEntry } from './list-entries.ts'
import { pin, unpin } from './pins.ts'

/** Pins sessions where they are dropped. A pinned one dropped elsewhere in the list is pinned no more. */
export interface PinDrop {
  readonly dragging: string | undefined
  /** The line that what is dragged would go before. */
  readonly dropAt: string | undefined
  drag(session: string | undefined): void
  onDragOver(event: DragEvent, entry: ListEntry | undefined): void
  onDrop(event: DragEvent, entry: ListEntry | undefined): void
  onDragLeave(): void
}

export function usePinDrop(): PinDrop {
  const [dragging, setDragging] = useState<string | undefined>(undefined)
  const [dropAt, setDropAt] = useState<string | undefined>(undefined)
  return {
    dragging,
    dropAt,
    drag(session) {
      // What is dragged must not move under the pointer as the drag begins.
      setTimeout(() => setDragging(session), 0)
      setDropAt(undefined)
    },
    onDragOver(event, entry) {
      if (!isSessionDrag(event)) return
      setDropAt(takesPins(entry) ? entry?.key : undefined)
      const canUnpin = dragging !== undefined && readPreference('pinnedSessions').includes(dragging)
      if (takesPins(entry) || canUnpin) event.preventDefault()
    },
    onDrop(event, entry) {
      const session = droppedSession(event)
      setDropAt(undefined)
      setDragging(undefined)
      if (session === undefined) return
      event.preventDefault()
      if (!takesPins(entry)) unpin(session)
      else if (entry?.kind === 'session') pin(session, entry.key)
      else if (entry?.kind === 'heading') pin(session, entry.group.items[0]?.resource)
      else pin(session)
    },
    onDragLeave: () => setDropAt(undefined),
  }
}

function takesPins(entry: ListEntry | undefined): boolean {
  return entry !== undefined && (entry.kind === 'drop' || entry.group.kind === 'pinned')
}
