import type { ReactNode } from 'react'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { Dialog } from '../components/dialog.tsx'
import { Palette, type PaletteCommand } from '../features/palette/palette.tsx'
import { SettingsView } from '../features/settings/settings-view.tsx'
import { useI18n } from '../platform/i18n.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** What floats over the page; one at a time. */
export type Overlay = 'none' | 'new' | 'settings' | 'palette' | 'shortcuts' | 'dock'

interface OverlaysProps {
  readonly overlay: Overlay
  readonly apple: boolean
  /** The dock, where it is a sheet. */
  readonly dock: ReactNode
  readonly dockTitle: string
  readonly newSession: ReactNode
  readonly sessions: readonly SessionSummary[]
  readonly commands: readonly PaletteCommand[]
  onSession(session: string): void
  onOverlay(overlay: Overlay): void
}

/** The sheets and dialogs of the page. */
export function Overlays(props: OverlaysProps) {
  const { overlay, apple, dock, dockTitle, newSession, sessions, commands, onSession, onOverlay } = props
  const { t } = useI18n()
  const closing = { onOpenChange: () => onOverlay('none'), closeLabel: t('common.close') }
  return (
    <>
      <Dialog shape="sheet" open={overlay === 'dock' && dock !== undefined} title={dockTitle} {...closing}>
        <div className="shell__sheet-dock">{dock}</div>
      </Dialog>
      <Dialog shape="wide" open={overlay === 'new'} title={t('sessions.new')} {...closing}>
        {newSession}
      </Dialog>
      <Dialog shape="sheet" open={overlay === 'settings'} title={t('settings.title')} {...closing}>
        <SettingsView />
      </Dialog>
      <Dialog open={overlay === 'shortcuts'} title={t('shortcuts.title')} {...closing}>
        <Shortcuts apple={apple} />
      </Dialog>
      <Dialog shape="wide" open={overlay === 'palette'} title={t('palette.title')} titleHidden {...closing}>
        <Palette sessions={sessions} commands={commands} onSession={onSession} onDone={() => onOverlay('none')} />
      </Dialog>
    </>
  )
}
