import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Within this many pixels of the end counts as being at the end. */
const nearEnd = 40

/** What a click unfolds. */
const folded = '[aria-expanded="false"], details:not([open]) > summary'

interface FollowScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Something was added while the person reads further up. */
  readonly hasNewBelow: boolean
  toBottom(): void
  /** Something inside is clicked, or a key pressed on it. */
  onUse(target: EventTarget): void
  onScroll(): void
}

/**
 * Follows what is added at the end while the person is at the end, and leaves the scroll alone otherwise. `id` is what is
 * read; `last` changes whenever the end of it does. What merely grows, such as a step that is unfolded, is nothing new.
 */
export function useFollowScroll(id: string, last: unknown): FollowScroll {
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
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) outer.scrollTop = outer.scrollHeight
      else isFollowing.current = isAtEnd(factsOf(outer))
    })
    observer.observe(inner)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [id])

  const seen = useRef({ id, last })
  useEffect(() => {
    if (seen.current.id === id && seen.current.last !== last && !isFollowing.current) setNewBelow(true)
    seen.current = { id, last }
  }, [id, last])

  const before = useRef<ScrollFacts>({ top: 0, height: 0, view: 0 })
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const now = factsOf(element)
    isFollowing.current = followsAfter(isFollowing.current, before.current, now)
    before.current = now
    if (isFollowing.current) setNewBelow(false)
  }, [])

  // Who unfolds something reads it: it stays where it is.
  const onUse = useCallback((target: EventTarget) => {
    if (target instanceof Element && target.closest(folded) !== null) isFollowing.current = false
  }, [])

  return { scroller, content, hasNewBelow, toBottom, onUse, onScroll }
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
  if (isAtEnd(now)) return true
  const movedUp = now.top < before.top
  const isLess = now.height < before.height || now.view > before.view
  return movedUp && !isLess ? false : isFollowing
}

const factsOf = (element: HTMLElement): ScrollFacts => ({
  top: element.scrollTop,
  height: element.scrollHeight,
  view: element.clientHeight,
})

const isAtEnd = ({ top, height, view }: ScrollFacts): boolean => height - top - view < nearEnd
