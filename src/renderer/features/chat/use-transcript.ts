import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { followsAfter, isAtEnd, nearEnd, scrollFactsOf, type ScrollFacts } from './follows-after.ts'
import { estimateHeight, type Row } from './rows.ts'
import { elementIdOf } from './turn-view.tsx'

/** What a click unfolds. */
const folded = '[aria-expanded="false"], details:not([open]) > summary'
/** Keys that move towards the beginning. */
const upKeys = ['ArrowUp', 'PageUp', 'Home']
/** Rows kept on the page beside those that can be seen. */
const overscan = 4
/** Frames to wait for a row to be drawn before it is given the focus. */
const patience = 60

interface TranscriptNeeds {
  readonly rows: readonly Row[]
  /** Changes whenever the end of the conversation does. */
  readonly last: unknown
  /** Pixels before the first row, and behind the last. */
  readonly paddingStart: number
  readonly paddingEnd: number
}

export interface Transcript {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  /** Something was added while the person reads further up. */
  readonly hasNewBelow: boolean
  readonly isFollowing: boolean
  toEnd(): void
  /** Brings a row to the top of the view, and gives it the focus. */
  goTo(index: number, focus?: boolean): void
  /** What the scrolling element hears. */
  readonly listeners: {
    onScroll(): void
    onWheel(event: { readonly deltaY: number }): void
    onClickCapture(event: { readonly target: EventTarget }): void
    onKeyDown(event: KeyboardEvent): void
    onFocusCapture(event: { readonly target: EventTarget }): void
    onBlurCapture(): void
  }
}

/**
 * Draws only the rows that can be seen and a few beside them. It follows what is added at the end while the person is at
 * the end, and leaves what is read where it is otherwise: when rows above are measured, grow, or older ones come.
 */
export function useTranscript({ rows, last, paddingStart, paddingEnd }: TranscriptNeeds): Transcript {
  const scroller = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const [hasNewBelow, setNewBelow] = useState(false)
  const [focusedKey, setFocusedKey] = useState<string | undefined>(undefined)
  const focusedIndex = focusedKey === undefined ? -1 : rows.findIndex(({ key }) => key === focusedKey)
  const [estimatedEnd] = useState(() => rows.reduce((sum, row) => sum + estimateHeight(row), 0))

  // oxlint-disable-next-line react/incompatible-library -- its functions are used here and not handed to memoised parts
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => (rows[index] === undefined ? 0 : estimateHeight(rows[index])),
    // What has the focus stays on the page, or the keyboard would lose its place.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range)
        if (focusedIndex < 0 || indexes.includes(focusedIndex)) return indexes
        return [...indexes, focusedIndex].toSorted((a, b) => a - b)
      },
      [focusedIndex],
    ),
    overscan,
    paddingStart,
    paddingEnd,
    initialOffset: estimatedEnd,
    initialRect: { width: 800, height: 800 },
    anchorTo: 'end',
    followOnAppend: isFollowing,
    scrollEndThreshold: isFollowing ? nearEnd : -1,
  })

  const toEnd = useCallback(() => {
    setFollowing(true)
    setNewBelow(false)
    virtualizer.scrollToEnd()
  }, [virtualizer])

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer])

  // The view becomes lower when something waits below it: its end stays in sight.
  useEffect(() => {
    const element = scroller.current
    if (element === null || !isFollowing) return
    const observer = new ResizeObserver(() => virtualizer.scrollToEnd())
    observer.observe(element)
    return () => observer.disconnect()
  }, [isFollowing, virtualizer])

  const [seen, setSeen] = useState(last)
  if (seen !== last) {
    setSeen(last)
    if (!isFollowing) setNewBelow(true)
  }

  const before = useRef<ScrollFacts>({ top: 0, height: 0, view: 0 })
  const goTo = useCallback(
    (index: number, focus = true) => {
      const row = rows[index]
      if (row === undefined) return
      setFollowing(false)
      virtualizer.scrollToIndex(index, { align: 'start' })
      if (focus) focusWhenDrawn(elementIdOf(row), patience)
    },
    [rows, virtualizer],
  )

  function step(by: 1 | -1): void {
    const first = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)?.index ?? 0
    const from = focusedIndex >= 0 ? focusedIndex : by === 1 ? first - 1 : first
    let index = from + by
    while (rows[index]?.isFirst === false) index += by
    if (rows[index] !== undefined) goTo(index)
    else if (by === 1) toEnd()
  }

  return {
    scroller,
    virtualizer,
    hasNewBelow,
    isFollowing,
    toEnd,
    goTo,
    listeners: {
      onScroll() {
        const element = scroller.current
        if (element === null) return
        const now = scrollFactsOf(element)
        const follows = followsAfter(isFollowing, before.current, now)
        before.current = now
        if (follows !== isFollowing) setFollowing(follows)
        if (follows && hasNewBelow) setNewBelow(false)
      },
      onWheel({ deltaY }) {
        const element = scroller.current
        if (deltaY < 0 && element !== null && element.scrollTop > 0) setFollowing(false)
      },
      // Who unfolds something reads it: it stays where it is.
      onClickCapture({ target }) {
        if (target instanceof Element && target.closest(folded) !== null) setFollowing(false)
      },
      onKeyDown(event) {
        const { key, target, altKey, ctrlKey, metaKey } = event
        const isTyping = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
        if (isTyping || ctrlKey || metaKey) return
        if (key === 'ArrowRight' && target instanceof Element && target.matches(folded)) setFollowing(false)
        const by =
          key === 'j' || (altKey && key === 'ArrowDown') ? 1 : key === 'k' || (altKey && key === 'ArrowUp') ? -1 : 0
        if (by !== 0 && altKey === key.startsWith('Arrow')) {
          event.preventDefault()
          step(by)
        } else if (key === 'End' && !altKey) {
          event.preventDefault()
          toEnd()
        } else if (upKeys.includes(key)) {
          const element = scroller.current
          if (element !== null && !isShort(element)) setFollowing(false)
        }
      },
      onFocusCapture({ target }) {
        const row = target instanceof Element ? target.closest('[data-key]') : null
        setFocusedKey(row?.getAttribute('data-key') ?? undefined)
      },
      onBlurCapture: () => setFocusedKey(undefined),
    },
  }
}

const isShort = (element: HTMLElement): boolean => isAtEnd(scrollFactsOf(element)) && element.scrollTop === 0

function focusWhenDrawn(id: string, framesLeft: number): void {
  const element = document.getElementById(id)
  if (element !== null) element.focus({ preventScroll: true })
  else if (framesLeft > 0) requestAnimationFrame(() => focusWhenDrawn(id, framesLeft - 1))
}
