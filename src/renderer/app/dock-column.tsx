import { Maximize2, Minimize2, PanelRight } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../components/button.tsx'
import { ResizeHandle } from '../components/resize-handle.tsx'
import { useI18n } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import { usePreference } from '../platform/preferences.ts'
import type { Views } from './use-views.ts'
import { withKeys } from './with-keys.ts'

interface DockColumnProps {
  readonly views: Views
  /** What the share is of. */
  readonly columns: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** The dock beside the conversation, or in its place. */
export function DockColumn({ views, columns, children }: DockColumnProps) {
  const { t } = useI18n()
  const [share, setShare] = usePreference('dockShare')
  return (
    <aside
      className={`shell__dock ${views.isReview ? 'shell__dock--review' : ''}`}
      data-pane="dock"
      aria-label={t('shell.dock')}
      style={views.isReview ? {} : { width: `${share}%` }}
    >
      {!views.isReview && (
        <ResizeHandle
          label={t('shell.resizeDock')}
          value={share}
          min={20}
          max={75}
          unitsPerPixel={() => -100 / Math.max(1, columns.current?.clientWidth ?? 1)}
          onChange={setShare}
          onToggle={views.toggleDock}
        />
      )}
      {children}
    </aside>
  )
}

/** At the end of the dock's tabs: the whole width, and away. */
export function DockButtons({ views, keys }: { views: Views; keys: Keys }) {
  const { t } = useI18n()
  return (
    <>
      <IconButton
        label={withKeys(t, keys, t('shell.review'), 'review')}
        pressed={views.isReview}
        icon={views.isReview ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        onClick={() => views.setReview(!views.isReview)}
      />
      <IconButton
        label={withKeys(t, keys, t('shell.hideDock'), 'dock')}
        icon={<PanelRight size={16} />}
        onClick={views.toggleDock}
      />
    </>
  )
}
