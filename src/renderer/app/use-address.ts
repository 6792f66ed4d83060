import { useEffect, useRef } from 'react'
import { readFragment } from '../platform/launch.ts'
import type { Platform } from '../platform/platform.ts'

/** Keeps `#session=<uri>` in the address, so that it can be copied and reloaded, and follows it when it is changed there. */
export function useAddress(
  platform: Platform,
  selected: string | undefined,
  onSession: (session: string) => void,
): void {
  const latest = useRef(onSession)
  useEffect(() => {
    latest.current = onSession
  })
  useEffect(() => {
    if (platform.kind !== 'web') return
    write(selected)
    function onHashChange() {
      const { session } = readFragment(window.location.hash)
      // A pairing code, or whatever else was put there, does not stay.
      write(selected)
      if (session !== undefined) latest.current(session)
    }
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [platform, selected])
}

function write(session: string | undefined): void {
  const { pathname, search, hash } = window.location
  const fragment = session === undefined ? '' : `#${new URLSearchParams({ session }).toString()}`
  if (hash !== fragment) window.history.replaceState(null, '', pathname + search + fragment)
}
