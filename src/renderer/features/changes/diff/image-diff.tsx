import { useState } from 'react'
import { useI18n } from '../../../platform/i18n.tsx'
import type { ChangedFile } from '../changed-file.ts'
import type { SideContent } from '../use-content.ts'
import { byteSize } from './byte-size.ts'

interface ImageDiffProps {
  readonly file: ChangedFile
  readonly before: SideContent
  readonly after: SideContent
}

/** Both versions of an image, beside each other where there is room. */
export function ImageDiff({ file, before, after }: ImageDiffProps) {
  const { t } = useI18n()
  return (
    <div className="image-diff scroll">
      <Side
        caption={t('diff.before')}
        alt={t('diff.imageBefore', { name: file.name })}
        absent={t('diff.noImage')}
        content={before}
        size={file.before?.sizeHint}
      />
      <Side
        caption={t('diff.after')}
        alt={t('diff.imageAfter', { name: file.name })}
        absent={t('diff.imageDeleted')}
        content={after}
        size={file.after?.sizeHint}
      />
    </div>
  )
}

interface SideProps {
  readonly caption: string
  readonly alt: string
  readonly absent: string
  readonly content: SideContent
  /** Bytes. */
  readonly size: number | undefined
}

function Side({ caption, alt, absent, content, size }: SideProps) {
  const { t, locale } = useI18n()
  const [pixels, setPixels] = useState<{ width: number; height: number }>()
  return (
    <figure className="image-diff__side">
      <figcaption>
        {caption}
        {pixels !== undefined && size !== undefined && (
          <span className="dim tabular">{t('diff.imageFacts', { ...pixels, size: byteSize(size, locale) })}</span>
        )}
      </figcaption>
      {content.status === 'bytes' ? (
        <img
          src={`data:${content.contentType ?? 'application/octet-stream'};base64,${content.base64}`}
          alt={alt}
          onLoad={({ currentTarget }) =>
            setPixels({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
      ) : (
        <p className="dim">
          {content.status === 'failed' ? content.reason : content.status === 'absent' ? absent : '…'}
        </p>
      )}
    </figure>
  )
}
