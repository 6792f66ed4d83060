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

  const last = useRef<ScrollFacts>({ top: 0, height: 0, view: 0 })
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const now = { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight }
    isFollowing.current = followsAfter(isFollowing.current, last.current, now)
    last.current = now
    if (isFollowing.current) setNewBelow(false)
  }, [])

  return { scroller, content, hasNewBelow, toBottom, onScroll }
}

/** Pixels: how far down it is scrolled, how much there is, how much of it can be seen. */
export interface ScrollFacts {
  readonly top: number
  readonly height: number
  readonly view: number
}

/**
 * Whether to go on following after a scroll. Only a person moves up while there is not less to show; when something was
 * folded or taken away the browser moves by itself, and that ends nothing.
 */
export function followsAfter(isFollowing: boolean, before: ScrollFacts, now: ScrollFacts): boolean {
  if (now.height - now.top - now.view < nearEnd) return true
  const movedUp = now.top < before.top
  const isLess = now.height < before.height || now.view > before.view
  return movedUp && !isLess ? false : isFollowing
}
