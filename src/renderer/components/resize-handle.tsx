import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import './resize-handle.css'

interface ResizeHandleProps {
  readonly label: string
  /** The size it changes, in the caller's unit. */
  readonly value: number
  readonly min: number
  readonly max: number
  /** How many units one pixel to the right is; negative when the pane is on the right. */
  readonly unitsPerPixel: () => number
  onChange(value: number): void
  /** Double click, Enter. */
  onToggle(): void
}

/** The line between two panes: drag it, or move it with the arrow keys. */
export function ResizeHandle({ label, value, min, max, unitsPerPixel, onChange, onToggle }: ResizeHandleProps) {
  const start = useRef<{ x: number; value: number; scale: number } | undefined>(undefined)
  const clamp = (next: number) => Math.min(max, Math.max(min, next))

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, value, scale: unitsPerPixel() }
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const from = start.current
    if (from !== undefined) onChange(clamp(from.value + (event.clientX - from.x) * from.scale))
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = (max - min) / 20
    const sign = Math.sign(unitsPerPixel())
    if (event.key === 'ArrowLeft') onChange(clamp(value - step * sign))
    else if (event.key === 'ArrowRight') onChange(clamp(value + step * sign))
    else if (event.key === 'Home') onChange(min)
    else if (event.key === 'End') onChange(max)
    else if (event.key === 'Enter') onToggle()
    else return
    event.preventDefault()
  }

  return (
    <div
      className="resize-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (start.current = undefined)}
      onPointerCancel={() => (start.current = undefined)}
      onDoubleClick={onToggle}
      onKeyDown={onKeyDown}
    />
  )
}
