import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { needOf } from '../features/sessions/group.ts'
import type { Launch } from '../platform/platform.ts'
import { readPreference, writePreference } from '../platform/preferences.ts'
import {
  closePane,
  focusedSession,
  focusPane,
  keepSessions,
  noPanes,
  openBeside,
  replaceSession,
  resizePane,
  showSession,
  soundPanes,
  type Panes,
} from './pane-model.ts'

/** The sessions side by side in this window, and what can be done with them. */
export interface PanesControl {
  readonly panes: Panes
  readonly selected: string | undefined
  show(session: string): void
  beside(session: string, index?: number): void
  replace(index: number, session: string): void
  close(index: number): void
  focus(index: number): void
  resize(index: number, share: number): void
  /** A session was deleted. */
  gone(session: string): void
}

/** `items`: in the order of the list; undefined until it is known. */
export function usePanes(launch: Launch, items: readonly SessionSummary[] | undefined): PanesControl {
  const [panes, setPanes] = useState<Panes>(() => {
    const kept = launch.demo ? noPanes : soundPanes(readPreference('panes'))
    return launch.session === undefined ? kept : showSession(kept, launch.session)
  })
  useEffect(() => writePreference('panes', { items: [...panes.items], focused: panes.focused }), [panes])

  // With the first list: what was open and is gone since leaves its pane; with none left the topmost is shown, which is
  // what needs the person.
  const isSettled = useRef(launch.demo)
  useEffect(() => {
    if (isSettled.current || items === undefined) return
    isSettled.current = true
    const there = new Set(items.map(({ resource }) => resource))
    const first = items.find((item) => needOf(item) !== 'archived')?.resource
    setPanes((now) => {
      const left = keepSessions(now, (session) => there.has(session) || session === launch.session)
      return left.items.length === 0 && first !== undefined ? showSession(left, first) : left
    })
  }, [items, launch.session])

  const update = useCallback((change: (panes: Panes) => Panes) => {
    isSettled.current = true
    setPanes(change)
  }, [])
  return useMemo(
    () => ({
      panes,
      selected: focusedSession(panes),
      show: (session) => update((now) => showSession(now, session)),
      beside: (session, index) => update((now) => openBeside(now, session, index)),
      replace: (index, session) => update((now) => replaceSession(now, index, session)),
      close: (index) => update((now) => closePane(now, index)),
      focus: (index) => update((now) => focusPane(now, index)),
      resize: (index, share) => update((now) => resizePane(now, index, share)),
      gone: (session) => update((now) => keepSessions(now, (other) => other !== session)),
    }),
    [panes, update],
  )
}
