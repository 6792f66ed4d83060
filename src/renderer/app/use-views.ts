import { useState } from 'react'
import type { SettingsSection } from '../platform/open-settings.ts'
import { usePreference } from '../platform/preferences.ts'
import type { NarrowView } from './bottom-bar.tsx'
import type { DockTab } from './dock.tsx'
import type { Layout } from './use-layout.ts'

/** What floats over the page; one at a time. */
export type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'new' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  /** Where the dock is a sheet. */
  | { readonly kind: 'dock' }
  | {
      readonly kind: 'settings'
      readonly section?: SettingsSection
      readonly setting?: string
      readonly needsKey?: string
    }

export const noOverlay: Overlay = { kind: 'none' }

/** What of the page is shown beside the sessions. */
export interface Views {
  readonly overlay: Overlay
  readonly narrowView: NarrowView
  /** The dock takes the whole width. */
  readonly isReview: boolean
  readonly sidebarOpen: boolean
  readonly dockOpen: boolean
  readonly dockTab: DockTab
  setOverlay(overlay: Overlay): void
  setNarrowView(view: NarrowView): void
  setReview(isReview: boolean): void
  setSidebarOpen(isOpen: boolean): void
  setDockOpen(isOpen: boolean): void
  setDockTab(tab: DockTab): void
  /** Brings a tab of the dock to where the layout has it. */
  showDock(tab: DockTab): void
  toggleDock(): void
  toggleReview(): void
  /** The conversation, whatever stood before it. */
  showConversation(): void
}

export function useViews(layout: Layout): Views {
  const [overlay, setOverlay] = useState<Overlay>(noOverlay)
  const [narrowView, setNarrowView] = useState<NarrowView>('chat')
  const [isReview, setReview] = useState(false)
  const [sidebarOpen, setSidebarOpen] = usePreference('sidebarOpen')
  const [dockOpen, setDockOpen] = usePreference('dockOpen')
  const [dockTab, setDockTab] = usePreference('dockTab')

  function showDock(tab: DockTab): void {
    setDockTab(tab)
    if (layout === 'wide') setDockOpen(true)
    else if (layout === 'narrow') {
      setNarrowView(tab)
      setOverlay(noOverlay)
    } else setOverlay({ kind: 'dock' })
  }

  return {
    overlay,
    narrowView,
    isReview: isReview && layout === 'wide',
    sidebarOpen,
    dockOpen,
    dockTab,
    setOverlay,
    setNarrowView,
    setReview,
    setSidebarOpen,
    setDockOpen,
    setDockTab,
    showDock,
    toggleDock() {
      if (layout === 'wide') setDockOpen(!dockOpen)
      else setOverlay(overlay.kind === 'dock' ? noOverlay : { kind: 'dock' })
      setReview(false)
    },
    toggleReview() {
      if (layout !== 'wide') return showDock('changes')
      setDockOpen(true)
      if (!isReview) setDockTab('changes')
      setReview(!isReview)
    },
    showConversation() {
      setReview(false)
      setNarrowView('chat')
      setOverlay(noOverlay)
    },
  }
}
