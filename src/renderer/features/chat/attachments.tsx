import { File, FileText, MessageSquare, MessageSquareQuote, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { MessageAttachment } from '../../../protocol/channels/chat/message.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visibleText } from '../../components/visible-text.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** Pictures that are shown; drawings that could hold more than a picture are not. */
const pictures = /^image\/(png|jpeg|gif|webp|avif)$/

/** What is attached to a message: pictures small, everything else by its name. */
export function Attachments({ items }: { items: readonly MessageAttachment[] }) {
  const { t } = useI18n()
  return (
    <ul className="attachments" aria-label={t('chat.attachments')}>
      {items.map((item, index) => (
        <li key={index}>
          <Attachment item={item} />
        </li>
      ))}
    </ul>
  )
}

function Attachment({ item }: { item: MessageAttachment }) {
  const label = visibleText('label' in item ? item.label : '')
  const [isBroken, setBroken] = useState(false)
  if (item.type === 'embeddedResource' && pictures.test(item.contentType) && !isBroken)
    return (
      <Picture label={label} source={`data:${item.contentType};base64,${item.data}`} onBroken={() => setBroken(true)} />
    )
  const place = item.type === 'resource' ? item.uri : undefined
  return (
    <span className="attachment" title={place === undefined ? undefined : visibleText(place)}>
      <AttachmentIcon item={item} />
      <span className="truncate">{label}</span>
    </span>
  )
}

function AttachmentIcon({ item }: { item: MessageAttachment }) {
  const look = { size: 14, 'aria-hidden': true } as const
  if (item.type === 'chat') return <MessageSquare {...look} />
  if (item.type === 'annotations') return <MessageSquareQuote {...look} />
  if (item.type !== 'resource') return <File {...look} />
  return item.uri.startsWith('ahp-terminal:') ? <SquareTerminal {...look} /> : <FileText {...look} />
}

interface PictureProps {
  readonly label: string
  readonly source: string
  /** It cannot be drawn. */
  onBroken(): void
}

function Picture({ label, source, onBroken }: PictureProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="attachment__picture"
        aria-label={t('chat.openImage', { label })}
        title={label}
        onClick={() => setOpen(true)}
      >
        <img src={source} alt="" loading="lazy" decoding="async" onError={onBroken} />
      </button>
      {isOpen && (
        <Dialog view="image" open onOpenChange={setOpen} shape="wide" title={label} closeLabel={t('common.close')}>
          <img className="attachment__whole" src={source} alt={label} />
        </Dialog>
      )}
    </>
  )
}
