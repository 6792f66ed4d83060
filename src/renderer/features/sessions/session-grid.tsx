import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { ListEntry } from './list-entries.ts'
import type { PinDrop } from './use-pin-drop.ts'

/** Lists up to this many lines are drawn whole: nothing is gained by leaving some out. */
const drawnWhole = 120

/** What the list can be told. */
export interface GridHandle {
  /** Gives a line the focus, bringing it into view first. */
  focus(key: string): void
}

interface SessionGridProps {
  readonly label: string
  readonly entries: readonly ListEntry[]
  readonly chosen: ReadonlySet<string>
  /** The line the Tab key stops at; it stays drawn when it is scrolled away. */
  readonly stop: string | undefined
  readonly draw: (entry: ListEntry) => ReactNode
  readonly handle: Ref<GridHandle>
  readonly drop: PinDrop
  onKeyDown(event: KeyboardEvent): void
}

/** The lines of the list, of which only those in view are drawn. */
export function SessionGrid(props: SessionGridProps) {
  const { label, entries, chosen, stop, draw, handle, drop, onKeyDown } = props
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<string | undefined>(undefined)
  const stopIndex = entries.findIndex(({ key }) => key === stop)
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is handed on
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (entries[index]?.kind === 'session' ? 48 : 32),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 12,
    rangeExtractor: (range) => drawnIndexes(range, stopIndex),
  })

  function focusLine(key: string): boolean {
    const line = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])].find(
      (each) => each.dataset['line'] === key,
    )
    const target = line?.querySelector<HTMLElement>('button')
    target?.focus()
    return target !== undefined
  }
  useImperativeHandle(handle, () => ({
    focus(key) {
      const index = entries.findIndex((entry) => entry.key === key)
      if (index === -1) return
      virtual.scrollToIndex(index, { align: 'auto' })
      if (!focusLine(key)) wanted.current = key
    },
  }))
  // A line that was out of view is drawn by now.
  useEffect(() => {
    if (wanted.current !== undefined && focusLine(wanted.current)) wanted.current = undefined
  })

  return (
    <div
      ref={scroller}
      className="session-list__scroll scroll"
      onDragOver={(event) => drop.onDragOver(event, entryUnder(event, entries))}
      onDrop={(event) => drop.onDrop(event, entryUnder(event, entries))}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) drop.onDragLeave()
      }}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={entries.length}
        aria-multiselectable="true"
        className="session-list__lines"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index]
          if (entry === undefined) return null
          return (
            <div
              key={entry.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-line={entry.key}
              role="row"
              aria-rowindex={item.index + 1}
              aria-selected={entry.kind === 'session' ? chosen.has(entry.key) : undefined}
              className={`session-line ${drop.dropAt === entry.key ? 'session-line--drop' : ''}`}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {draw(entry)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function drawnIndexes({ startIndex, endIndex, overscan, count }: Range, stopIndex: number): number[] {
  const whole = count <= drawnWhole
  const from = whole ? 0 : Math.max(0, startIndex - overscan)
  const to = whole ? count - 1 : Math.min(count - 1, endIndex + overscan)
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  if (stopIndex === -1 || (stopIndex >= from && stopIndex <= to)) return indexes
  return stopIndex < from ? [stopIndex, ...indexes] : [...indexes, stopIndex]
}

function entryUnder(event: DragEvent, entries: readonly ListEntry[]): ListEntry | undefined {
  const line = (event.target as Element).closest<HTMLElement>('[data-line]')
  return entries.find(({ key }) => key === line?.dataset['line'])
}
