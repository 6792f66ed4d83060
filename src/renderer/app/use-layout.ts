import { useSyncExternalStore } from 'react'

/** `wide`: three columns; `medium`: the dock is a sheet; `narrow`: one column with a bar at the foot. */
export type Layout = 'wide' | 'medium' | 'narrow'

const narrow = '(max-width: 719px)'
const wide = '(min-width: 1100px)'

/** The layout that fits the window. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, read)
}

function read(): Layout {
  if (window.matchMedia(narrow).matches) return 'narrow'
  return window.matchMedia(wide).matches ? 'wide' : 'medium'
}

function subscribe(listener: () => void): () => void {
  const queries = [window.matchMedia(narrow), window.matchMedia(wide)]
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
