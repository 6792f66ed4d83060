import { PanelLeft, Search, Settings } from 'lucide-react'
import { IconButton } from '../components/button.tsx'
import { ResizeHandle } from '../components/resize-handle.tsx'
import { SessionList } from '../features/sessions/session-list.tsx'
import { useI18n } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import { usePreference } from '../platform/preferences.ts'
import type { Command } from './keys.ts'
import type { PanesControl } from './use-panes.ts'
import { withKeys } from './with-keys.ts'

interface SidebarProps {
  readonly control: PanesControl
  readonly keys: Keys
  /** On a phone it is all there is to see. */
  readonly isWhole: boolean
  readonly canOpenBeside: boolean
  onSelect(session: string): void
  onOpenBeside(session: string): void
  onCommand(command: Command): boolean
}

/** The host, the way to search and settings, and the sessions. */
export function Sidebar({ control, keys, isWhole, canOpenBeside, onSelect, onOpenBeside, onCommand }: SidebarProps) {
  const { t } = useI18n()
  const [width, setWidth] = usePreference('sidebarWidth')
  return (
    <nav
      className="shell__sidebar"
      data-pane="sidebar"
      data-view="sessions"
      aria-label={t('shell.sidebar')}
      style={{ width: isWhole ? '100%' : width }}
    >
      <div className="shell__host">
        <span className="shell__host-name truncate">{t('shell.thisComputer')}</span>
        <IconButton
          label={withKeys(t, keys, t('command.palette'), 'palette')}
          icon={<Search size={16} />}
          onClick={() => onCommand('palette')}
        />
        <IconButton
          label={withKeys(t, keys, t('settings.title'), 'settings')}
          icon={<Settings size={16} />}
          onClick={() => onCommand('settings')}
        />
        {!isWhole && (
          <IconButton
            label={withKeys(t, keys, t('shell.hideSidebar'), 'sidebar')}
            icon={<PanelLeft size={16} />}
            onClick={() => onCommand('sidebar')}
          />
        )}
      </div>
      <SessionList
        selected={control.selected}
        open={control.panes.items.map(({ session }) => session)}
        onSelect={onSelect}
        onOpenBeside={canOpenBeside ? onOpenBeside : undefined}
        onNew={() => onCommand('new')}
        onGone={control.gone}
        newKeys={keys.textOf('new')}
        besideKeys={keys.textOf('beside')}
      />
      {!isWhole && (
        <ResizeHandle
          label={t('shell.resizeSidebar')}
          value={width}
          min={180}
          max={480}
          unitsPerPixel={() => 1}
          onChange={setWidth}
          onToggle={() => onCommand('sidebar')}
        />
      )}
    </nav>
  )
}
