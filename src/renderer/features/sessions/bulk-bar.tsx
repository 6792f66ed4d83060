import { Archive, ArchiveRestore, Trash2, X } from 'lucide-react'
import { Button, IconButton } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'

interface BulkBarProps {
  readonly count: number
  readonly areArchived: boolean
  readonly isOnline: boolean
  onArchive(): void
  onDelete(): void
  onClear(): void
}

/** What can be done with the sessions that are chosen. */
export function BulkBar({ count, areArchived, isOnline, onArchive, onDelete, onClear }: BulkBarProps) {
  const { t } = useI18n()
  return (
    <div className="bulk-bar" data-view="selection" role="group" aria-label={t('sessions.chosen', { count })}>
      <span className="bulk-bar__count tabular" role="status">
        {t('sessions.chosen', { count })}
      </span>
      <Button
        look="quiet"
        icon={areArchived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
        disabled={!isOnline}
        onClick={onArchive}
      >
        {t(areArchived ? 'sessions.restore' : 'sessions.archive')}
      </Button>
      <IconButton
        className="bulk-bar__delete"
        label={t('sessions.deleteChosen', { count })}
        icon={<Trash2 size={14} />}
        disabled={!isOnline}
        onClick={onDelete}
      />
      <IconButton label={t('sessions.clearChosen')} icon={<X size={14} />} onClick={onClear} />
    </div>
  )
}
