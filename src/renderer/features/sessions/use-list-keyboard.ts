import type { KeyboardEvent, RefObject } from 'react'
import { listIntent, neighbour } from './list-keys.ts'
import type { RowActions } from './row-actions.ts'
import { chooseAll, extendTo, nothingChosen, toggle, type Selection } from './selection.ts'
import type { GridHandle } from './session-grid.tsx'
import type { ListContents } from './use-list-contents.ts'

interface KeyboardNeeds {
  readonly contents: ListContents
  readonly selection: Selection
  readonly actions: Pick<RowActions, 'movePin' | 'startRename'>
  readonly grid: RefObject<GridHandle | null>
  readonly filterBox: RefObject<HTMLInputElement | null>
  /** How many lines a page is. */
  readonly page: number
  onChoice(selection: Selection): void
  /** Whether there was something to leave: a filter, the archive. */
  onEscape(): boolean
  /** What is chosen, or the line. */
  onArchive(session: string): void
  onDelete(session: string): void
  readonly onOpenBeside?: ((session: string) => void) | undefined
}

/** The keys of the list. Its lines are one stop of the Tab key; ↑ and ↓ move among sessions, ← goes to their heading. */
export function useListKeyboard(needs: KeyboardNeeds): (event: KeyboardEvent) => void {
  const { contents, selection, actions, grid, filterBox, page, onChoice, onOpenBeside } = needs
  const { entries, order, summaries } = contents

  function sessionFrom(line: string, to: 'next' | 'previous' | 'first' | 'last'): string | undefined {
    if (summaries.has(line) || to === 'first' || to === 'last') return neighbour(order, line, to)
    // From a heading, the nearest session on that side.
    const at = entries.findIndex(({ key }) => key === line)
    const side = to === 'next' ? entries.slice(at) : entries.slice(0, Math.max(0, at)).toReversed()
    return side.find(({ kind }) => kind === 'session')?.key
  }

  /** Whether the key was used. */
  function use(event: KeyboardEvent, line: string, target: HTMLElement): boolean {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const { isComposing } = event.nativeEvent
    const intent = listIntent({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing })
    const entry = entries.find((each) => each.key === line)
    const isSession = entry?.kind === 'session'
    switch (intent?.kind) {
      case undefined:
        return false
      case 'move':
      case 'page': {
        const next =
          intent.kind === 'page'
            ? order[Math.min(order.length - 1, Math.max(0, order.indexOf(line) + intent.step * page))]
            : sessionFrom(line, intent.to)
        if (next === undefined) return true
        if (intent.kind === 'move' && intent.extend)
          onChoice(extendTo({ ...selection, anchor: selection.anchor ?? line }, order, next))
        grid.current?.focus(next)
        return true
      }
      case 'toggle':
        if (!isSession || target.closest('.session-row__tools') !== null) return false
        onChoice(toggle(selection, line))
        return true
      case 'choose-all':
        onChoice(chooseAll(order))
        return true
      case 'clear':
        if (selection.chosen.size === 0) return needs.onEscape()
        onChoice(nothingChosen)
        return true
      case 'rename':
        if (isSession) actions.startRename(line)
        return isSession
      case 'archive':
        if (isSession) needs.onArchive(line)
        return isSession
      case 'delete':
        if (isSession) needs.onDelete(line)
        return isSession
      case 'tools':
        if (entry?.kind === 'heading' && entry.isClosed) contents.toggleGroup(entry.group.id)
        target.closest('[data-line]')?.querySelector<HTMLElement>('.session-row__tools button')?.focus()
        return true
      case 'heading':
        if (entry?.kind === 'heading' && !entry.isClosed) contents.toggleGroup(entry.group.id)
        if (entry?.kind === 'session') grid.current?.focus(`heading ${entry.group.id}`)
        return true
      case 'move-pin':
        if (!isSession || entry.group.kind !== 'pinned') return false
        actions.movePin(line, intent.step)
        return true
      case 'beside':
        if (!isSession || onOpenBeside === undefined) return false
        onOpenBeside(line)
        return true
      case 'type':
        // The key goes on to type itself there.
        filterBox.current?.focus()
        return false
    }
  }

  return (event) => {
    const target = event.target as HTMLElement
    const line = target.closest<HTMLElement>('[data-line]')?.dataset['line']
    if (line !== undefined && use(event, line, target)) event.preventDefault()
  }
}
