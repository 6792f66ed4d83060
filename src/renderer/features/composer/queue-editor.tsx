import { useRef, useState } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { AttachmentStrip } from './attachments/attachment-strip.tsx'
import { composerIntent, isOfInputMethod } from './composer-keys.ts'
import { editBetween, shiftMentions } from './mentions.ts'
import { fromMessage, isEmpty, toMessage } from './written.ts'

interface QueueEditorProps {
  readonly message: Message
  /** The changed message, or undefined when it stays as it was. */
  onDone(message: Message | undefined): void
}

/** Changes a message that waits. Its attachments stay, as far as their words do. */
export function QueueEditor({ message, onDone }: QueueEditorProps) {
  const { t } = useI18n()
  const [written, setWritten] = useState(() => fromMessage(message, () => crypto.randomUUID()))
  const composedAtMs = useRef<number | undefined>(undefined)

  function keep() {
    if (isEmpty(written)) return onDone(undefined)
    const { attachments: _before, ...rest } = message
    const { text, attachments } = toMessage(written)
    onDone({ ...rest, text, ...(attachments === undefined ? {} : { attachments }) })
  }

  return (
    <div className="queue__editor">
      <AttachmentStrip
        files={written.files}
        onRemove={(id) => setWritten((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))}
      />
      <textarea
        aria-label={t('composer.queuedField')}
        rows={Math.min(8, Math.max(2, written.text.split('\n').length))}
        value={written.text}
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={({ target }) =>
          setWritten((before) => ({
            ...before,
            text: target.value,
            mentions: shiftMentions(before.mentions, editBetween(before.text, target.value, target.selectionEnd)),
          }))
        }
        onCompositionEnd={(event) => (composedAtMs.current = event.timeStamp)}
        onKeyDown={(event) => {
          const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode, timeStamp } = event
          const { isComposing } = event.nativeEvent
          const facts = { key, shiftKey, altKey, ctrlKey, metaKey, keyCode, timeStamp, isComposing }
          if (key === 'Escape' && !isOfInputMethod(facts)) {
            event.preventDefault()
            onDone(undefined)
          }
          if (composerIntent(facts, composedAtMs.current) === 'none') return
          event.preventDefault()
          keep()
        }}
      />
      <div className="queue__editor-buttons">
        <Button look="quiet" onClick={() => onDone(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button onClick={keep}>{t('common.save')}</Button>
      </div>
    </div>
  )
}
