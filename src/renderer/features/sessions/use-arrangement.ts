import { useMemo } from 'react'
import { usePreferenceValue } from '../../platform/preferences.ts'
import type { Arrangement } from './arrange.ts'

/** How the person wants the list. */
export function useArrangement(): Arrangement {
  const grouping = usePreferenceValue('sessionGrouping')
  const pinned = usePreferenceValue('pinnedSessions')
  return useMemo(() => ({ grouping, pinned }), [grouping, pinned])
}
