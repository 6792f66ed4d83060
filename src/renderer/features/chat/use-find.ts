import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { findRows, rangesIn } from './find-turns.ts'
import type { Row } from './rows.ts'

export interface Find {
  readonly isOpen: boolean
  readonly text: string
  readonly at: number
  readonly count: number
  open(): void
  close(): void
  setText(text: string): void
  move(by: 1 | -1): void
}

interface FindNeeds {
  readonly rows: readonly Row[]
  /** The index of the topmost row that can be seen. */
  readonly firstSeen: number
  /** Changes whenever other rows are drawn. */
  readonly drawn: unknown
  readonly column: RefObject<HTMLElement | null>
  goTo(index: number, focus: boolean): void
}

/** The name of the browser's marks, in chat.css. */
const mark = 'chat-find'

/** Looks for a text in the rows, and marks it in those that are drawn. */
export function useFind({ rows, firstSeen, drawn, column, goTo }: FindNeeds): Find {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  /** The row that is shown, by its key: rows move when older ones come. */
  const [current, setCurrent] = useState<string | undefined>(undefined)
  const searched = useDeferredValue(isOpen ? text : '')
  const found = useMemo(() => findRows(rows, searched), [rows, searched])
  const at = found.findIndex((index) => rows[index]?.key === current)

  useEffect(() => {
    const element = column.current
    if (element === null || typeof CSS === 'undefined' || !('highlights' in CSS)) return
    const ranges = rangesIn(element, searched)
    if (ranges.length === 0) return
    const own = new Highlight(...ranges)
    CSS.highlights.set(mark, own)
    return () => {
      // Those of another conversation beside this one stay.
      if (CSS.highlights.get(mark) === own) CSS.highlights.delete(mark)
    }
  }, [searched, drawn, column])

  // A long row is at its top; what was found may be further down.
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (current === undefined || shown.current === current) return
    const row = column.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    if (row === null || row === undefined) return
    shown.current = current
    rangesIn(row, searched)[0]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [current, drawn, searched, column])

  function show(position: number): void {
    const index = found[position]
    if (index === undefined) return
    shown.current = undefined
    setCurrent(rows[index]?.key)
    goTo(index, false)
  }

  return {
    isOpen,
    text,
    at,
    count: found.length,
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      setCurrent(undefined)
    },
    setText,
    move(by) {
      if (found.length === 0) return
      if (at !== -1) return show((at + by + found.length) % found.length)
      const next = found.findIndex((index) => index >= firstSeen)
      show(
        by === 1 ? (next === -1 ? 0 : next) : (next === -1 ? found.length : next) - 1 + (next === 0 ? found.length : 0),
      )
    },
  }
}
