import { ArrowUp, ListPlus } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { composerIntent } from './composer-keys.ts'
import { useDraft } from './use-draft.ts'

/** What came of a message. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly reason: string }

interface ComposerProps {
  readonly session: string
  readonly isWorking: boolean
  readonly isOnline: boolean
  /** Why nothing can be sent; in place of the box's hint. */
  readonly blocked?: string
  /** Stands above the row of buttons: the trust line, say. */
  readonly above?: ReactNode
  /** Starts a turn, or queues while one runs. */
  onSend(text: string): Promise<SendOutcome>
  readonly enterKey: string
  readonly newlineKey: string
}

/** The box a message is written in. What could not be sent is put back. */
export function Composer(props: ComposerProps) {
  const { session, isWorking, isOnline, blocked, above, onSend, enterKey, newlineKey } = props
  const { t } = useI18n()
  const [text, setText] = useDraft(session)
  const [notice, setNotice] = useState<string | undefined>(undefined)
  const box = useRef<HTMLTextAreaElement>(null)
  const canSend = text.trim() !== '' && isOnline && blocked === undefined

  // Grows with what is written, up to 40 % of the window.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, window.innerHeight * 0.4)}px`
  }, [text])

  async function send() {
    if (!canSend) return
    const sent = text
    setText('')
    setNotice(undefined)
    const outcome = await onSend(sent)
    if (outcome.kind === 'sent') return
    // Whatever was written meanwhile stays, behind what could not be sent.
    setText((now) => (now.trim() === '' ? sent : `${sent}\n${now}`))
    setNotice(t('composer.notSent', { reason: outcome.reason.replace(/[.。]$/, '') }))
    box.current?.focus()
  }

  return (
    <form
      className="composer"
      aria-label={t('composer.label')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {notice !== undefined && (
        <p className="composer__notice" role="alert">
          {notice}
        </p>
      )}
      <textarea
        ref={box}
        className="composer__box"
        aria-label={t('composer.label')}
        placeholder={isWorking ? t('composer.placeholderWorking') : t('composer.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode } = event
          const { isComposing } = event.nativeEvent
          if (composerIntent({ key, shiftKey, altKey, ctrlKey, metaKey, keyCode, isComposing }) !== 'send') return
          event.preventDefault()
          void send()
        }}
      />
      {above}
      <div className="composer__row">
        <span className={`composer__hint truncate ${blocked === undefined && isOnline ? 'composer__hint--keys' : ''}`}>
          {blocked ??
            (isOnline
              ? t(isWorking ? 'composer.hintWorking' : 'composer.hint', { enter: enterKey, newline: newlineKey })
              : t('composer.offline'))}
        </span>
        <IconButton
          type="submit"
          className="composer__send"
          label={isWorking ? t('composer.queue') : t('composer.send')}
          icon={isWorking ? <ListPlus size={16} /> : <ArrowUp size={16} />}
          disabled={!canSend}
        />
      </div>
    </form>
  )
}
