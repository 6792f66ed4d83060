import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Skeleton } from '../components/states.tsx'
import type { PaletteEntry } from '../features/palette/entries.ts'
import { useI18n } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import { noOverlay, type Overlay } from './use-views.ts'
import { writeIntoComposer } from './write-into-composer.ts'

// Nobody needs these in the first second.
const loadPalette = () => import('../features/palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }))
const ModelsSettings = lazy(async () => ({
  default: (await import('../features/models/models-settings.tsx')).ModelsSettings,
}))
const SettingsView = lazy(async () => ({
  default: (await import('../features/settings/settings-view.tsx')).SettingsView,
}))

/** The page has shown itself by then. Milliseconds. */
const idleMs = 1_500

interface OverlaysProps {
  readonly overlay: Overlay
  readonly keys: Keys
  /** The dock, where it is a sheet. */
  readonly dock: ReactNode
  readonly dockTitle: string
  readonly newSession: ReactNode
  readonly paletteEntries: readonly PaletteEntry[]
  /** The chat whose files the palette finds. */
  readonly chat: string | undefined
  onOverlay(overlay: Overlay): void
}

/** The sheets and dialogs of the page. */
export function Overlays(props: OverlaysProps) {
  const { overlay, keys, dock, dockTitle, newSession, paletteEntries, chat, onOverlay } = props
  const { t } = useI18n()
  const closing = { onOpenChange: () => onOverlay(noOverlay), closeLabel: t('common.close') }
  // Who types at once after its key finds it there already.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), idleMs)
    return () => clearTimeout(timer)
  }, [])
  const isSettings = overlay.kind === 'settings'
  return (
    <>
      <Dialog
        view="dock-sheet"
        shape="sheet"
        open={overlay.kind === 'dock' && dock !== undefined}
        title={dockTitle}
        {...closing}
      >
        <div className="shell__sheet-dock">{dock}</div>
      </Dialog>
      <Dialog view="new-session" shape="wide" open={overlay.kind === 'new'} title={t('sessions.new')} {...closing}>
        {newSession}
      </Dialog>
      <Dialog view="settings" shape="large" open={isSettings} title={t('settings.title')} {...closing}>
        <Suspense fallback={<Skeleton label={t('common.loading')} lines={8} />}>
          {isSettings && (
            <SettingsView
              section={overlay.section}
              setting={overlay.setting}
              models={<ModelsSettings needsKey={overlay.needsKey} />}
              isLed={overlay.needsKey !== undefined}
            />
          )}
        </Suspense>
      </Dialog>
      <Dialog
        view="shortcuts"
        shape="wide"
        open={overlay.kind === 'shortcuts'}
        title={t('shortcuts.title')}
        {...closing}
      >
        <Suspense fallback={<Skeleton label={t('common.loading')} lines={8} />}>
          <Shortcuts keys={keys} />
        </Suspense>
        <div className="shortcuts__foot">
          <Button onClick={() => onOverlay({ kind: 'settings', section: 'keyboard' })}>{t('shortcuts.change')}</Button>
        </div>
      </Dialog>
      <Dialog
        view="palette"
        shape="wide"
        open={overlay.kind === 'palette'}
        title={t('palette.title')}
        titleHidden
        {...closing}
      >
        <Suspense fallback={<Skeleton label={t('common.loading')} lines={8} />}>
          <Palette
            entries={paletteEntries}
            chat={chat}
            onFile={writeIntoComposer}
            onDone={() => onOverlay(noOverlay)}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
