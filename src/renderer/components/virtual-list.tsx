import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState, type ReactNode } from 'react'

interface VirtualListProps<T> {
  readonly items: readonly T[]
  keyOf(item: T): string
  /** How high an item will be, roughly, before it has been drawn. Pixels. */
  estimate(item: T): number
  draw(item: T): ReactNode
  readonly className?: string
  /** `list` makes its items those of a list. */
  readonly role?: 'list'
  readonly label?: string
}

/** A scrolling column that draws only what can be seen. What comes on top does not move what is read further down. */
export function VirtualList<T>({ items, keyOf, estimate, draw, className = '', role, label }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtTop, setAtTop] = useState(true)
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here and not handed to memoised parts
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => (items[index] === undefined ? index : keyOf(items[index])),
    estimateSize: (index) => (items[index] === undefined ? 0 : estimate(items[index])),
    overscan: 8,
    initialRect: { width: 400, height: 800 },
    anchorTo: isAtTop ? 'start' : 'end',
    // Of the anchor only its hold on what is read is wanted, not the following of an end.
    scrollEndThreshold: -1,
  })
  return (
    <div
      ref={scroller}
      className={`scroll ${className}`}
      tabIndex={-1}
      onScroll={({ currentTarget }) => setAtTop(currentTarget.scrollTop < 8)}
    >
      <div role={role} aria-label={label} style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((virtual) => {
          const item = items[virtual.index]
          return (
            item !== undefined && (
              <div
                key={virtual.key}
                ref={virtualizer.measureElement}
                role={role === 'list' ? 'listitem' : undefined}
                data-index={virtual.index}
                style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${virtual.start}px)` }}
              >
                {draw(item)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
