import { lazy, Suspense, type ReactNode } from 'react'
import { Skeleton } from '../components/states.tsx'
import { Tabs } from '../components/tabs.tsx'
import { PlanPane } from '../features/plan/plan-pane.tsx'
import { useI18n } from '../platform/i18n.tsx'
import type { Preferences } from '../platform/preferences.ts'
import { PaneBoundary } from './pane-boundary.tsx'

export type DockTab = Preferences['dockTab']

// Monaco and xterm stay out of the first load.
const ChangesPane = lazy(async () => ({
  default: (await import('../features/changes/changes-pane.tsx')).ChangesPane,
}))
const ActivityPane = lazy(async () => ({
  default: (await import('../features/activity/activity-pane.tsx')).ActivityPane,
}))
const TerminalPane = lazy(async () => ({
  default: (await import('../features/terminal/terminal-pane.tsx')).TerminalPane,
}))

interface DockProps {
  readonly session: string
  /** Goes to a turn in its chat. */
  readonly onShowTurn?: (chat: string | undefined, turnId: string) => void
  readonly tab: DockTab
  onTab(tab: DockTab): void
  /** Files the session has changed. */
  readonly changedFiles?: number
  readonly end?: ReactNode
}

/** Changes · Terminal · Plan · Activity of one session. */
export function Dock({ session, onShowTurn, tab, onTab, changedFiles, end }: DockProps) {
  const { t } = useI18n()
  return (
    <Tabs
      label={t('shell.dock')}
      selected={tab}
      onSelect={(id) => onTab(id as DockTab)}
      end={end}
      tabs={[
        {
          id: 'changes',
          label: t('dock.changes'),
          ...(changedFiles === undefined ? {} : { count: changedFiles }),
          content: <DockPane session={session} tab="changes" onShowTurn={onShowTurn} />,
        },
        { id: 'terminal', label: t('dock.terminal'), content: <DockPane session={session} tab="terminal" /> },
        {
          id: 'plan',
          label: t('dock.plan'),
          content: <DockPane session={session} tab="plan" onShowTurn={onShowTurn} />,
        },
        {
          id: 'activity',
          label: t('dock.activity'),
          content: <DockPane session={session} tab="activity" onShowTurn={onShowTurn} />,
        },
      ]}
    />
  )
}

interface DockPaneProps {
  readonly session: string
  readonly tab: DockTab
  readonly onShowTurn?: ((chat: string | undefined, turnId: string) => void) | undefined
}

/** One pane by itself; loaded when it is first shown. A fault in it stays in it. */
export function DockPane({ session, tab, onShowTurn }: DockPaneProps) {
  const { t } = useI18n()
  return (
    <div className="dock-pane" data-view={`dock-${tab}`}>
      <PaneBoundary key={`${tab} ${session}`}>
        <Suspense fallback={<Skeleton label={t('common.loading')} />}>
          {tab === 'changes' ? (
            <ChangesPane session={session} onShowTurn={onShowTurn} />
          ) : (
            <OtherPane tab={tab} session={session} onShowTurn={onShowTurn} />
          )}
        </Suspense>
      </PaneBoundary>
    </div>
  )
}

function OtherPane({ tab, session, onShowTurn }: DockPaneProps & { readonly tab: 'terminal' | 'plan' | 'activity' }) {
  if (tab === 'terminal') return <TerminalPane session={session} />
  if (tab === 'plan') return <PlanPane session={session} onShowTurn={onShowTurn} />
  return <ActivityPane session={session} onShowTurn={onShowTurn} />
}
