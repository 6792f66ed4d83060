import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useI18n } from '../../platform/i18n.tsx'

interface DeleteDialogProps {
  /** Nothing asks about none. */
  readonly sessions: readonly SessionSummary[]
  onCancel(): void
  onDelete(sessions: readonly SessionSummary[]): void
}

/** Asks before sessions are removed for good: that cannot be undone. */
export function DeleteDialog({ sessions, onCancel, onDelete }: DeleteDialogProps) {
  const { t } = useI18n()
  const count = sessions.length
  const title = sessions[0]?.title || t('sessions.untitled')
  return (
    <Dialog
      view="delete-sessions"
      open={count > 0}
      onOpenChange={onCancel}
      title={count > 1 ? t('sessions.deleteManyTitle', { count }) : t('sessions.deleteTitle')}
      closeLabel={t('common.close')}
      description={count > 1 ? t('sessions.deleteManyText', { count }) : t('sessions.deleteText', { title })}
    >
      <div className="dialog__foot">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button look="danger" onClick={() => onDelete(sessions)}>
          {count > 1 ? t('sessions.deleteManyButton', { count }) : t('sessions.deleteButton')}
        </Button>
      </div>
    </Dialog>
  )
}
