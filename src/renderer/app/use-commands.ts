import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { changesetOperations, changesetViews } from '../../protocol/roadstead.ts'
import { changesetUri, sessionIdOf } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { needOf } from '../features/sessions/group.ts'
import { useSessionCommands } from '../features/sessions/use-session-commands.ts'
import { useOffers } from '../hosts/use-offer.ts'
import { useIsOnline } from '../hosts/use-connection.ts'
import { useCommand } from '../hosts/use-request.ts'
import { focusFrontComposer } from '../platform/focus-composer.ts'
import { useI18n } from '../platform/i18n.tsx'
import { focusFirstTask } from './focus-first-task.ts'
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
  /** There are no sessions, and the first screen is shown. */
  readonly isFirst: boolean
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
  const offers = useOffers(toast)
  const isOnline = useIsOnline()
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
    const problem = offers.whyNot(outcome, (reason) =>
      isOnline ? t('command.noDiscard') : t('common.notDone', { reason }),
    )
    if (problem === undefined) toast({ text: t('command.discardUndone'), about: 'discard' })
    else toast({ text: problem, ...(outcome.kind === 'lost' || !isOnline ? { tone: 'bad' } : {}) })
  }

  /** Shows a session, and goes on in it. */
  function goTo(session: string): void {
    show(session)
    setTimeout(focusFrontComposer, 0)
  }

  function showNextNeed(): void {
    const needing = items.filter((item) => needOf(item) === 'needs-you')
    const at = needing.findIndex((item) => item.resource === panes.selected)
    const next = needing[(at + 1) % Math.max(1, needing.length)]
    if (next === undefined) toast({ text: t('command.noNeed') })
    else goTo(next.resource)
  }

  function filterSessions(): void {
    if (layout === 'narrow') views.setNarrowView('sessions')
    else views.setSidebarOpen(true)
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-session-filter]')?.focus())
  }

  /** Does something that there always is to do. */
  const always = (task: () => void) => () => {
    task()
    return true
  }
  /** Does something with the session that has the focus, if one has. */
  const withSession = (task: (session: string) => void) => () => {
    if (panes.selected === undefined) return false
    task(panes.selected)
    return true
  }
  const { overlay, setOverlay } = views

  const table: Record<Exclude<Command, `session-${number}`>, () => boolean> = {
    new: always(() => {
      // The first screen is the sheet already: a second box would write the same draft.
      if (!needs.isFirst || panes.selected !== undefined) return setOverlay({ kind: 'new' })
      views.showConversation()
      focusFirstTask()
    }),
    settings: always(() => setOverlay({ kind: 'settings' })),
    shortcuts: always(() => setOverlay({ kind: 'shortcuts' })),
    palette: always(() => setOverlay(overlay.kind === 'palette' ? noOverlay : { kind: 'palette' })),
    theme: always(switchTheme),
    demo: always(startDemo),
    'next-needs-you': always(showNextNeed),
    'filter-sessions': always(filterSessions),
    sidebar: always(() => views.setSidebarOpen(!views.sidebarOpen)),
    'next-pane': always(() => focusNextPane(1)),
    'previous-pane': always(() => focusNextPane(-1)),
    dock: always(views.toggleDock),
    beside() {
      const session = layout === 'wide' ? besideWhat() : undefined
      if (session !== undefined) {
        openBeside(session)
        setTimeout(focusFrontComposer, 0)
      }
      return session !== undefined
    },
    'close-pane'() {
      if (panes.panes.items.length === 0 || overlay.kind !== 'none') return false
      panes.close(panes.panes.focused)
      return true
    },
    review: withSession(views.toggleReview),
    changes: withSession(() => views.showDock('changes')),
    terminal: withSession(() => views.showDock('terminal')),
    plan: withSession(() => views.showDock('plan')),
    activity: withSession(() => views.showDock('activity')),
    stop: withSession(() => summary !== undefined && sessions.stop(summary)),
    archive: withSession(() => summary !== undefined && sessions.archive([summary])),
    'undo-discard': withSession((session) => void undoDiscard(session)),
  }

  return (command) => {
    const number = /^session-(\d)$/.exec(command)?.[1]
    if (number === undefined) return table[command as keyof typeof table]()
    const item = items[Number(number) - 1]
    if (item !== undefined) goTo(item.resource)
    return true
  }
}
