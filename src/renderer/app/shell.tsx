import { Maximize2, Minimize2, PanelLeft, PanelRight, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { ResizeHandle } from '../components/resize-handle.tsx'
import { EmptyState, Kbd } from '../components/states.tsx'
import { PendingDock } from '../features/chat/pending-dock.tsx'
import { Announcer } from '../features/sessions/announcer.tsx'
import { orderedSessions, groupOf } from '../features/sessions/group.ts'
import { useSessionCommands } from '../features/sessions/use-session-commands.ts'
import { ConnectionBanner, HostNotice, StatusBar } from '../features/status-bar/status-bar.tsx'
import { useSessions } from '../hosts/use-connection.ts'
import { useI18n } from '../platform/i18n.tsx'
import type { Platform } from '../platform/platform.ts'
import { OpenSettingsContext } from '../platform/open-settings.ts'
import { usePreference } from '../platform/preferences.ts'
import { BottomBar, type NarrowView } from './bottom-bar.tsx'
import { createCommands } from './commands.ts'
import { Dock, DockPane, type DockTab } from './dock.tsx'
import { focusNextPane } from './focus-next-pane.ts'
import { keyText, useKeys, type Command } from './keys.ts'
import { revealTurn } from './reveal-turn.ts'
import { NewSession } from './new-session.tsx'
import { Overlays, type Overlay } from './overlays.tsx'
import { SessionPane } from './session-pane.tsx'
import { Sidebar } from './sidebar.tsx'
import { useDemo } from './use-demo.ts'
import { useLayout } from './use-layout.ts'
import { useSelection } from './use-selection.ts'

/** Sidebar, session and dock, in the layout that fits the window. */
export function Shell({ platform }: { platform: Platform }) {
  const { t } = useI18n()
  const layout = useLayout()
  const sessions = useSessions()
  const sessionCommands = useSessionCommands()
  const [selected, setSelected] = useState<string | undefined>(platform.launch.session)
  const [overlay, setOverlay] = useState<Overlay>('none')
  const [narrowView, setNarrowView] = useState<NarrowView>('chat')
  const [isReview, setReview] = useState(false)
  const [sidebarOpen, setSidebarOpen] = usePreference('sidebarOpen')
  const [dockOpen, setDockOpen] = usePreference('dockOpen')
  const [dockShare, setDockShare] = usePreference('dockShare')
  const [dockTab, setDockTab] = usePreference('dockTab')
  const columns = useRef<HTMLDivElement>(null)
  const apple = platform.keyboard === 'apple'

  const items = sessions.status === 'ready' ? orderedSessions(sessions.items) : []
  const summary = items.find((item) => item.resource === selected)
  const needYou = items.filter((item) => groupOf(item) === 'needs-you').length
  const working = items.filter((item) => groupOf(item) === 'working').length
  const changedFiles = summary?.changes?.files

  function select(session: string): void {
    setSelected(session)
    setNarrowView('chat')
    setOverlay('none')
  }
  const demo = useDemo(select)

  useSelection({ platform, items, summary, needYou, selected, onSelect: setSelected, startDemo: demo.start })

  function showDock(tab: DockTab): void {
    setDockTab(tab)
    if (layout === 'narrow') {
      if (tab === 'changes' || tab === 'terminal') setNarrowView(tab)
      else setOverlay('dock')
    } else if (layout === 'medium') setOverlay('dock')
    else setDockOpen(true)
  }

  function showTurn(_chat: string, turnId: string): void {
    setReview(false)
    if (overlay === 'dock') setOverlay('none')
    if (layout === 'narrow') setNarrowView('chat')
    // After what was open has given the focus back.
    setTimeout(() => revealTurn(turnId), 0)
  }

  const openSettings = useCallback(() => setOverlay('settings'), [])

  function toggleDock(): void {
    if (layout === 'wide') setDockOpen(!dockOpen)
    else setOverlay(overlay === 'dock' ? 'none' : 'dock')
    setReview(false)
  }

  function run(command: Command): void {
    switch (command) {
      case 'new':
        return setOverlay('new')
      case 'palette':
        return setOverlay(overlay === 'palette' ? 'none' : 'palette')
      case 'settings':
        return setOverlay('settings')
      case 'shortcuts':
        return setOverlay('shortcuts')
      case 'dock':
        return toggleDock()
      case 'sidebar':
        return setSidebarOpen(!sidebarOpen)
      case 'review':
        if (layout !== 'wide') return showDock('changes')
        setDockOpen(true)
        setDockTab('changes')
        return setReview(!isReview)
      case 'terminal':
        return showDock('terminal')
      case 'stop':
        if (summary !== undefined) sessionCommands.stop(summary)
        return
      case 'next-needs-you': {
        const needing = items.filter((item) => groupOf(item) === 'needs-you')
        const at = needing.findIndex((item) => item.resource === selected)
        const next = needing[(at + 1) % Math.max(1, needing.length)]
        if (next !== undefined) select(next.resource)
        return
      }
      case 'next-pane':
        return focusNextPane()
      default: {
        const item = items[Number(command.slice('session-'.length)) - 1]
        if (item !== undefined) select(item.resource)
      }
    }
  }
  useKeys(apple, run)

  const isFirstRun = sessions.status === 'ready' && sessions.items.length === 0
  const newSession = (
    <NewSession onStarted={select} onDemo={demo.start} isDemoStarting={demo.isStarting} inSheet={overlay === 'new'} />
  )
  const sidebar = (
    <Sidebar
      selected={selected}
      isWhole={layout === 'narrow'}
      newKeys={keyText(platform.kind === 'web' ? 'alt+N' : 'mod+N', apple)}
      onSelect={select}
      onOverlay={setOverlay}
      onGone={(gone) => {
        if (gone === selected) setSelected(undefined)
      }}
    />
  )

  const sidebarShown = layout !== 'narrow' && sidebarOpen && !isReview
  const main = (
    <main
      className="shell__main shell__pane"
      id="conversation"
      data-pane="session"
      tabIndex={-1}
      aria-label={t('shell.session')}
    >
      {selected !== undefined ? (
        <SessionPane
          key={selected}
          session={selected}
          apple={apple}
          start={
            layout !== 'narrow' && !sidebarOpen ? (
              <IconButton
                label={t('shell.showSidebar')}
                icon={<PanelLeft size={16} />}
                onClick={() => setSidebarOpen(true)}
              />
            ) : undefined
          }
          end={
            layout !== 'narrow' && !(layout === 'wide' && dockOpen) ? (
              <IconButton label={t('shell.showDock')} icon={<PanelRight size={16} />} onClick={toggleDock} />
            ) : undefined
          }
          onCommand={run}
          onShowDock={showDock}
        />
      ) : isFirstRun || sessions.status === 'loading' ? (
        sessions.status === 'loading' ? null : (
          newSession
        )
      ) : (
        <>
          <h1 className="visually-hidden">Roadstead</h1>
          <EmptyState
            text={t('sessions.choose')}
            action={
              <Button icon={<Plus size={16} />} onClick={() => setOverlay('new')}>
                {t('sessions.new')} <Kbd>{keyText('alt+N', apple)}</Kbd>
              </Button>
            }
          />
        </>
      )}
    </main>
  )

  const dockEnd = (
    <>
      <IconButton
        label={t('shell.review')}
        pressed={isReview}
        icon={isReview ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        onClick={() => setReview(!isReview)}
      />
      <IconButton label={t('shell.hideDock')} icon={<PanelRight size={16} />} onClick={toggleDock} />
    </>
  )
  const dock = selected !== undefined && (
    <Dock
      session={selected}
      onShowTurn={showTurn}
      tab={dockTab}
      onTab={setDockTab}
      {...(changedFiles === undefined ? {} : { changedFiles })}
      {...(layout === 'wide' ? { end: dockEnd } : {})}
    />
  )
  const dockShown = layout === 'wide' && dockOpen && selected !== undefined

  return (
    <OpenSettingsContext value={openSettings}>
      <div className="shell" data-layout={layout}>
        <a
          className="shell__skip button"
          href="#conversation"
          onClick={(event) => {
            event.preventDefault()
            document.getElementById('conversation')?.focus()
          }}
        >
          {t('shell.skip')}
        </a>
        <Announcer />
        <ConnectionBanner />
        <HostNotice />
        <div className="shell__columns" ref={columns}>
          {layout === 'narrow' ? (
            narrowView === 'sessions' ? (
              <main className="shell__pane" id="conversation" tabIndex={-1} aria-label={t('nav.sessions')}>
                <h1 className="visually-hidden">{t('nav.sessions')}</h1>
                {sidebar}
              </main>
            ) : narrowView === 'chat' || selected === undefined ? (
              main
            ) : (
              <main
                className="shell__pane"
                id="conversation"
                tabIndex={-1}
                data-pane="dock"
                aria-label={t(`dock.${narrowView}`)}
              >
                <h1 className="visually-hidden">{t(`dock.${narrowView}`)}</h1>
                <DockPane session={selected} tab={narrowView} onShowTurn={showTurn} />
                <div className="session-foot">
                  <PendingDock session={selected} />
                </div>
              </main>
            )
          ) : (
            <>
              {sidebarShown && sidebar}
              {!(isReview && dockShown) && main}
              {dockShown && (
                <aside
                  className={`shell__dock ${isReview ? 'shell__dock--review' : ''}`}
                  data-pane="dock"
                  aria-label={t('shell.dock')}
                  style={isReview ? {} : { width: `${dockShare}%` }}
                >
                  {!isReview && (
                    <ResizeHandle
                      label={t('shell.resizeDock')}
                      value={dockShare}
                      min={20}
                      max={75}
                      unitsPerPixel={() => -100 / Math.max(1, columns.current?.clientWidth ?? 1)}
                      onChange={setDockShare}
                      onToggle={toggleDock}
                    />
                  )}
                  {dock}
                </aside>
              )}
            </>
          )}
        </div>
        {(layout !== 'narrow' || narrowView === 'sessions') && (
          <StatusBar working={working} needYou={needYou} onSandbox={() => setOverlay('settings')} />
        )}
        {layout === 'narrow' && (
          <BottomBar view={narrowView} needYou={needYou} hasSession={selected !== undefined} onView={setNarrowView} />
        )}

        <Overlays
          overlay={overlay}
          apple={apple}
          dock={layout === 'wide' || selected === undefined ? undefined : dock}
          dockTitle={summary?.title || t('shell.dock')}
          newSession={newSession}
          sessions={items}
          commands={createCommands({
            t,
            apple,
            run,
            showDock,
            hasSession: selected !== undefined,
            startDemo: () => void demo.start(),
            archive: () => {
              if (summary !== undefined) sessionCommands.archive(summary)
            },
          })}
          onSession={select}
          onOverlay={setOverlay}
        />
      </div>
    </OpenSettingsContext>
  )
}
