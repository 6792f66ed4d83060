import { useEffect, useRef } from 'react'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { groupOf, isUnread } from '../features/sessions/group.ts'
import { useSessionCommands } from '../features/sessions/use-session-commands.ts'
import type { Platform } from '../platform/platform.ts'

interface SelectionNeeds {
  readonly platform: Platform
  /** In the order of the list. */
  readonly items: readonly SessionSummary[]
  /** The selected one of them. */
  readonly summary: SessionSummary | undefined
  readonly needYou: number
  readonly selected: string | undefined
  onSelect(session: string): void
  startDemo(): Promise<void>
}

/** What follows from which session is shown: the first choice, the demo asked for by the address, read marks, the title. */
export function useSelection(needs: SelectionNeeds): void {
  const { platform, items, summary, needYou, selected, onSelect, startDemo } = needs
  const commands = useSessionCommands()

  // The first time there is a list, the topmost session is shown: what needs the person.
  const hasChosen = useRef(selected !== undefined || platform.launch.demo)
  const first = items.find((item) => groupOf(item) !== 'archived')?.resource
  useEffect(() => {
    if (hasChosen.current || first === undefined) return
    hasChosen.current = true
    onSelect(first)
  }, [first, onSelect])

  const wantsDemo = useRef(platform.launch.demo)
  useEffect(() => {
    if (!wantsDemo.current) return
    wantsDemo.current = false
    void startDemo()
  }, [startDemo])

  const isNew = summary !== undefined && isUnread(summary)
  useEffect(() => {
    if (isNew && selected !== undefined && document.visibilityState === 'visible') commands.setRead(selected, true)
  }, [isNew, selected, commands])

  const title = summary?.title ?? ''
  useEffect(() => {
    const name = title === '' ? 'Roadstead' : `${title} · Roadstead`
    document.title = needYou > 0 ? `(${needYou}) ${name}` : name
  }, [title, needYou])
}
