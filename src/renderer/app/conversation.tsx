import { PanelLeft, PanelRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../components/button.tsx'
import { EmptyState, Kbd, Skeleton } from '../components/states.tsx'
import { useI18n } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import type { Command } from './keys.ts'
import { PaneBoundary } from './pane-boundary.tsx'
import { SessionPane } from './session-pane.tsx'
import { SessionPanes } from './session-panes.tsx'
import type { Layout } from './use-layout.ts'
import type { PanesControl } from './use-panes.ts'
import type { Views } from './use-views.ts'
import { withKeys } from './with-keys.ts'

interface ConversationProps {
  readonly layout: Layout
  readonly views: Views
  readonly control: PanesControl
  readonly keys: Keys
  /** Whether the list of sessions is there, and holds none. */
  readonly list: 'loading' | 'empty' | 'some'
  /** The first screen. */
  readonly firstRun: ReactNode
  titleOf(session: string): string
  onBeside(session: string, index: number): void
  onCommand(command: Command): boolean
}

/** The middle of the page: the sessions that are open, or how to come by one. */
export function Conversation(props: ConversationProps) {
  const { layout, views, control, keys, list, firstRun, titleOf, onBeside, onCommand } = props
  const { t } = useI18n()
  const apple = keys.keyboard.apple
  const isDockThere = layout === 'wide' && views.dockOpen
  const start = layout !== 'narrow' && !views.sidebarOpen && (
    <IconButton
      label={withKeys(t, keys, t('shell.showSidebar'), 'sidebar')}
      icon={<PanelLeft size={16} />}
      onClick={() => views.setSidebarOpen(true)}
    />
  )
  const end = layout !== 'narrow' && !isDockThere && (
    <IconButton
      label={withKeys(t, keys, t('shell.showDock'), 'dock')}
      icon={<PanelRight size={16} />}
      onClick={views.toggleDock}
    />
  )
  const newKeys = keys.textOf('new')
  return (
    <main
      className="shell__main shell__pane"
      id="conversation"
      tabIndex={-1}
      data-view={
        control.selected === undefined
          ? { loading: 'sessions-loading', empty: undefined, some: 'no-session' }[list]
          : undefined
      }
      aria-label={t('shell.session')}
    >
      {control.selected !== undefined ? (
        <SessionPanes
          control={control}
          isSingle={layout !== 'wide'}
          start={start}
          end={end}
          closeLabel={withKeys(t, keys, t('panes.close'), 'close-pane')}
          titleOf={titleOf}
          onBeside={onBeside}
          draw={(session, before, behind) => (
            <PaneBoundary key={session}>
              <SessionPane
                session={session}
                apple={apple}
                start={before}
                end={behind}
                onCommand={onCommand}
                onShowDock={(tab) => {
                  control.show(session)
                  views.showDock(tab)
                }}
              />
            </PaneBoundary>
          )}
        />
      ) : list === 'loading' ? (
        <Skeleton label={t('common.loading')} lines={8} />
      ) : list === 'empty' ? (
        firstRun
      ) : (
        <>
          <h1 className="visually-hidden">Roadstead</h1>
          <EmptyState
            text={t('sessions.choose')}
            action={
              <Button icon={<Plus size={16} />} onClick={() => views.setOverlay({ kind: 'new' })}>
                {t('sessions.new')} {newKeys !== undefined && <Kbd>{newKeys}</Kbd>}
              </Button>
            }
          />
        </>
      )}
    </main>
  )
}
