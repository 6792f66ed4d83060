import type { ReactNode } from 'react'
import { PendingDock } from '../features/chat/pending-dock.tsx'
import { useI18n } from '../platform/i18n.tsx'
import type { NarrowView as View } from './bottom-bar.tsx'
import { DockPane } from './dock.tsx'

interface NarrowViewProps {
  readonly view: View
  readonly session: string | undefined
  /** What the session is called. */
  readonly title: string
  readonly sidebar: ReactNode
  readonly conversation: ReactNode
  onShowTurn(chat: string | undefined, turnId: string): void
}

/** One thing at a time, and what waits for the person over whatever it is. */
export function NarrowView({ view, session, title, sidebar, conversation, onShowTurn }: NarrowViewProps) {
  const { t } = useI18n()
  if (view === 'sessions')
    return (
      <main className="shell__pane" id="conversation" tabIndex={-1} aria-label={t('nav.sessions')}>
        <h1 className="visually-hidden">{t('nav.sessions')}</h1>
        {sidebar}
      </main>
    )
  if (view === 'chat' || session === undefined) return conversation
  return (
    <main className="shell__pane" id="conversation" tabIndex={-1} data-pane="dock" aria-label={t(`dock.${view}`)}>
      <header className="narrow-head">
        <h1 className="narrow-head__title truncate" title={title}>
          {title}
        </h1>
        <span className="narrow-head__view">{t(`dock.${view}`)}</span>
      </header>
      <DockPane session={session} tab={view} onShowTurn={onShowTurn} />
      <div className="session-foot">
        <PendingDock session={session} />
      </div>
    </main>
  )
}
