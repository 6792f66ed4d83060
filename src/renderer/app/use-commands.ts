import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { changesetOperations, changesetViews } from '../../protocol/roadstead.ts'
import { changesetUri, sessionIdOf } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { needOf } from '../features/sessions/group.ts'
import { useSessionCommands } from '../features/sessions/use-session-commands.ts'
import { useCommand } from '../hosts/use-request.ts'
import { useI18n } from '../platform/i18n.tsx'
import { focusNextPane } from './focus-next-pane.ts'
import type { Command } from './keys.ts'
import { switchTheme } from './switch-theme.ts'
import type { Layout } from './use-layout.ts'
import type { PanesControl } from './use-panes.ts'
import { noOverlay, type Views } from './use-views.ts'

interface CommandNeeds {
  readonly layout: Layout
  readonly views: Views
  readonly panes: PanesControl
  /** In the order of the list. */
  readonly items: readonly SessionSummary[]
  /** The session that has the focus. */
  readonly summary: SessionSummary | undefined
  show(session: string): void
  openBeside(session: string): void
  startDemo(): void
}

/** Does what a command says. False when there was nothing to do and the key may mean something else. */
export function useRunCommand(needs: CommandNeeds): (command: Command) => boolean {
  const { layout, views, panes, items, summary, show, openBeside, startDemo } = needs
  const { t } = useI18n()
  const toast = useToast()
  const send = useCommand()
  const sessions = useSessionCommands()

  /** The line of the list that has the focus, else the next that is not open. */
  function besideWhat(): string | undefined {
    const line = document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset['line']
    const isOpen = (session: string) => panes.panes.items.some((pane) => pane.session === session)
    if (line !== undefined && items.some(({ resource }) => resource === line) && !isOpen(line)) return line
    return items.find(({ resource }) => !isOpen(resource))?.resource
  }

  async function undoDiscard(session: string): Promise<void> {
    const channel = changesetUri(sessionIdOf(session), changesetViews.uncommitted)
    const outcome = await send('invokeChangesetOperation', { channel, operationId: changesetOperations.undoDiscard })
    toast(
      outcome.kind === 'done'
        ? { text: t('command.discardUndone'), about: 'discard' }
        : { text: t('command.noDiscard') },
    )
  }

  function showNextNeed(): void {
    const needing = items.filter((item) => needOf(item) === 'needs-you')
    const at = needing.findIndex((item) => item.resource === panes.selected)
    const next = needing[(at + 1) % Math.max(1, needing.length)]
    if (next === undefined) toast({ text: t('command.noNeed') })
    else show(next.resource)
  }

  function filterSessions(): void {
    if (layout === 'narrow') views.setNarrowView('sessions')
    else views.setSidebarOpen(true)
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-session-filter]')?.focus())
  }

  return function run(command) {
    const { overlay, setOverlay } = views
    switch (command) {
      case 'new':
      case 'settings':
      case 'shortcuts':
        setOverlay({ kind: command })
        return true
      case 'palette':
        setOverlay(overlay.kind === 'palette' ? noOverlay : { kind: 'palette' })
        return true
      case 'theme':
        switchTheme()
        return true
      case 'demo':
        startDemo()
        return true
      case 'next-needs-you':
        showNextNeed()
        return true
      case 'filter-sessions':
        filterSessions()
        return true
      case 'sidebar':
        views.setSidebarOpen(!views.sidebarOpen)
        return true
      case 'next-pane':
        focusNextPane(1)
        return true
      case 'previous-pane':
        focusNextPane(-1)
        return true
      case 'dock':
        views.toggleDock()
        return true
      case 'beside': {
        const session = layout === 'wide' ? besideWhat() : undefined
        if (session !== undefined) openBeside(session)
        return session !== undefined
      }
      case 'close-pane':
        if (panes.panes.items.length === 0 || overlay.kind !== 'none') return false
        panes.close(panes.panes.focused)
        return true
    }
    if (command.startsWith('session-')) {
      const item = items[Number(command.slice('session-'.length)) - 1]
      if (item !== undefined) show(item.resource)
      return true
    }
    // The rest is about the session that has the focus.
    if (panes.selected === undefined) return false
    switch (command) {
      case 'review':
        views.toggleReview()
        return true
      case 'changes':
      case 'terminal':
      case 'plan':
      case 'activity':
        views.showDock(command)
        return true
      case 'stop':
        if (summary === undefined || needOf(summary) === 'archived') return false
        sessions.stop(summary)
        return true
      case 'archive':
        if (summary !== undefined) sessions.archive([summary])
        return true
      case 'undo-discard':
        void undoDiscard(panes.selected)
        return true
    }
    return false
  }
}
