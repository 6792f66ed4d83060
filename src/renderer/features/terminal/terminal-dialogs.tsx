import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import type { Paste } from './paste.ts'

interface PasteDialogProps {
  readonly paste: Extract<Paste, { kind: 'lines' }> | undefined
  onAnswer(isYes: boolean): void
}

/** Shows several lines before they are pasted: the first one would run at once. */
export function PasteDialog({ paste, onAnswer }: PasteDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog
      view="paste-lines"
      open={paste !== undefined}
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t('terminal.pasteTitle', { count: paste?.lines ?? 0 })}
      description={t('terminal.pasteText')}
      closeLabel={t('terminal.pasteCancel')}
    >
      <pre className="terminal__pasted scroll">{paste?.text}</pre>
      <div className="dialog__foot">
        <Button onClick={() => onAnswer(false)}>{t('terminal.pasteCancel')}</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          {t('terminal.pasteConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}

interface CloseDialogProps {
  readonly title: string | undefined
  onAnswer(isYes: boolean): void
}

/** Asks before something that runs is ended; that cannot be undone. */
export function CloseDialog({ title, onAnswer }: CloseDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog
      view="close-terminal"
      open={title !== undefined}
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t('terminal.closeTitle')}
      description={t('terminal.closeText', { title: title ?? '' })}
      closeLabel={t('terminal.keep')}
    >
      <div className="dialog__foot">
        <Button onClick={() => onAnswer(false)}>{t('terminal.keep')}</Button>
        <Button look="danger" onClick={() => onAnswer(true)}>
          {t('terminal.closeConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
