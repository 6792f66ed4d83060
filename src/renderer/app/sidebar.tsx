import { PanelLeft, Search, Settings } from 'lucide-react'
import { IconButton } from '../components/button.tsx'
import { ResizeHandle } from '../components/resize-handle.tsx'
import { SessionList } from '../features/sessions/session-list.tsx'
import { useI18n } from '../platform/i18n.tsx'
import { usePreference } from '../platform/preferences.ts'
import type { Overlay } from './overlays.tsx'

interface SidebarProps {
  readonly selected: string | undefined
  /** On a phone it is all there is to see. */
  readonly isWhole: boolean
  readonly newKeys: string
  onSelect(session: string): void
  onOverlay(overlay: Overlay): void
  onGone(session: string): void
}

/** The host, the way to search and settings, and the sessions. */
export function Sidebar({ selected, isWhole, newKeys, onSelect, onOverlay, onGone }: SidebarProps) {
  const { t } = useI18n()
  const [width, setWidth] = usePreference('sidebarWidth')
  const [, setOpen] = usePreference('sidebarOpen')
  return (
    <nav
      className="shell__sidebar"
      data-pane="sidebar"
      aria-label={t('shell.sidebar')}
      style={{ width: isWhole ? '100%' : width }}
    >
      <div className="shell__host">
        <span className="shell__host-name truncate">{t('shell.thisComputer')}</span>
        <IconButton label={t('command.palette')} icon={<Search size={16} />} onClick={() => onOverlay('palette')} />
        <IconButton label={t('settings.title')} icon={<Settings size={16} />} onClick={() => onOverlay('settings')} />
        {!isWhole && (
          <IconButton label={t('shell.hideSidebar')} icon={<PanelLeft size={16} />} onClick={() => setOpen(false)} />
        )}
      </div>
      <SessionList
        selected={selected}
        onSelect={onSelect}
        onNew={() => onOverlay('new')}
        onGone={onGone}
        newKeys={newKeys}
      />
      {!isWhole && (
        <ResizeHandle
          label={t('shell.resizeSidebar')}
          value={width}
          min={180}
          max={480}
          unitsPerPixel={() => 1}
          onChange={setWidth}
          onToggle={() => setOpen(false)}
        />
      )}
    </nav>
  )
}
