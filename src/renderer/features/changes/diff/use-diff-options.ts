import { useMemo } from 'react'
import { useAppearance } from '../../../platform/appearance.ts'
import { usePreference } from '../../../platform/preferences.ts'
import type { DiffOptions } from './diff-view.ts'

/** How this person likes diffs, kept in this browser. */
export function useDiffOptions(): { options: DiffOptions; set: DiffSetters } {
  const [layout, setLayout] = usePreference('diffLayout')
  const [wrap, setWrap] = usePreference('diffWrap')
  const [whitespace, setWhitespace] = usePreference('diffWhitespace')
  const [collapse, setCollapse] = usePreference('diffCollapse')
  const [screenReader, setScreenReader] = usePreference('screenReader')
  const appearance = useAppearance()
  const options = useMemo(
    () => ({ layout, wrap, whitespace, collapse, screenReader, appearance }),
    [layout, wrap, whitespace, collapse, screenReader, appearance],
  )
  return {
    options,
    set: {
      layout: setLayout,
      wrap: setWrap,
      whitespace: setWhitespace,
      collapse: setCollapse,
      screenReader: setScreenReader,
    },
  }
}

export interface DiffSetters {
  layout(value: DiffOptions['layout']): void
  wrap(value: boolean): void
  whitespace(value: boolean): void
  collapse(value: boolean): void
  screenReader(value: boolean): void
}
