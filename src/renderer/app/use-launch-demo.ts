import { useEffect, useRef } from 'react'

/** Starts the demo once, when the address asked for it. */
export function useLaunchDemo(isWanted: boolean, start: () => Promise<void>): void {
  const wants = useRef(isWanted)
  useEffect(() => {
    if (!wants.current) return
    wants.current = false
    void start()
  }, [start])
}
