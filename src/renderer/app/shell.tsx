import { useEffect, useMemo, useRef } from 'react'
import { onNowhereToReturn } from '../components/return-focus.ts'
import { NotifyOffer } from '../features/notifications/notify-offer.tsx'
import { useNotifications } from '../features/notifications/use-notifications.ts'
import { Announcer } from '../features/sessions/announcer.tsx'
import { archivedSessions, orderedSessions } from '../features/sessions/arrange.ts'
import { needOf } from '../features/sessions/group.ts'
import { useArrangement } from '../features/sessions/use-arrangement.ts'
import { ConnectionBanner, HostNotice, StatusBar } from '../features/status-bar/status-bar.tsx'
import { useIsOnline, useSessions } from '../hosts/use-connection.ts'
import { focusFrontComposer } from '../platform/focus-composer.ts'
import { useI18n } from '../platform/i18n.tsx'
import { useKeyBindings } from '../platform/key-bindings.ts'
import { OpenSettingsContext, type OpenSettings } from '../platform/open-settings.ts'
import type { Platform } from '../platform/platform.ts'
import { readPreference } from '../platform/preferences.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Conversation } from './conversation.tsx'
import { DockButtons, DockColumn } from './dock-column.tsx'
import { Dock } from './dock.tsx'
import { useKeys } from './keys.ts'
import { NarrowView } from './narrow-view.tsx'
import { NewSession } from './new-session.tsx'
import { Overlays } from './overlays.tsx'
import { paletteEntries } from './palette-entries.tsx'
import { revealTurn } from './reveal-turn.ts'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from './skip-link.tsx'
import { useAddress } from './use-address.ts'
import { useAttention } from './use-attention.ts'
import { useRunCommand } from './use-commands.ts'
import { useForgetSessions } from './use-forget-sessions.ts'
import { useDemo } from './use-demo.ts'
import { useLaunchDemo } from './use-launch-demo.ts'
import { useLayout } from './use-layout.ts'
import { usePanes } from './use-panes.ts'
import { useStorageFull } from './use-storage-full.ts'
import { useViews } from './use-views.ts'
import './shell.css'

/** Room for a pane that can be worked in. Pixels. */
const paneRoom = 360

/** Sidebar, sessions and dock, in the layout that fits the window. */
export function Shell({ platform }: { platform: Platform }) {
  const { t } = useI18n()
  const layout = useLayout()
  const isOnline = useIsOnline()
  const sessions = useSessions()
  useForgetSessions(sessions)
  useStorageFull()
  const arrangement = useArrangement()
  const keys = useKeyBindings(platform)
  const columns = useRef<HTMLDivElement>(null)
  /** How many sessions stood side by side before the dock gave way to one more. */
  const dockGaveWayAt = useRef<number | undefined>(undefined)

  const all = sessions.status === 'ready' ? sessions.items : undefined
  const items = useMemo(() => all && orderedSessions(all, arrangement), [all, arrangement])
  const byUri = useMemo(() => new Map(all?.map((item) => [item.resource, item])), [all])
  const needYou = items?.filter((item) => needOf(item) === 'needs-you').length ?? 0
  const working = items?.filter((item) => needOf(item) === 'working').length ?? 0

  const views = useViews(layout)
  const panes = usePanes(platform.launch, items)
  const { selected } = panes
  const summary = selected === undefined ? undefined : byUri.get(selected)
  const titleOf = (session: string) => byUri.get(session)?.title || t('sessions.untitled')
  const shown =
    layout === 'wide' ? panes.panes.items.map(({ session }) => session) : selected === undefined ? [] : [selected]

  function show(session: string): void {
    panes.show(session)
    views.showConversation()
  }
  function openBeside(session: string, index?: number): void {
    panes.beside(session, index)
    views.showConversation()
    // The dock gives way where the panes would be too narrow to work in.
    const whole = columns.current?.clientWidth ?? 0
    const sidebarWidth = views.sidebarOpen ? readPreference('sidebarWidth') : 0
    const room = whole * (1 - readPreference('dockShare') / 100) - sidebarWidth
    if (!views.dockOpen || room >= paneRoom * (panes.panes.items.length + 1)) return
    views.setDockOpen(false)
    dockGaveWayAt.current ??= panes.panes.items.length
  }
  function showTurn(chat: string | undefined, turnId: string): void {
    views.showConversation()
    // After what was open has given the focus back.
    setTimeout(() => revealTurn(turnId, chat), 0)
  }

  const paneCount = panes.panes.items.length
  const paneCountBefore = useRef(paneCount)
  const { dockOpen, setDockOpen } = views
  useEffect(() => {
    const isFewer = paneCount < paneCountBefore.current
    paneCountBefore.current = paneCount
    // Opened by the person since: then it is theirs again.
    if (dockOpen) dockGaveWayAt.current = undefined
    else if (isFewer && dockGaveWayAt.current !== undefined && paneCount <= dockGaveWayAt.current) setDockOpen(true)
  }, [paneCount, dockOpen, setDockOpen])

  const demo = useDemo(show)
  useLaunchDemo(platform.launch.demo, demo.start)
  useAddress(platform, selected, show)
  useAttention(
    needYou,
    summary?.title ?? '',
    shown.flatMap((session) => byUri.get(session) ?? []),
  )
  useNotifications(shown, show)
  const run = useRunCommand({
    layout,
    views,
    panes,
    items: items ?? [],
    isFirst: all?.length === 0,
    summary,
    show,
    openBeside,
    startDemo: () => void demo.start(),
  })
  useKeys(keys, run)

  const { setOverlay } = views
  const openSettings = useMemo(
    (): OpenSettings => (section, needsKey) =>
      setOverlay({
        kind: 'settings',
        section: section === 'permissions' ? 'sandbox' : section,
        ...(needsKey === undefined ? {} : { needsKey }),
      }),
    [setOverlay],
  )
  useEffect(() => onNowhereToReturn(focusFrontComposer), [])

  const newSession = (
    <NewSession
      onStarted={show}
      onDemo={demo.start}
      isDemoStarting={demo.isStarting}
      inSheet={views.overlay.kind === 'new'}
      keys={keys}
      onCommand={run}
    />
  )
  const sidebar = (
    <Sidebar
      control={panes}
      keys={keys}
      isWhole={layout === 'narrow'}
      canOpenBeside={layout === 'wide'}
      onSelect={show}
      onOpenBeside={openBeside}
      onCommand={run}
    />
  )
  const conversation = (
    <Conversation
      layout={layout}
      views={views}
      control={panes}
      keys={keys}
      list={all === undefined ? 'loading' : all.length === 0 ? 'empty' : 'some'}
      // One box for a new task, never two that write the same draft.
      firstRun={views.overlay.kind === 'new' ? null : newSession}
      titleOf={titleOf}
      onBeside={openBeside}
      onCommand={run}
    />
  )
  const changedFiles = summary?.changes?.files
  const dock = selected !== undefined && (
    <Dock
      session={selected}
      onShowTurn={showTurn}
      tab={views.dockTab}
      onTab={views.setDockTab}
      {...(changedFiles === undefined ? {} : { changedFiles })}
      {...(layout === 'wide' ? { end: <DockButtons views={views} keys={keys} /> } : {})}
    />
  )
  const isDockShown = layout === 'wide' && views.dockOpen && selected !== undefined
  const isReview = views.isReview && isDockShown

  return (
    <OpenSettingsContext value={openSettings}>
      <div className="shell" data-layout={layout}>
        <SkipLink />
        <Announcer />
        <ConnectionBanner />
        <HostNotice />
        <NotifyOffer isNeeded={needYou > 0} />
        <div className="shell__columns" ref={columns}>
          {layout === 'narrow' ? (
            <NarrowView
              view={views.narrowView}
              session={selected}
              title={selected === undefined ? '' : titleOf(selected)}
              sidebar={sidebar}
              conversation={conversation}
              onShowTurn={showTurn}
            />
          ) : (
            <>
              {views.sidebarOpen && !isReview && sidebar}
              {!isReview && conversation}
              {isDockShown && (
                <DockColumn views={views} columns={columns}>
                  {dock}
                </DockColumn>
              )}
            </>
          )}
        </div>
        {(layout !== 'narrow' || views.narrowView === 'sessions') && (
          <StatusBar
            working={working}
            needYou={needYou}
            onSandbox={() => setOverlay({ kind: 'settings', section: 'sandbox' })}
          />
        )}
        {layout === 'narrow' && (
          <BottomBar
            view={views.narrowView}
            needYou={needYou}
            hasSession={selected !== undefined}
            onView={views.setNarrowView}
          />
        )}
        <Overlays
          overlay={views.overlay}
          keys={keys}
          dock={layout === 'wide' || selected === undefined ? undefined : dock}
          dockTitle={summary?.title || t('shell.dock')}
          newSession={newSession}
          paletteEntries={
            views.overlay.kind !== 'palette'
              ? []
              : paletteEntries({
                  t,
                  keys,
                  sessions: [...(items ?? []), ...archivedSessions(all ?? [])],
                  isOnline,
                  hasSession: selected !== undefined,
                  run,
                  showSession: show,
                  showSetting: (section, setting) =>
                    setOverlay({ kind: 'settings', section, ...(setting === undefined ? {} : { setting }) }),
                })
          }
          chat={summary?.defaultChat}
          onOverlay={setOverlay}
        />
      </div>
    </OpenSettingsContext>
  )
}
