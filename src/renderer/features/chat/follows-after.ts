/** Within this many pixels of the end counts as being at the end. */
export const nearEnd = 40

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

/** How an element is scrolled now. */
export const scrollFactsOf = (element: HTMLElement): ScrollFacts => ({
  top: element.scrollTop,
  height: element.scrollHeight,
  view: element.clientHeight,
})

/** Whether the end can be seen, or nearly so. */
export const isAtEnd = ({ top, height, view }: ScrollFacts): boolean => height - top - view < nearEnd
