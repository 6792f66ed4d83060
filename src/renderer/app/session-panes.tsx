import { X } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { IconButton } from '../components/button.tsx'
import { ResizeHandle } from '../components/resize-handle.tsx'
import { droppedSession, isSessionDrag } from '../features/sessions/drag.ts'
import { focusFrontComposer, isFocusAstray } from '../platform/focus-composer.ts'
import { useI18n } from '../platform/i18n.tsx'
import { maxPanes } from './pane-model.ts'
import type { PanesControl } from './use-panes.ts'
import './panes.css'

/** Where in a pane a session is dropped. */
type Side = 'before' | 'here' | 'after'

interface SessionPanesProps {
  readonly control: PanesControl
  /** Only the pane that has the focus, where there is no room for more. */
  readonly isSingle: boolean
  /** Behind the close button of the last pane. */
  readonly end: ReactNode
  /** Before the title of the first. */
  readonly start: ReactNode
  /** What closing a pane is called. */
  readonly closeLabel: string
  /** Opens a session before the pane with the index, and makes room for it. */
  onBeside(session: string, index: number): void
  titleOf(session: string): string
  draw(session: string, start: ReactNode, end: ReactNode): ReactNode
}

/** One to four sessions side by side. A session of the list is dropped between two, or onto one. */
export function SessionPanes({
  control,
  isSingle,
  start,
  end,
  closeLabel,
  titleOf,
  draw,
  onBeside,
}: SessionPanesProps) {
  const { t } = useI18n()
  const row = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState<{ readonly index: number; readonly side: Side } | undefined>(undefined)
  const { items, focused } = control.panes
  const shown = items.map((pane, index) => ({ ...pane, index })).filter(({ index }) => !isSingle || index === focused)
  const total = shown.reduce((sum, { share }) => sum + share, 0)
  const isMany = shown.length > 1

  const selected = isMany ? control.selected : undefined
  useEffect(() => {
    // Where four do not fit, the row scrolls.
    if (selected !== undefined)
      row.current?.querySelector('.pane--focused')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [selected])

  const front = control.selected
  useEffect(() => {
    // What is typed goes to the session in front, whatever brought it there.
    if (front !== undefined && isFocusAstray()) focusFrontComposer()
  }, [front])

  function onDrop(event: DragEvent, index: number) {
    const session = droppedSession(event)
    setOver(undefined)
    if (session === undefined) return
    event.preventDefault()
    const side = sideOf(event, items.length)
    if (side === 'here') control.replace(index, session)
    else onBeside(session, side === 'before' ? index : index + 1)
  }

  return (
    <div
      ref={row}
      className="panes"
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(undefined)
      }}
    >
      {shown.map(({ session, share, index }, at) => {
        const isFirst = at === 0
        const isLast = at === shown.length - 1
        const isFocused = index === focused
        const close = isMany && (
          <IconButton label={closeLabel} icon={<X size={16} />} onClick={() => control.close(index)} />
        )
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears what is done inside, and a drop has a key of its own
          <section
            key={session}
            className={`pane ${isMany && isFocused ? 'pane--focused' : ''} ${isMany && !isFocused ? 'pane--other' : ''}`}
            data-pane="session"
            data-view="session"
            tabIndex={-1}
            aria-label={titleOf(session)}
            style={{ flexGrow: share / Math.max(total, 0.01) }}
            onFocusCapture={() => control.focus(index)}
            onPointerDownCapture={() => control.focus(index)}
            onDragOver={(event) => {
              if (isSingle || !isSessionDrag(event)) return
              event.preventDefault()
              const side = sideOf(event, items.length)
              if (over?.index !== index || over.side !== side) setOver({ index, side })
            }}
            onDrop={(event) => onDrop(event, index)}
          >
            {draw(
              session,
              isFirst ? start : undefined,
              <>
                {close}
                {isLast && end}
              </>,
            )}
            {over?.index === index && (
              <div className={`pane__drop pane__drop--${over.side}`} aria-hidden="true">
                {t(over.side === 'here' ? 'panes.dropHere' : 'panes.dropBeside')}
              </div>
            )}
            {!isLast && (
              <ResizeHandle
                label={t('panes.resize')}
                value={share}
                min={0.1}
                max={total}
                unitsPerPixel={() => total / Math.max(1, row.current?.clientWidth ?? 1)}
                onChange={(next) => control.resize(index, next)}
                onToggle={() => control.resize(index, (share + (shown[at + 1]?.share ?? share)) / 2)}
              />
            )}
          </section>
        )
      })}
    </div>
  )
}

/** A third at either edge is beside; with four open there is no beside. */
function sideOf(event: DragEvent, count: number): Side {
  const box = event.currentTarget.getBoundingClientRect()
  const at = (event.clientX - box.left) / Math.max(1, box.width)
  if (count >= maxPanes) return 'here'
  if (at < 0.33) return 'before'
  return at > 0.67 ? 'after' : 'here'
}
