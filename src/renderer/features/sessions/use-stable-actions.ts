import { useLayoutEffect, useRef, useState } from 'react'
import type { RowActions } from './row-actions.ts'

/** The actions as one object that stays the same and always does what the latest ones do. */
export function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<RowActions>(() => ({
    press: (session, how) => latest.current.press(session, how),
    openBeside: (session) => latest.current.openBeside(session),
    startRename: (session) => latest.current.startRename(session),
    endRename: (summary, title) => latest.current.endRename(summary, title),
    setPinned: (session, isPinned) => latest.current.setPinned(session, isPinned),
    movePin: (session, step) => latest.current.movePin(session, step),
    archive: (summary) => latest.current.archive(summary),
    unarchive: (summary) => latest.current.unarchive(summary),
    setRead: (session, isRead) => latest.current.setRead(session, isRead),
    stop: (summary) => latest.current.stop(summary),
    askDelete: (summary) => latest.current.askDelete(summary),
    enter: (session) => latest.current.enter(session),
    drag: (session) => latest.current.drag(session),
  }))
  return stable
}
