import { FileText, Paperclip, X } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../../../components/button.tsx'
import { useI18n } from '../../../platform/i18n.tsx'
import type { AttachedFile } from '../written.ts'
import { isImage } from './attached-characters.ts'
import { plainImageTypes } from './plan-image.ts'

interface AttachmentStripProps {
  readonly files: readonly AttachedFile[]
  /** Absent where they can only be looked at. */
  onRemove?(id: string): void
}

/** What goes with a message: pictures small, files by name. */
export function AttachmentStrip({ files, onRemove }: AttachmentStripProps) {
  const { t } = useI18n()
  if (files.length === 0) return null
  return (
    <ul className="composer-files" data-view="attachments" aria-label={t('attach.list')}>
      {files.map((file) => (
        <li key={file.id} className={`composer-files__item ${isImage(file) ? 'composer-files__item--image' : ''}`}>
          <Picture file={file} />
          <span className="composer-files__words">
            <span className="composer-files__name truncate" title={file.attachment.label}>
              {file.attachment.label}
            </span>
            {file.note !== undefined && <span className="composer-files__note truncate">{file.note}</span>}
          </span>
          {onRemove !== undefined && (
            <IconButton
              className="composer-files__remove"
              label={t('attach.remove', { name: file.attachment.label })}
              icon={<X size={14} />}
              onClick={() => onRemove(file.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Drawn once: a picture of megabytes is not compared again with every key. */
const Picture = memo(function Picture({ file }: { file: AttachedFile }) {
  const { attachment } = file
  if (attachment.type !== 'embeddedResource') return <Paperclip size={16} aria-hidden="true" />
  // Only kinds of pictures that hold no scripts, and from the message itself.
  if (!plainImageTypes.includes(attachment.contentType)) return <FileText size={16} aria-hidden="true" />
  return (
    <img className="composer-files__picture" alt="" src={`data:${attachment.contentType};base64,${attachment.data}`} />
  )
})
