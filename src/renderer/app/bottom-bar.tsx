import { Activity, FileDiff, ListChecks, MessageSquare, Rows3, SquareTerminal } from 'lucide-react'
import { useI18n } from '../platform/i18n.tsx'
import type { DockTab } from './dock.tsx'

/** What a phone shows: one thing at a time. */
export type NarrowView = 'sessions' | 'chat' | DockTab

interface BottomBarProps {
  readonly view: NarrowView
  /** How many sessions need the person. */
  readonly needYou: number
  readonly hasSession: boolean
  onView(view: NarrowView): void
}

/** Sessions · Chat · Changes · Terminal · Plan · Activity, at the foot of a narrow window. */
export function BottomBar({ view, needYou, hasSession, onView }: BottomBarProps) {
  const { t } = useI18n()
  const views = [
    { id: 'sessions', label: t('nav.sessions'), Icon: Rows3 },
    { id: 'chat', label: t('nav.chat'), Icon: MessageSquare },
    { id: 'changes', label: t('dock.changes'), Icon: FileDiff },
    { id: 'terminal', label: t('dock.terminal'), Icon: SquareTerminal },
    { id: 'plan', label: t('dock.plan'), Icon: ListChecks },
    { id: 'activity', label: t('dock.activity'), Icon: Activity },
  ] as const
  return (
    <nav className="shell__bar" aria-label={t('shell.views')}>
      {views.map(({ id, label, Icon }) => (
        <button
          key={id}
          type="button"
          className="shell__bar-button"
          aria-current={view === id ? 'page' : undefined}
          disabled={!hasSession && id !== 'sessions' && id !== 'chat'}
          onClick={() => onView(id)}
        >
          <Icon size={18} aria-hidden="true" />
          {label}
          {id === 'sessions' && needYou > 0 && (
            <span className="shell__bar-badge">
              <span className="visually-hidden">{t('status.needYou', { count: needYou })}</span>
              <span aria-hidden="true">{needYou}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}
