import { useLayoutEffect, useRef } from 'react'

/** What a floating part of the page was opened from, for what is opened from inside of it in its place. */
const openedFrom = new WeakMap<Element, readonly HTMLElement[]>()

const listeners = new Set<() => void>()

/** Told when something that floated was closed and there is nothing to give the focus back to. Answers how to stop. */
export function onNowhereToReturn(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For something that floats and has a button of its own: what is opened from inside of it gives the focus back to that. */
export function rememberOpener(content: Element | null, button: HTMLElement | null): void {
  if (content !== null && button !== null) openedFrom.set(content, [button])
}

/**
 * Where the focus goes back to when something that floats is closed: what had it when it was opened; if that is gone, what had
 * opened that.
 * @returns for the content that floats: its element, and what to do instead of Radix, which knows of no trigger here
 */
export function useReturnFocus(isOpen: boolean): {
  onOpen(content: Element | null): void
  onClose(event: Event): void
} {
  const places = useRef<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    // Before the content is there and takes the focus.
    if (isOpen) places.current = placesNow()
  }, [isOpen])
  return {
    onOpen(content) {
      if (content !== null) openedFrom.set(content, places.current)
    },
    onClose(event) {
      event.preventDefault()
      // Whoever closed it may have sent the focus somewhere already.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const place = places.current.find((element) => element.isConnected && element.closest('[inert]') === null)
      if (place !== undefined) place.focus()
      else for (const listener of listeners) listener()
    },
  }
}

/** What has the focus, then what opened the menu or dialog it is in. */
function placesNow(): readonly HTMLElement[] {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return []
  const menu = at.closest('[role="menu"]')
  const trigger = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  const floating = at.closest('[role="dialog"]')
  const before = floating === null ? [] : (openedFrom.get(floating) ?? [])
  return [...(menu === null ? [at] : []), ...(trigger === null ? [] : [trigger]), ...before]
}
