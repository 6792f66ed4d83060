import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import type { PendingMessage } from '../../../protocol/channels/chat/message.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { composerIntent } from './composer-keys.ts'

interface MessageQueueProps {
  readonly messages: readonly PendingMessage[]
  onEdit(id: string, text: string): void
  onRemove(id: string): void
}

/** Messages that wait for the running turn, above the composer; each can be changed and taken out. */
export function MessageQueue({ messages, onEdit, onRemove }: MessageQueueProps) {
  const { t } = useI18n()
  const [editing, setEditing] = useState<string | undefined>(undefined)
  const [text, setText] = useState('')
  if (messages.length === 0) return null

  function keep() {
    if (editing !== undefined && text.trim() !== '') onEdit(editing, text)
    setEditing(undefined)
  }

  return (
    <ul className="queue" aria-label={t('composer.queued')}>
      {messages.map(({ id, message }) =>
        editing === id ? (
          <li key={id} className="queue__item">
            <textarea
              aria-label={t('composer.queuedField')}
              rows={2}
              value={text}
              autoFocus
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode } = event
                const { isComposing } = event.nativeEvent
                if (key === 'Escape' && !isComposing) setEditing(undefined)
                if (composerIntent({ key, shiftKey, altKey, ctrlKey, metaKey, keyCode, isComposing }) !== 'send') return
                event.preventDefault()
                keep()
              }}
            />
            <Button onClick={keep}>{t('common.save')}</Button>
          </li>
        ) : (
          <li key={id} className="queue__item">
            <span className="queue__text truncate">{message.text}</span>
            <IconButton
              label={t('composer.editQueued')}
              icon={<Pencil size={14} />}
              onClick={() => {
                setEditing(id)
                setText(message.text)
              }}
            />
            <IconButton label={t('composer.removeQueued')} icon={<X size={14} />} onClick={() => onRemove(id)} />
          </li>
        ),
      )}
    </ul>
  )
}
