import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { useI18n, type MessageKey } from '../../platform/i18n.tsx'
import { Attachments } from './attachments.tsx'
import { useFold } from './fold-memory.ts'

interface MessageBlockProps {
  readonly message: Message
  /** Names the turn for those who do not see it. */
  readonly id: string
  /** Said into the running turn. */
  readonly isSteering?: boolean
}

const origins: Partial<Record<Message['origin']['kind'], MessageKey>> = {
  agent: 'chat.fromAgent',
  tool: 'chat.fromTool',
  automation: 'chat.fromAutomation',
  systemNotification: 'chat.fromHost',
}

/**
 * What was said to the agent: a quiet block, folded when it is long, with what is attached to it. Drawn once: pictures of
 * megabytes are not compared again with every word of the answer.
 */
export const MessageBlock = memo(function MessageBlock({ message, id, isSteering = false }: MessageBlockProps) {
  const { t } = useI18n()
  const text = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useFold(`message ${id}`)
  const [isLong, setLong] = useState(false)
  const origin = origins[message.origin.kind]
  const caption = isSteering ? t('chat.steered') : origin === undefined ? undefined : t(origin)

  useLayoutEffect(() => {
    const element = text.current
    if (element !== null) setLong(element.scrollHeight > element.clientHeight + 1)
  }, [message.text])

  return (
    <div className={`message ${isSteering ? 'message--steering' : ''}`}>
      {caption !== undefined && <p className="message__caption">{caption}</p>}
      {message.text !== '' && (
        <div ref={text} id={id} className={`message__text ${isOpen ? 'message__text--whole' : ''}`}>
          {message.text}
        </div>
      )}
      {(isLong || isOpen) && (
        <button type="button" className="message__fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'chat.showLess' : 'chat.showWhole')}
        </button>
      )}
      {message.attachments !== undefined && message.attachments.length > 0 && (
        <Attachments items={message.attachments} />
      )}
    </div>
  )
})
