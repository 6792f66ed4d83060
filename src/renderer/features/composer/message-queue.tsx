import { CornerDownRight, Ellipsis, GripVertical, ListPlus, Paperclip, Pencil, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Message, PendingMessage, PendingMessageKind } from '../../../protocol/channels/chat/message.ts'
import { IconButton } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { QueueEditor } from './queue-editor.tsx'
import { moveBy, moveTo, placeAt } from './queue-order.ts'

interface MessageQueueProps {
  readonly queued: readonly PendingMessage[]
  readonly steering: PendingMessage | undefined
  readonly isWorking: boolean
  /** The one whose words are being changed. */
  readonly editing: string | undefined
  onEditing(id: string | undefined): void
  onEdit(kind: PendingMessageKind, id: string, message: Message): void
  onRemove(kind: PendingMessageKind, pending: PendingMessage): void
  onReorder(order: readonly string[]): void
  /** From one kind into the other. */
  onChange(kind: PendingMessageKind, pending: PendingMessage): void
}

/** Messages that wait, above the composer: first what goes into the running turn, then what follows it, in order. */
export function MessageQueue(props: MessageQueueProps) {
  const { queued, steering, isWorking, editing, onEditing, onEdit, onRemove, onReorder, onChange } = props
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<{ readonly id: string; readonly order: readonly string[] } | undefined>(undefined)
  const [said, setSaid] = useState('')
  if (queued.length === 0 && steering === undefined) return null

  const ids = queued.map(({ id }) => id)
  const order = held?.order.filter((id) => ids.includes(id)) ?? ids
  const shown = [
    ...order.flatMap((id) => queued.filter((each) => each.id === id)),
    ...queued.filter(({ id }) => !order.includes(id)),
  ]

  function move(id: string, by: number) {
    const next = moveBy(ids, id, by)
    const place = next.indexOf(id)
    if (place === ids.indexOf(id)) return
    onReorder(next)
    setSaid(t('queue.movedTo', { place: place + 1, count: ids.length }))
  }

  function onGripKey(event: KeyboardEvent, id: string) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(id, event.key === 'ArrowUp' ? -1 : 1)
  }

  function onGrip(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ id, order: ids })
  }
  function onHold(event: PointerEvent, id: string) {
    if (held?.id !== id) return
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-queued]') ?? [])].filter(
      (row) => row.dataset['queued'] !== id,
    )
    const middles = others.map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const next = moveTo(held.order, id, placeAt(event.clientY, middles))
    if (next.some((each, index) => each !== held.order[index])) setHeld({ id, order: next })
  }
  function onDrop() {
    if (held === undefined) return
    setHeld(undefined)
    if (held.order.some((id, index) => id !== ids[index])) onReorder(held.order)
  }

  return (
    <div className="queue" data-view="queue" role="group" aria-label={t('composer.queued')}>
      {steering !== undefined && (
        <div className="queue__steering">
          <p className="queue__head">
            <CornerDownRight size={14} aria-hidden="true" />
            {t(isWorking ? 'queue.steering' : 'queue.steeringIdle')}
          </p>
          {editing === steering.id ? (
            <QueueEditor
              message={steering.message}
              onDone={(message) => {
                onEditing(undefined)
                if (message !== undefined) onEdit('steering', steering.id, message)
              }}
            />
          ) : (
            <div className="queue__item">
              <Words message={steering.message} onEdit={() => onEditing(steering.id)} />
              <IconButton
                label={t('queue.toQueue')}
                icon={<ListPlus size={14} />}
                onClick={() => onChange('steering', steering)}
              />
              <IconButton
                label={t('composer.editQueued')}
                className="queue__pencil"
                icon={<Pencil size={14} />}
                onClick={() => onEditing(steering.id)}
              />
              <IconButton
                label={t('composer.removeQueued')}
                icon={<X size={14} />}
                onClick={() => onRemove('steering', steering)}
              />
            </div>
          )}
        </div>
      )}
      {queued.length > 0 && (
        <>
          <p className="queue__head">
            <ListPlus size={14} aria-hidden="true" />
            {t(isWorking ? 'queue.queued' : 'queue.queuedIdle', { count: queued.length })}
          </p>
          <ul ref={list} className="queue__list scroll">
            {shown.map((pending) => {
              const { id, message } = pending
              const place = ids.indexOf(id)
              return editing === id ? (
                <li key={id}>
                  <QueueEditor
                    message={message}
                    onDone={(changed) => {
                      onEditing(undefined)
                      if (changed !== undefined) onEdit('queued', id, changed)
                    }}
                  />
                </li>
              ) : (
                <li key={id} data-queued={id} className={`queue__item ${held?.id === id ? 'queue__item--held' : ''}`}>
                  {queued.length > 1 && (
                    <button
                      type="button"
                      className="queue__grip"
                      aria-label={t('queue.move', { text: message.text.slice(0, 60) })}
                      title={t('queue.moveHint')}
                      onKeyDown={(event) => onGripKey(event, id)}
                      onPointerDown={(event) => onGrip(event, id)}
                      onPointerMove={(event) => onHold(event, id)}
                      onPointerUp={onDrop}
                      onPointerCancel={() => setHeld(undefined)}
                    >
                      <GripVertical size={14} aria-hidden="true" />
                    </button>
                  )}
                  <Words message={message} onEdit={() => onEditing(id)} />
                  <IconButton
                    label={t('composer.editQueued')}
                    className="queue__pencil"
                    icon={<Pencil size={14} />}
                    onClick={() => onEditing(id)}
                  />
                  <Menu
                    view="menu-queue"
                    label={t('queue.menu')}
                    align="end"
                    items={[
                      {
                        id: 'steer',
                        label: t('queue.toSteering'),
                        icon: <CornerDownRight size={14} />,
                        disabled: !isWorking,
                        run: () => onChange('queued', pending),
                      },
                      'separator',
                      { id: 'up', label: t('queue.up'), disabled: place === 0, run: () => move(id, -1) },
                      {
                        id: 'down',
                        label: t('queue.down'),
                        disabled: place === ids.length - 1,
                        run: () => move(id, 1),
                      },
                    ]}
                  >
                    <IconButton label={t('queue.menu')} icon={<Ellipsis size={14} />} />
                  </Menu>
                  <IconButton
                    label={t('composer.removeQueued')}
                    icon={<X size={14} />}
                    onClick={() => onRemove('queued', pending)}
                  />
                </li>
              )
            })}
          </ul>
        </>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

/** A click on the words edits them; the pencil says so to those who look for it. */
function Words({ message, onEdit }: { message: Message; onEdit(): void }) {
  const { t } = useI18n()
  const count = message.attachments?.length ?? 0
  return (
    <>
      <button type="button" className="queue__text truncate" title={message.text} onClick={onEdit}>
        {message.text || t('attach.list')}
      </button>
      {count > 0 && (
        <span className="queue__attached" title={t('queue.attached', { count })}>
          <Paperclip size={12} aria-hidden="true" />
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t('queue.attached', { count })}</span>
        </span>
      )}
    </>
  )
}
