import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Within this many pixels of the end counts as being at the end. */
const nearEnd = 40

interface FollowScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Something was added while the person reads further up. */
  readonly hasNewBelow: boolean
  toBottom(): void
  onScroll(): void
}

/** Follows what is added at the end while the person is at the end, and leaves the scroll alone otherwise. `id` is what is read. */
export function useFollowScroll(id: string): FollowScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [hasNewBelow, setNewBelow] = useState(false)

  const toBottom = useCallback(() => {
    isFollowing.current = true
    setNewBelow(false)
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])

  useLayoutEffect(() => {
    isFollowing.current = true
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [id])

  useEffect(() => {
    const outer = scroller.current
    const inner = content.current
    if (outer === null || inner === null) return
    let height = inner.offsetHeight
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) outer.scrollTop = outer.scrollHeight
      else if (inner.offsetHeight > height) setNewBelow(true)
      height = inner.offsetHeight
    })
    observer.observe(inner)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [id])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    isFollowing.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    if (isFollowing.current) setNewBelow(false)
  }, [])

  return { scroller, content, hasNewBelow, toBottom, onScroll }
}
