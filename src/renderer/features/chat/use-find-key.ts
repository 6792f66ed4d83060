import { useEffect, useRef, type RefObject } from 'react'

/**
 * The key the browser finds with opens the search of the conversation that has the focus, or of the first one when nothing
 * has it. Pressed again in the search itself, it is the browser's.
 */
export function useFindKey(chat: RefObject<HTMLElement | null>, open: () => void): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyF'
      const own = chat.current
      if (!isFind || event.defaultPrevented || own === null) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest('.find, [role="dialog"], [role="alertdialog"] input') !== null) return
      const pane = own.closest('[data-pane], main') ?? own
      const isHere = target === document.body ? document.querySelector('.chat') === own : pane.contains(target)
      if (!isHere) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [chat])
}
