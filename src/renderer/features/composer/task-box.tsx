import { Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { AttachmentStrip } from './attachments/attachment-strip.tsx'
import { isImage } from './attachments/attached-characters.ts'
import { useAttachFiles } from './attachments/use-attach-files.ts'
import { useFileDrop } from './attachments/use-file-drop.ts'
import { MessageBox } from './message-box.tsx'
import type { SlashCommand } from './suggestions.ts'
import type { SetWritten } from './use-draft.ts'
import type { Written } from './written.ts'
import './composer.css'

interface TaskBoxProps {
  readonly written: Written
  readonly onWrite: SetWritten
  readonly label: string
  readonly placeholder: string
  readonly isFirst: boolean
  /** The URI of the folder the task is for, where the host tells what can be mentioned of it. */
  readonly folder: string | undefined
  readonly triggers: readonly string[]
  readonly commands: readonly SlashCommand[]
  /** The name of the chosen model, when pictures are nothing to it. */
  readonly blindModel?: string | undefined
  /** Stands between the box and the row of buttons. */
  readonly above?: ReactNode
  /** The rest of the row of buttons. */
  readonly row: ReactNode
  onSubmit(): void
}

/** The box for the first message of a session: as the composer, but there is no chat yet, only the folder to ask about. */
export function TaskBox(props: TaskBoxProps) {
  const { written, onWrite, label, placeholder, isFirst, folder, blindModel, above, row, onSubmit } = props
  const { t } = useI18n()
  const box = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [notice, setNotice] = useState<string | undefined>(undefined)
  const latest = useRef(written)
  useEffect(() => {
    latest.current = written
  })
  const current = useCallback(() => latest.current, [])
  const attach = useAttachFiles(onWrite, setNotice, current)
  const takeFiles = useCallback((files: readonly File[]) => void attach(files), [attach])
  const isDropping = useFileDrop(frame, takeFiles)
  return (
    <div ref={frame} className={`composer task-box ${isDropping ? 'composer--dropping' : ''}`} data-drop="">
      {notice !== undefined && (
        <p className="composer__notice" role="alert">
          {notice}
        </p>
      )}
      <AttachmentStrip
        files={written.files}
        onRemove={(id) => onWrite((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))}
      />
      {blindModel !== undefined && written.files.some(isImage) && (
        <p className="composer__blind" role="status">
          {t('attach.blind', { model: blindModel })}
        </p>
      )}
      <MessageBox
        written={written}
        onWrite={onWrite}
        box={box}
        label={label}
        placeholder={placeholder}
        isFirst={isFirst}
        target={folder === undefined ? undefined : { kind: 'folder', folder }}
        triggers={props.triggers}
        commands={props.commands}
        onIntent={onSubmit}
        onFiles={takeFiles}
      />
      {above}
      <div className="composer__row">
        <IconButton label={t('attach.button')} icon={<Paperclip size={16} />} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) takeFiles(files)
          }}
        />
        {row}
      </div>
      {isDropping && <p className="composer__drop">{t('attach.drop')}</p>}
    </div>
  )
}
